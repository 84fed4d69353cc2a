// What is wrong with a message that can be read all the same. It is taken as it is meant, and the record says what is wrong.
import { duplicateIn, mayRepeat, membersIn } from './json-duplicates.ts'
import { isObject, parseJson, writeJson } from './json.ts'
import type { Reading } from './jsonrpc.ts'
import { repeats } from './repeats.ts'
import type { Fault } from './wire-event.ts'

export interface MessageFlaw {
  fault: Fault
  text: string
  /** It is how the peer speaks, and not a matter of one message. */
  once: boolean
}

const VERSION = /"jsonrpc"\s*:\s*"2\.0"/
/** Longer messages are not searched for members that stand twice. Characters. */
const LONGEST = 256 * 1024

/** `text` reads as `reading`. Members of batches are not looked at. */
export function flawsOf(text: string, reading: Reading): MessageFlaw[] {
  if (reading.kind === 'garbled' || reading.kind === 'batch' || repeats.fits(text)) return []
  const flaws: MessageFlaw[] = []
  const versioned = VERSION.test(text)
  const both = reading.kind === 'failure' && text.includes('"result"')
  if (!versioned || both) {
    const value = parseJson(text)
    if (isObject(value) && value.jsonrpc !== '2.0') {
      const said = value.jsonrpc === undefined ? 'has no “jsonrpc”' : `has “jsonrpc”: ${writeJson(value.jsonrpc).slice(0, 40)}`
      flaws.push({
        fault: 'jsonrpc-version',
        text: `A message ${said}, and each must have "jsonrpc": "2.0". It was accepted here.`,
        once: true,
      })
    }
    if (both && isObject(value) && value.result !== undefined)
      flaws.push({
        fault: 'result-and-error',
        text: 'An answer has both “result” and “error”, and may have but one. It was taken for an error.',
        once: false,
      })
  }
  const twice = text.length > LONGEST || !mayRepeat(text, membersOf(reading, versioned)) ? undefined : duplicateIn(text)
  if (twice !== undefined)
    flaws.push({
      fault: 'repeated-member',
      text: `A message has the member ${JSON.stringify(twice.name).slice(0, 80)} twice in one object. The last one was taken, as most parsers do.`,
      once: false,
    })
  return flaws
}

/** How many members the message has at least. */
function membersOf(reading: Reading, versioned: boolean): number {
  const version = versioned ? 1 : 0
  switch (reading.kind) {
    case 'request':
      return version + 2 + (reading.params === undefined ? 0 : 1 + membersIn(reading.params))
    case 'notification':
      return version + 1 + (reading.params === undefined ? 0 : 1 + membersIn(reading.params))
    case 'result':
      return version + 2 + membersIn(reading.result)
    default:
      return 0
  }
}
