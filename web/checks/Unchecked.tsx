// What the checks have not seen: messages that were dropped before they could be checked, or were cleared then and put back later, and those
// that they have not come to. Nothing is called well before all that was seen was checked.
import type { Found } from '../session/findings.ts'
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

export interface NothingFoundProps {
  /** Undefined: checking has not begun. */
  found: Pick<Found, 'rules' | 'behind' | 'missed'> | undefined
  /** Messages in the record. */
  messages: number
  /** Only some of what may be found was asked for. */
  narrowed: boolean
}

/** Stands where findings would. */
export function NothingFound({ found, messages, narrowed }: NothingFoundProps) {
  const behind = toCheck(found, messages)
  if (behind > 0)
    return (
      <>
        {stillWords(behind)}. {narrowed ? 'No check is like that so far.' : 'Nothing wrong was found so far.'}
      </>
    )
  if (narrowed) return 'No check is like that.'
  // It was found already, and the list is on its way.
  if (found !== undefined && found.rules.length > 0) return 'Looking…'
  return found === undefined || found.missed === 0 ? 'Nothing is wrong with what was seen.' : 'Nothing is wrong with what was checked.'
}

/** Messages that are still to be checked. */
export function toCheck(found: Pick<Found, 'behind'> | undefined, messages: number): number {
  return found?.behind ?? messages
}

export function stillWords(behind: number): string {
  return `Still checking: ${count(behind, 'message')} ${behind === 1 ? 'is' : 'are'} left`
}
