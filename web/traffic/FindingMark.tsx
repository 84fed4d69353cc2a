// The mark of a message that breaks a rule: quiet, and a way to the panel that says which.
import { seqOf } from '#mcp/traffic/tickets.ts'
import type { Row } from '#mcp/traffic-row.ts'
import { useBelow, useMark, type Below } from '../session/findings.ts'
import type { Mark } from '../session/check-state.ts'
import { count } from '../ui/format.ts'
import style from './FindingMark.module.css'

export interface Told {
  /** The worst of them. */
  mark: 'fail' | 'warn'
  /** How many rows it speaks for. */
  rows: number
  says: string
}

const WORDS = { fail: 'a MUST', warn: 'a SHOULD, or the schema' }

export function FindingMark({ told }: { told: Told | undefined }) {
  if (told === undefined) return null
  return (
    <>
      <span className={`${style.mark} ${style[told.mark]}`} role="img" aria-label={told.says} title={told.says} />
      {told.rows > 1 && (
        <span className={style[`${told.mark}Count`]} aria-hidden="true">
          {told.rows}{' '}
        </span>
      )}
    </>
  )
}

/** What a row has to say of findings. `here`: the connection of rows that name none; `folded`: the rows that belong to it are out of sight, so it speaks for them too. */
export function useTold(row: Pick<Row, 'seq' | 'connection'>, here: string, folded: boolean): Told | undefined {
  const connection = row.connection ?? here
  const seq = seqOf(row.seq)
  const own = useMark(connection, seq)
  const below = useBelow(connection, seq)
  return markOf(own, folded ? below : undefined)
}

/** What is merely noted would stand beside every row, and hide those that matter: it is in the panel. */
export function markOf(own: Mark | undefined, below: Below | undefined): Told | undefined {
  const self = own === 'info' ? undefined : own
  const rest = below?.worst === 'info' ? undefined : below
  const mark = self === 'fail' || rest?.worst === 'fail' ? 'fail' : (self ?? rest?.worst)
  if (mark === undefined || mark === 'info') return undefined
  if (rest === undefined) return { mark, rows: 1, says: `A check: it breaks ${WORDS[mark]}` }
  const rows = rest.rows + (self === undefined ? 0 : 1)
  return { mark, rows, says: `A check: ${count(rows, 'message')} of this call with findings, the worst breaks ${WORDS[mark]}` }
}
