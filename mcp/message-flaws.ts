// What is wrong with a message that can be read all the same. It is taken as it is meant, and the record says what is wrong.
import { isObject, parseJson, writeJson, type Json } from './json.ts'
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
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\],]/g
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
  const name = text.length > LONGEST || namesAllOnce(text, reading, versioned) ? undefined : repeated(text)
  if (name !== undefined)
    flaws.push({
      fault: 'repeated-member',
      text: `A message has the member ${JSON.stringify(name).slice(0, 80)} twice in one object. The last one was taken, as most parsers do.`,
      once: false,
    })
  return flaws
}

/**
 * Whether no member can stand twice, told in a fraction of the time that it takes to look at them all: what reads as a name in
 * the text is at least as often there as names were written, and no more often than members were read. False: perhaps.
 */
function namesAllOnce(text: string, reading: Reading, versioned: boolean): boolean {
  let read = versioned ? 1 : 0
  switch (reading.kind) {
    case 'notification':
      read += 1
      break
    case 'request':
    case 'result':
      read += 2
      break
    default:
      return false
  }
  if (reading.kind === 'result') read += membersIn(reading.result)
  else if (reading.params !== undefined) read += 1 + membersIn(reading.params)
  let written = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (SPACE.has(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) === QUOTE && ++written > read) return false
  }
  return true
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const QUOTE = 0x22

function membersIn(value: Json): number {
  let count = 0
  const stack: Json[] = [value]
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      for (const member of one) if (typeof member === 'object') stack.push(member)
      continue
    }
    for (const name in one) {
      count += 1
      const member = one[name]!
      if (typeof member === 'object') stack.push(member)
    }
  }
  return count
}

/** The name of the first member that stands twice in its object. `text` is JSON. */
function repeated(text: string): string | undefined {
  /** Names seen in each open object; null for an array. */
  const open: (Set<string> | null)[] = []
  let key = false
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    const names = open.at(-1)
    if (token.length === 1) {
      key = token === '{' || (token === ',' && names != null)
      continue
    }
    if (!key || names == null) continue
    key = false
    const name = token.includes('\\') ? String(parseJson(token)) : token.slice(1, -1)
    if (names.has(name)) return name
    names.add(name)
  }
  return undefined
}
