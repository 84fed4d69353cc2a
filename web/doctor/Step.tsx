// One step of the checklist: its mark, its time and its sentence; beneath it what was seen, what to do and what to paste.
import { MARKS, WORDS } from '#mcp/doctor/report.ts'
import type { StepReport } from '#mcp/doctor/step.ts'
import { linkTo } from '../route/route.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { duration, reveal } from '../ui/format.ts'
import style from './Doctor.module.css'

export function Step({ step }: { step: StepReport }) {
  const { id, title, state, says, ms, evidence, todo, snippet } = step
  const matters = state === 'bad' || state === 'warn'
  // One short line needs no fold.
  const brief = !matters && evidence.length === 1 && evidence[0]!.length < 100 ? evidence[0] : undefined
  return (
    <li className={style.step} data-step={id} data-state={state}>
      <div className={style.line}>
        <span className={`${style.mark} ${style[state] ?? ''}`} aria-hidden="true">
          {MARKS[state]}
        </span>
        <h3>
          {title} <span className="visually-hidden">{WORDS[state]}</span>
        </h3>
        <span className={style.time}>{ms === undefined || ms < 0.05 ? '' : duration(ms)}</span>
        <span className={matters ? style.says : style.calm}>
          {state === 'running' ? 'Looking…' : reveal(says)} {brief !== undefined && <span className={style.seen}>{reveal(brief)}</span>}
        </span>
      </div>
      {todo.length > 0 && (
        <ul className={style.todo}>
          {todo.map((one) => (
            <li key={one}>{reveal(one)}</li>
          ))}
        </ul>
      )}
      {id === 'authorization' && matters && (
        <p className={style.todo}>
          <a href={linkTo({ panel: 'auth' })}>Open Authorization</a>: each step of it can be run there, edited and run again.
        </p>
      )}
      {evidence.length > 0 && brief === undefined && (
        <details className={style.more} open={matters}>
          <summary>What was seen</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <pre tabIndex={0} aria-label={`What was seen at ${title}`}>
            {evidence.map(reveal).join('\n')}
          </pre>
        </details>
      )}
      {snippet !== undefined && (
        <details className={style.more} open={matters}>
          <summary>{snippet.title}</summary>
          <div className={style.snippet}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
            <pre tabIndex={0} aria-label={snippet.title}>
              {snippet.text}
            </pre>
            <CopyButton text={snippet.text} aria-label={`Copy: ${snippet.title}`} />
          </div>
        </details>
      )}
    </li>
  )
}
