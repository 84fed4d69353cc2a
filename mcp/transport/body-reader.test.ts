import { expect, test } from 'vitest'
import { bodyReader } from './body-reader.ts'

const bytes = (length: number) => new Uint8Array(length).map((_, at) => at % 251)

/** Where these differ from what should have come; undefined when they do not. To compare them as lists took a second for a million. */
function difference(pieces: Uint8Array[], wanted: Uint8Array): string | undefined {
  let at = 0
  for (const piece of pieces)
    for (const byte of piece) {
      if (byte !== wanted[at]) return `byte ${at} is ${byte}`
      at += 1
    }
  return at === wanted.length ? undefined : `${at} bytes instead of ${wanted.length}`
}

/** A copy of all that came, and the length of the longest piece. */
async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = bodyReader(body)
  const pieces: Uint8Array[] = []
  let longest = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (value !== undefined) {
      longest = Math.max(longest, value.length)
      pieces.push(value.slice())
    }
    if (done) return { pieces, longest }
  }
}

test('a body is read in pieces into one buffer, whatever the size of what came', async () => {
  for (const length of [0, 1, 16_384, 16_385, 200_000, 3_000_000]) {
    const { pieces, longest } = await readAll(new Response(bytes(length)).body!)
    expect(difference(pieces, bytes(length))).toBeUndefined()
    expect(longest).toBeLessThanOrEqual(524_288)
  }
})

test('a stream that lends itself to no buffer is read as it comes', async () => {
  const sent = [bytes(3), bytes(100_000)]
  const { pieces } = await readAll(
    new ReadableStream({
      start(controller) {
        for (const piece of sent) controller.enqueue(piece)
        controller.close()
      },
    }),
  )
  const wanted = new Uint8Array(100_003)
  wanted.set(sent[0]!)
  wanted.set(sent[1]!, 3)
  expect(difference(pieces, wanted)).toBeUndefined()
})

test('a stream of bytes that breaks or is given up says so, whichever way it is read', async () => {
  for (const type of ['bytes', undefined] as const) {
    let why: unknown
    const broken = bodyReader(
      new ReadableStream({ type: type as 'bytes', start: (controller) => controller.error(new Error('the line is cut')) }),
    )
    await expect(broken.read()).rejects.toThrow('the line is cut')
    const long = bodyReader(new ReadableStream({ type: type as 'bytes', cancel: (reason) => void (why = reason) }))
    await long.cancel('enough')
    expect(why).toBe('enough')
  }
})
