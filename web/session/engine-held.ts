// What is too large for the page: kept here as it was read, asked for by windows. Only so much is kept; the oldest
// result goes first, and says so when it is asked for.
import { BigPart, type BigSource, type HeldBytes } from '#mcp/content/big.ts'
import { decodeBase64 } from '#mcp/content/base64.ts'
import { cutLarge, valueAt } from '#mcp/held.ts'
import type { Json } from '#mcp/json.ts'
import { LONG_TEXT } from '#mcp/long-text.ts'
import type { MessageDetail } from '#mcp/traffic-row.ts'
import { askQuiet } from './engine-quiet.ts'
import type { Answer } from '#mcp/session-types.ts'

export { bytesOf } from '#mcp/transport/replaced.ts'

interface Kept {
  value: Json
  bytes: number
  parts: Map<string, BigPart>
}

/** Bytes of all kept results together, as their texts crossed the wire. */
let most = 256_000_000

/** Characters of a long text that the page gets all the same. */
const BEGINNING = 1000

/** Large results take no more than a record may: the same setting holds for both. Bytes. */
export function holdAtMost(bytes: number): void {
  most = bytes
}

const kept = new Map<number, Kept>()
let lastId = 0

/** The answer as the page gets it: whole, or with its large parts left here; of a list only those that are too deep. */
export function holdLarge(answer: Answer, list = false): Answer {
  askQuiet(1000)
  const { value, parts } = cutLarge(answer.result, list ? Infinity : undefined)
  return parts.length === 0 ? answer : { ...answer, result: value, held: { id: keep(answer.result, answer.bytes), parts } }
}

/** A message as the page gets it: one that came in and is long stays here. What was sent is needed whole, to be sent again. */
export function holdText(message: MessageDetail): MessageDetail {
  const { text, row } = message
  if (text.length <= LONG_TEXT || row.direction === 'out') return message
  askQuiet(1000)
  const held = { id: keep(text, text.length), pointer: '', kind: 'text' as const, length: text.length }
  return { ...message, text: text.slice(0, BEGINNING), held }
}

/** Keeps a value; gives the id by which it is asked for. */
export function keep(value: Json, bytes: number): number {
  lastId += 1
  kept.set(lastId, { value, bytes, parts: new Map() })
  let total = 0
  for (const one of kept.values()) total += one.bytes
  for (const [id, one] of kept) {
    if (total <= most || id === lastId) break
    kept.delete(id)
    total -= one.bytes
  }
  return lastId
}

export function release(id: number): void {
  kept.delete(id)
}

function find(id: number): Kept {
  const found = kept.get(id)
  if (found === undefined) throw new Error('This large result is no longer held: newer ones took its place. Ask the server for it again.')
  return found
}

/** Asks a part (or a value that contains one) something. */
export function askHeld(id: number, pointer: string, name: keyof BigSource, args: unknown[]): Promise<unknown> {
  askQuiet()
  const { value, parts } = find(id)
  const part = parts.get(pointer) ?? new BigPart(valueAt(value, pointer) ?? null)
  parts.set(pointer, part)
  return (part[name] as (...given: unknown[]) => Promise<unknown>).apply(part, args)
}

/** The bytes of a base64 text that stayed here. */
export function heldBytes(id: number, pointer: string): HeldBytes {
  const text = valueAt(find(id).value, pointer)
  if (typeof text !== 'string') throw new Error('There is no text here.')
  const decoded = decodeBase64(text)
  if (decoded.kind === 'bytes') return decoded
  const from = Math.max(0, decoded.at - 41)
  return { ...decoded, from, around: text.slice(from, decoded.at + 40), length: text.length }
}

/** Sends a value where it is wanted: `{ value }`, or `{ fault }` in words. */
export function handHeld(id: number, pointer: string, through: MessagePort): void {
  try {
    through.postMessage({ value: valueAt(find(id).value, pointer) ?? null })
  } catch (error) {
    through.postMessage({ fault: (error as Error).message })
  }
  through.close()
}
