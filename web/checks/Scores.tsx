// One line for each level, in figures that add up: a broken MUST is never hidden by what went well.
import { scoresOf, SCORE_MEANS, type Group } from '#mcp/conformance/score.ts'
import type { CheckState } from '../session/check-state.ts'
import style from './Checks.module.css'

const TONES: { [group in Group]: 'bad' | 'warn' | 'dim' } = { MUST: 'bad', SHOULD: 'warn', other: 'dim' }

export function Scores({ states }: { states: readonly CheckState[] }) {
  const scores = scoresOf(states)
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
          <dd>{scores.reduce((sum, { unseen }) => sum + unseen, 0)}</dd>
        </div>
      </dl>
      <details className={style.means}>
        <summary>What counts</summary>
        <ul>
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
