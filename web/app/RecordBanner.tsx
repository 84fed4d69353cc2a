// The slim line over a record that was opened from a file: what it is, what was taken out, and what could not be read.
import { useState } from 'react'
import type { RecordState } from '../session/connection-state.ts'
import { Button } from '../ui/Button.tsx'
import { clock, count, day, reveal } from '../ui/format.ts'
import style from './RecordBanner.module.css'

export interface RecordBannerProps {
  record: RecordState
  /** Messages that it lost. */
  dropped: number
  /** Messages, the last of it, that had not been judged when it was saved with what was found. */
  unjudged?: number
}

export function RecordBanner({ record, dropped, unjudged = 0 }: RecordBannerProps) {
  const [open, setOpen] = useState(false)
  const { file, savedAt, redacted, faults, faulty, live, cut, before = 0 } = record
  const odd = faults.some(({ taken }) => taken)
  const listed = faults.filter(({ taken }) => taken !== true).length
  const more = faults.length > 0 || (redacted?.length ?? 0) > 0
  return (
    <section className={style.banner} aria-label="Saved record" data-live={live}>
      <div className={style.line}>
        <span className={style.says}>
          <b>{live ? 'Tapped live' : 'Saved record'}</b> <span className="mono">{reveal(file)}</span>
          {savedAt !== undefined && `, ${live ? 'since' : 'of'} ${day(savedAt)}, ${clock(savedAt).slice(0, 5)}`}
          <span className={style.dim}>
            {' '}
            · read only{live ? ': what another client and its server say now' : ''}
            {redacted === undefined
              ? ''
              : ` · ${redacted.length === 0 ? 'no secrets were found in it' : `${count(redacted.length, 'secret')} replaced`}`}
          </span>
          {before > 0 && <span className={style.warn}> · its first {count(before, 'message')} had been dropped before it was saved</span>}
          {dropped > before && (
            <span className={style.warn}>
              {' '}
              · its {before > 0 ? 'next' : 'first'} {count(dropped - before, 'message')} were dropped here, to stay within the memory for a
              record (Settings)
            </span>
          )}
          {unjudged > 0 && (
            <span className={style.warn}> · its last {count(unjudged, 'message')} had not been judged: findings are partial</span>
          )}
          {cut !== undefined && <span className={style.warn}> · it goes on without this page: {reveal(cut)}</span>}
          {odd && <span className={style.warn}> · its header is not as it should be</span>}
          {faulty > 0 && <span className={style.warn}> · {count(faulty, 'line')} could not be read</span>}
        </span>
        {more && (
          <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Less' : 'Details'}
          </Button>
        )}
      </div>
      {open && (
        <ul className={style.list}>
          {faults.map(({ line, why }, at) => (
            // Of one line there may be more than one thing to say.
            <li key={at}>
              <span className={style.warn}>Line {line}</span> {reveal(why)}
            </li>
          ))}
          {faulty > listed && <li className={style.dim}>… and {count(faulty - listed, 'further line')}</li>}
          {(redacted ?? []).map(({ placeholder, where }, at) => (
            // Anyone may have written the file: a placeholder may come twice.
            <li key={`${placeholder} ${at}`}>
              <span className="mono">{reveal(placeholder)}</span> <span className={style.dim}>{reveal(where)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
