// Fetches a picture that a person asked for, by its address: without credentials, without saying where from, up to a size.
// Where the browser may not read it (CORS), the proxy fetches it.
import type { FetchHandler } from '#mcp/fetch-handler.ts'

const LARGEST = 5_000_000
const PATIENCE = 15_000

/** @throws Error in words. `ways`: tried in their order. */
export async function fetchPicture(
  url: string,
  ways: readonly FetchHandler[],
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array<ArrayBuffer> }> {
  if (!/^https?:/i.test(url)) throw new Error('Only http(s) addresses are fetched.')
  let fault = 'There is no way to fetch it.'
  for (const way of ways) {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
    let response: Response
    try {
      response = await way(
        new Request(url, { credentials: 'omit', referrerPolicy: 'no-referrer', headers: { Accept: 'image/*' }, signal: stop }),
      )
    } catch (error) {
      fault = (error as Error).message
      continue
    }
    if (!response.ok) throw new Error(`The answer was ${response.status} ${response.statusText}.`)
    return { bytes: await readUpTo(response, LARGEST) }
  }
  throw new Error(`It could not be fetched: ${fault}`)
}

async function readUpTo(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || reader === undefined) break
    length += value.length
    if (length > most) {
      await reader.cancel()
      throw new Error(`It is larger than ${most.toLocaleString('en')} bytes: no picture that stands in a line.`)
    }
    parts.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
