import { expect, test } from 'vitest'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { fetchPicture } from './engine-picture.ts'

const signal = new AbortController().signal
const blocked: FetchHandler = () => Promise.reject(new TypeError('Failed to fetch'))

test('goes without credentials, and through the proxy where the browser may not', async () => {
  const asked: Request[] = []
  const proxy: FetchHandler = (request) => {
    asked.push(request)
    return Promise.resolve(new Response(new Uint8Array([1, 2, 3])))
  }
  const { bytes } = await fetchPicture('https://pictures.test/a.png', [blocked, proxy], signal)
  expect([...bytes]).toEqual([1, 2, 3])
  expect(asked[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', url: 'https://pictures.test/a.png' })
})

test('other addresses, failures and what is too large are said', async () => {
  await expect(fetchPicture('javascript:alert(1)', [blocked], signal)).rejects.toThrow('Only http(s)')
  await expect(fetchPicture('file:///etc/passwd', [blocked], signal)).rejects.toThrow('Only http(s)')
  await expect(fetchPicture('https://x.test/', [blocked], signal)).rejects.toThrow('could not be fetched: Failed to fetch')
  await expect(fetchPicture('https://x.test/', [() => Promise.resolve(new Response('no', { status: 404 }))], signal)).rejects.toThrow('404')
  const endless: FetchHandler = () =>
    Promise.resolve(new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) })))
  await expect(fetchPicture('https://x.test/', [endless], signal)).rejects.toThrow('larger than')
})
