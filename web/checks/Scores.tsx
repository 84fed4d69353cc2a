// One line for each level, in figures that add up: a broken MUST is never hidden by what went well.
import { scoresOf, SCORE_MEANS, unseenOf, type Group } from '#mcp/conformance/score.ts'
import type { CheckState } from '../session/check-state.ts'
import style from './Checks.module.css'

const TONES: { [group in Group]: 'bad' | 'warn' | 'dim' } = { MUST: 'bad', SHOULD: 'warn', other: 'dim' }

export function Scores({ states }: { states: readonly CheckState[] }) {
  const scores = scoresOf(states)
  const told = scores.reduce((sum, one) => sum + one.told, 0)
  const why = [
    ...unseenOf(states).map(([figure, words]) => `${figure} ${words}`),
    ...(told > 0 ? [`and ${told} told by another rule`] : []),
  ]
  return (
    <div className={style.scored}>
      <dl className={style.scores}>
        {scores.map(({ group, title, kept, broken, remarked }) => (
          <div key={group}>
            <dt>{title}</dt>
            <dd>
              <b className={style[broken > 0 ? TONES[group] : 'ok']}>{kept}</b> {group === 'other' ? 'kept' : `of ${kept + broken} kept`}
              {broken > 0 && <span className={style[TONES[group]]}> · {broken} broken</span>}
              {remarked > 0 && <span className={style.dim}> · {remarked} remarked</span>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Not seen</dt>
          <dd>
            {scores.reduce((sum, { unseen }) => sum + unseen, 0)}
            <span className={style.dim}> · {why.join(' · ')}</span>
          </dd>
        </div>
      </dl>
      <details className={style.means}>
        <summary>What counts</summary>
        <ul>
          <li>
            <span>here</span> the conversation of this page and the last run stand together, of each rule the worse. loupe check has a run
            alone, and sends what a page cannot: its figures may differ
          </li>
          {SCORE_MEANS.map(([word, means]) => (
            <li key={word}>
              <span>{word}</span> {means}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
