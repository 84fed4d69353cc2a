// A row as its columns have it.
import type { Row } from '../traffic-row.ts'
import { BY } from '../wish.ts'
import { DIRECTIONS, KINDS, TONES } from './codes.ts'
import { CHUNK, type Chunk, type Words } from './columns.ts'
import type { Names } from './names.ts'

/** `chunk`: in which it is, and is a row. */
export function rowOf(seq: number, chunk: Chunk, words: Words, names: Names): Row {
  const index = seq % CHUNK
  const [id = '', name = ''] = names.of(chunk, index)
  const row: Row = {
    seq,
    at: chunk.at[index]!,
    direction: DIRECTIONS[chunk.direction[index]!]!,
    kind: KINDS[chunk.kind[index]! - 1]!,
    method: words.word(chunk.method[index]!),
    name,
    id,
    status: words.word(chunk.status[index]!),
    tone: TONES[chunk.tone[index]!]!,
    bytes: chunk.body[index]!,
    exchange: chunk.exchange[index]!,
  }
  const ms = chunk.ms[index]!
  if (!Number.isNaN(ms)) row.ms = ms
  const peer = chunk.peer[index]!
  if (peer !== 0) row.peer = peer
  const by = chunk.by[index]!
  if (by !== 0) row.by = BY[by - 1]!
  return row
}
