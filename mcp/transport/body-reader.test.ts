import { expect, test } from 'vitest'
import { bodyReader } from './body-reader.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251)

/** A copy of all that came, and the buffers it came in. */
async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = bodyReader(body)
  const pieces: number[] = []
  let longest = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (value !== undefined) {
      longest = Math.max(longest, value.length)
      for (const byte of value) pieces.push(byte)
    }
    if (done) return { pieces, longest }
  }
}

test('a body is read in pieces into one buffer, whatever the size of what came', async () => {
  for (const length of [0, 1, 16_384, 16_385, 200_000, 3_000_000]) {
    const { pieces, longest } = await readAll(new Response(bytes(length)).body!)
    expect(pieces).toEqual([...bytes(length)])
    expect(longest).toBeLessThanOrEqual(524_288)
  }
})

test('a stream that lends itself to no buffer is read as it comes', async () => {
  const { pieces } = await readAll(
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytes(3))
        controller.enqueue(bytes(100_000))
        controller.close()
      },
    }),
  )
  expect(pieces).toEqual([...bytes(3), ...bytes(100_000)])
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
