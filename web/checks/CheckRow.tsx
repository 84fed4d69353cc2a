// One check: its mark, what the server owes, and, opened, what was found, where, and what to do about it.
import type { CheckState } from '../session/check-state.ts'
import { linkTo } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { grouped, reveal } from '../ui/format.ts'
import { goneWords, leftFirst, leftWords } from './gone.ts'
import { isOver, MARKS, MISFIT, TOLD } from './check-list.ts'
import style from './Checks.module.css'

const SHOWN_FINDINGS = 10

export interface CheckRowProps {
  /** Checks by their id that a person opened, or closed. */
  turned: Map<string, boolean>
  /** `run`: how the run found it, where the conversation of the page shows worse. */
  state: CheckState & { run?: CheckState['outcome'] }
  /** How it stood in the run before. */
  before: CheckState['outcome'] | undefined
  /** Plays what it needs once more. */
  again: (() => void) | undefined
}

export function CheckRow({ state, turned, before, again }: CheckRowProps) {
  const {
    id,
    level,
    says,
    outcome,
    findings,
    broken,
    good,
    looked,
    mend,
    remark,
    page,
    reason,
    revisions,
    record,
    pending,
    run,
    earlier,
    misfit,
    gone,
    unseen,
  } = state
  const [mark, word, tone] = misfit === true && outcome === 'info' ? MISFIT : unseen === 'told' ? TOLD : MARKS[outcome]
  const shown = leftFirst(findings, gone).slice(0, SHOWN_FINDINGS)
  const lost = goneWords(gone)
  const left = leftWords(state)
  const rest = broken - shown.reduce((sum, { times = 1 }) => sum + times, 0)
  const changed = before !== undefined && before !== outcome
  const bad = outcome !== 'pass' && outcome !== 'skipped'
  const over = isOver(state)
  const own = outcome === 'fail' && !over
  const link = (seq: number): string | undefined =>
    pending === true || gone?.seqs.includes(seq) === true
      ? undefined
      : linkTo({ panel: 'traffic', item: String(seq), ...(record === undefined ? {} : { connection: record }) })
  /** `told`: that it is gone was said before. */
  const place = (seq: number, told = false) => <Row seq={seq} href={link(seq)} gone={!told && gone?.seqs.includes(seq) === true} />
  return (
    <li>
      <details
        className={style.check}
        open={turned.get(id) ?? own}
        onToggle={({ currentTarget: { open } }) => void (open === own ? turned.delete(id) : turned.set(id, open))}
      >
        <summary>
          <span className={`${style.mark} ${style[tone]}`} aria-hidden="true">
            {mark}
          </span>
          {!bad && <span className="visually-hidden">{word}</span>}
          <span className={style.id}>{id}</span>
          <span className={style.level}>
            {level}
            {bad && (
              <>
                {' · '}
                <span className={style[tone]}>{word}</span>
              </>
            )}
          </span>
          <span className={style.says}>
            {says}
            {bad && findings[0] !== undefined && <span className={style.found}>{reveal(findings[0].says)}</span>}
          </span>
          <span className={style.tail}>
            {misfit === true && word !== MISFIT[1] && <span className={style.warn}>{MISFIT[1]}</span>}
            {over && <span className={style.dim}>before the reconnect</span>}
            {changed && <span className={style.changed}>was {MARKS[before][1]}</span>}
            {broken > 1 && <span className={style.dim}>× {broken.toLocaleString('en')}</span>}
          </span>
        </summary>
        <div className={style.more}>
          {bad && (
            <ul className={style.findings}>
              {lost !== undefined && <li className={style.dim}>{lost}</li>}
              {shown.map((finding, index) => (
                <li key={index}>
                  {place(finding.seq, lost !== undefined)}{' '}
                  {finding.outcome !== outcome && <span className={style[MARKS[finding.outcome][2]]}>{MARKS[finding.outcome][1]}: </span>}
                  {reveal(finding.says)}
                  {finding.pointer !== undefined && finding.pointer !== '' && <code>{reveal(finding.pointer)}</code>}
                  {finding.times !== undefined && finding.last !== undefined && (
                    <span className={style.dim}>
                      {' '}
                      × {grouped(finding.times)}, the last in {place(finding.last)}
                    </span>
                  )}
                </li>
              ))}
              {rest > 0 && (
                <li className={style.dim}>
                  and {grouped(rest)} more
                  {record === undefined && left !== undefined && (
                    <>
                      : <a href={linkTo({ panel: 'traffic', item: undefined, query: { filter: `rule:${id}` } })}>{left}</a>
                    </>
                  )}
                </li>
              )}
            </ul>
          )}
          {bad && run !== undefined && (
            <p className={style.dim}>This was seen in the conversation of the page; the run says: {MARKS[run][1]}.</p>
          )}
          {bad && earlier !== undefined && (
            <p className={style.dim}>
              {sinceWords(broken - earlier.broken, looked - earlier.looked)} The record holds what was before, and so does this list, until
              the traffic is cleared.
            </p>
          )}
          {bad && remark !== undefined && <p className={style.dim}>{remark}</p>}
          {bad && (
            <p>
              <b>To mend it:</b> {mend}
            </p>
          )}
          {outcome === 'pass' && (
            <p className={style.dim}>
              Looked at {looked.toLocaleString('en')} {looked === 1 ? 'time' : 'times'}, such as{' '}
              {[...new Set(good)].map((seq, index) => (
                <span key={seq}>
                  {index > 0 && ' and '}
                  {place(seq)}
                </span>
              ))}
              .
            </p>
          )}
          {reason !== undefined && <p className={style.dim}>{reason}</p>}
          <p className={style.dim}>
            {record !== undefined && 'In the record of the run · '}
            Revisions: {revisions}
            {page !== undefined && (
              <>
                {' · '}
                <a href={page} target="_blank" rel="noopener noreferrer">
                  Specification
                </a>
              </>
            )}
          </p>
          {again !== undefined && (
            <Button
              look="quiet"
              className={style.again}
              onClick={({ currentTarget }) => {
                // The button is away while it runs: who came by keyboard stays at the check.
                currentTarget.closest('details')?.querySelector('summary')?.focus()
                again()
              }}
            >
              Run this one
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

/** How it went since the server was connected to last, where it was broken before. */
function sinceWords(broken: number, looked: number): string {
  if (broken > 0) return `Broken ${grouped(broken)} of ${grouped(looked)} times since the reconnect.`
  return looked === 0 ? 'Not seen since the reconnect.' : `Kept ${looked === 1 ? 'once' : `${grouped(looked)} times`} since the reconnect.`
}

/** A row of the record, where that can be opened. */
function Row({ seq, href, gone }: { seq: number; href: string | undefined; gone: boolean }) {
  if (href !== undefined) return <a href={href}>#{seq}</a>
  return (
    <span className={style.dim}>
      #{seq}
      {gone && ' (no more in the record)'}
    </span>
  )
}
