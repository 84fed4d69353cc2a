import { expect, test } from 'vitest'
import type { BigLook } from '#mcp/content/big.ts'
import { LONG_TEXT } from '#mcp/long-text.ts'
import { isObject } from '#mcp/json.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { askHeld, handHeld, heldBytes, holdAtMost, holdLarge, holdText, keep, release } from './engine-held.ts'

const FACTS = { exchange: 1, requestSeq: 1, answerSeq: 2, ms: 1, bytes: 3_000_000 }
const LONG = Array.from({ length: 40_000 }, (_, at) => `line ${at} of a long text`).join('\n')

test('a long text stays and is asked for by windows; what is small comes as it is', async () => {
  const small = { ...FACTS, result: { content: [{ type: 'text', text: 'short' }] } }
  expect(holdLarge(small)).toBe(small)
  const answer = holdLarge({ ...FACTS, result: { content: [{ type: 'text', text: LONG }] } })
  const { id, parts } = answer.held!
  expect(parts).toEqual([{ pointer: '/content/0/text', kind: 'text', length: LONG.length }])
  expect(JSON.stringify(answer.result).length).toBeLessThan(10_000)
  const look = (await askHeld(id, '/content/0/text', 'look', ['', ''])) as BigLook
  expect(look).toMatchObject({ modes: ['text'], lines: 40_000 })
  expect(await askHeld(id, '/content/0/text', 'lines', [80, 39_999, 9])).toEqual({
    rows: [{ text: 'line 39999 of a long text', line: 40_000 }],
    total: 40_000,
  })
  expect(await askHeld(id, '', 'copy', [])).toContain('line 39999')
})

test('of a long message the page gets the beginning; what was sent it gets whole, and so what is short', async () => {
  const traffic = createTraffic()
  const came = traffic.append(0, { kind: 'frame', text: LONG })
  const sent = traffic.append(1, { kind: 'sent', method: 'POST', url: 'http://x.test/', headers: [], body: LONG })
  const short = traffic.append(0, { kind: 'frame', text: '{"jsonrpc":"2.0","method":"x"}' })
  const { text, held } = holdText(traffic.message(came)!)
  expect(LONG.startsWith(text)).toBe(true)
  expect(text.length).toBeLessThan(10_000)
  expect(held).toMatchObject({ pointer: '', kind: 'text', length: LONG.length })
  expect(await askHeld(held!.id, '', 'copy', [])).toBe(LONG)
  expect(holdText(traffic.message(sent)!)).toEqual(traffic.message(sent))
  expect(holdText(traffic.message(short)!)).toEqual(traffic.message(short))
})

test('bytes are decoded here, and damage is named where it is', () => {
  const id = keep({ data: btoa('x'.repeat(9)), bad: `${'A'.repeat(100)}!${'A'.repeat(100)}` }, 1)
  const good = heldBytes(id, '/data')
  expect(good.kind === 'bytes' && new TextDecoder().decode(good.bytes)).toBe('xxxxxxxxx')
  expect(heldBytes(id, '/bad')).toMatchObject({ kind: 'broken', at: 101, from: 60, length: 201 })
})

test('what was released, or gave way to newer results, says so', async () => {
  const id = keep('text', 1)
  release(id)
  expect(() => askHeld(id, '', 'copy', [])).toThrow('no longer held')
  holdAtMost(400)
  const old = keep('old', 300)
  const fresh = keep('fresh', 300)
  expect(() => askHeld(old, '', 'copy', [])).toThrow('no longer held')
  expect(await askHeld(fresh, '', 'copy', [])).toBe('fresh')
  // One alone may be larger than all may be together.
  const huge = keep('huge', 1000)
  expect(await askHeld(huge, '', 'copy', [])).toBe('huge')
  release(huge)
  holdAtMost(256_000_000)
})

test('a value goes through a port past the page, or the reason why not', async () => {
  const got = (id: number) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        port1.close()
        resolve(data)
      }
      handHeld(id, '/a', port2)
    })
  const id = keep({ a: [1n, 'x'.repeat(LONG_TEXT)] }, 1)
  const handed = await got(id)
  expect(isObject(handed) && Array.isArray(handed.value) && handed.value[0]).toBe(1n)
  release(id)
  expect(await got(id)).toEqual({ fault: expect.stringContaining('no longer held') })
})
