// What the checks have not seen: messages that were dropped before they could be checked, or were cleared then and put back later, and those
// that they have not come to.
import { count } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'

/** Fewer messages than these are checked before a person has read that they are not. */
const BEHIND = 1000

export function Unchecked({ missed, behind }: { missed: number; behind: number }) {
  return (
    <>
      {behind > BEHIND && (
        <Note tone="info" title={`${count(behind, 'message')} are still to be checked`}>
          What is found grows until then.
        </Note>
      )}
      {missed > 0 && (
        <Note
          tone="info"
          title={`${count(missed, 'message')} ${missed === 1 ? 'was' : 'were'} dropped or cleared before ${missed === 1 ? 'it' : 'they'} could be checked`}
        >
          What may have hung on {missed === 1 ? 'it' : 'them'} is not judged: it is shown as not seen.
        </Note>
      )}
    </>
  )
}
