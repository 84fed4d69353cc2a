// Why a text is no message, in the words of what usually went wrong; and the messages that can be made out in it, so that it
// is known which requests they were meant to answer.
import { parseJson, type Json } from './json.ts'

export interface Garbled {
  why: string
  /** Messages within the text, as they came; none when none can be made out. */
  inside: Json[]
}

/** Beyond this length nobody looks inside: it would take too long. Characters. */
const LONGEST = 8 * 1024 * 1024
/** More messages than this in one text are not told apart. */
const MOST = 1000

/** `error`: what the parser said of the whole text. Never throws. */
export function dissect(text: string, error: Error): Garbled {
  const plain = (why: string): Garbled => ({ why, inside: [] })
  const head = text.trimStart()
  if (head.startsWith('<')) return plain('a web page or XML, not JSON')
  if (/^(?:event|data|id|retry):/.test(head)) return plain('an event stream, which only the type text/event-stream announces')
  const otherwise = plain(`not JSON: ${error.message}`)
  if (text.length > LONGEST) return otherwise
  const first = messageStart(text, 0)
  if (first < 0) return otherwise
  const inside: Json[] = []
  let from = first
  let between = ''
  while (inside.length < MOST) {
    const end = endOfValue(text, from)
    if (end < 0) break
    const value = parsed(text.slice(from, end))
    if (value === undefined) break
    inside.push(value)
    const next = messageStart(text, end)
    between += text.slice(end, next < 0 ? text.length : next).trim()
    if (next < 0) break
    from = next
  }
  const before = text.slice(0, first).trim()
  if (inside.length === 0) return before === '' && endOfValue(text, first) < 0 ? plain(`half a message: ${error.message}`) : otherwise
  // Braces stand in many a text that is no message.
  if (!inside.some((one) => looksLikeMessage(one))) return otherwise
  if (inside.length > 1) return { why: `${inside.length} messages run together: each must come by itself`, inside }
  if (text.startsWith('\uFEFF')) return { why: 'a byte order mark before the message', inside }
  if (before !== '') return { why: 'text before the message, without a line break between', inside }
  return { why: between === '' ? 'not JSON' : 'text after the message, without a line break between', inside }
}

function looksLikeMessage(value: Json): boolean {
  return typeof value === 'object' && value !== null && ('jsonrpc' in value || 'method' in value || 'result' in value || 'error' in value)
}

/** Where an object or an array of objects might begin. */
function messageStart(text: string, from: number): number {
  const found = /[[{]\s*["{]/g
  found.lastIndex = from
  return found.exec(text)?.index ?? -1
}

/** Where the object or array ends that begins here; -1 when it does not. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
      if (at < 0) return -1
    } else if (code === 0x7b || code === 0x5b) depth += 1
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Where its closing quote stands; -1 without one. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
