// The mark of a message that breaks a rule: quiet, and a way to the panel that says which.
import { useRoute } from '../route/route.ts'
import { useMark } from '../session/findings.ts'
import style from './FindingMark.module.css'

const WORDS = { fail: 'breaks a MUST', warn: 'breaks a SHOULD', info: 'has something to note' }

export function FindingMark({ seq }: { seq: number }) {
  const mark = useMark(useRoute().connection, seq)
  if (mark === undefined) return null
  const word = `A check: it ${WORDS[mark]}`
  return <span className={`${style.mark} ${style[mark]}`} role="img" aria-label={word} title={word} />
}
