// Who spoke to whom, in order, drawn; the same as a table beneath it.
import { useRoute, go } from '../route/route.ts'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { reveal } from '../ui/format.ts'
import { Scroll } from './Findings.tsx'
import { arrowsOf, fitted, HEAD, LANES, lanesOf, placed, type Arrow } from './picture.ts'
import auth from './Auth.module.css'
import style from './Picture.module.css'

const WIDTH = 1000
/** For the names of the steps. */
const GUTTER = 216

export function SequencePicture({ flow }: { flow: FlowState }) {
  const { query } = useRoute()
  const arrows = arrowsOf(flow)
  if (arrows.length === 0)
    return (
      <EmptyState title="Nothing was said yet">Run the steps, and each request stands here as an arrow, with what came back.</EmptyState>
    )
  const lanes = lanesOf(arrows)
  const at = (lane: Arrow['from']): number => GUTTER + ((lanes.indexOf(lane) + 0.15) * (WIDTH - GUTTER - 40)) / (lanes.length - 0.7)
  const { rows, height } = placed(arrows)
  return (
    <div className={style.picture}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={style.canvas} tabIndex={0} role="region" aria-label="Sequence picture">
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          width={WIDTH}
          height={height}
          role="img"
          aria-label={`${arrows.length} messages between ${lanes.map((lane) => LANES[lane]).join(', ')}; the table beneath says the same`}
        >
          <defs>
            {(['plain', 'ok', 'warn', 'bad'] as const).map((tone) => (
              <marker
                key={tone}
                id={`auth-tip-${tone}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
              >
                <path d="M0 0 L8 4 L0 8 Z" className={style[`fill-${tone}`]} />
              </marker>
            ))}
          </defs>
          {lanes.map((lane) => (
            <g key={lane}>
              <line x1={at(lane)} x2={at(lane)} y1={HEAD - 8} y2={height - 6} className={style.lane} />
              <text x={at(lane)} y={20} textAnchor="middle" className={style.laneName}>
                {LANES[lane]}
              </text>
            </g>
          ))}
          {rows.map(({ arrow, y }, index) => (
            <g key={index}>
              {arrow.title !== undefined && (
                <text x={8} y={y - 5} className={style.stepName}>
                  {fitted(arrow.title, GUTTER - 16)}
                </text>
              )}
              <Line arrow={arrow} from={at(arrow.from)} to={at(arrow.to)} y={y} />
            </g>
          ))}
        </svg>
      </div>
      <details className={auth.fold}>
        <summary>As a table</summary>
        <Scroll label="Sequence as a table">
          <table className={auth.table}>
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">What</th>
                <th scope="col">Came back</th>
              </tr>
            </thead>
            <tbody>
              {arrows.map((arrow, index) => (
                <tr key={index}>
                  <td>
                    <a
                      href={`#${arrow.step}`}
                      onClick={(event) => {
                        event.preventDefault()
                        go({ item: arrow.step, query: { ...query, view: 'steps' } })
                      }}
                    >
                      {flow.steps.find(({ id }) => id === arrow.step)?.title}
                    </a>
                  </td>
                  <td>{LANES[arrow.from]}</td>
                  <td>{LANES[arrow.to]}</td>
                  <td className={auth.value}>{reveal(arrow.label)}</td>
                  <td className={auth[arrow.tone]}>{arrow.answer}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </div>
  )
}

function Line({ arrow: { label, answer, tone }, from, to, y }: { arrow: Arrow; from: number; to: number; y: number }) {
  const right = to > from
  const [left, end] = right ? [from, to] : [to, from]
  const room = end - left - 24 - (answer === '' ? 0 : answer.length * 7 + 12)
  return (
    <>
      <line
        x1={from + (right ? 3 : -3)}
        x2={to + (right ? -3 : 3)}
        y1={y}
        y2={y}
        className={`${style.arrow} ${style[`stroke-${tone}`]}`}
        markerEnd={`url(#auth-tip-${tone})`}
      />
      <text x={left + 12} y={y - 5} className={style.label}>
        {reveal(fitted(label, room))}
        <title>{label}</title>
      </text>
      {answer !== '' && (
        <text x={end - 12} y={y - 5} textAnchor="end" className={`${style.answer} ${style[`fill-${tone}`]}`}>
          {answer}
        </text>
      )}
    </>
  )
}
