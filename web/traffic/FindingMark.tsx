// The mark of a message that breaks a rule: quiet, and a way to the panel that says which.
import { useRoute } from '../route/route.ts'
import { useMark } from '../session/findings.ts'
import style from './FindingMark.module.css'

const WORDS = { fail: 'breaks a MUST', warn: 'breaks a SHOULD' }

export function FindingMark({ seq }: { seq: number }) {
  const mark = useMark(useRoute().connection, seq)
  // What is merely noted would stand beside every row, and hide those that matter: it is in the panel.
  if (mark === undefined || mark === 'info') return null
  const word = `A check: it ${WORDS[mark]}`
  return <span className={`${style.mark} ${style[mark]}`} role="img" aria-label={word} title={word} />
}
