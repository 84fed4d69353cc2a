// How long is waited for what a check sent.
import { expect, test, vi } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { answeredOr } from './scenario-send.ts'

test('a stream that stays open after its answer is broken off soon, one without an answer is not', () => {
  vi.useFakeTimers()
  try {
    const traffic = createTraffic()
    const send = (exchange: number): ReturnType<typeof answeredOr> => {
      const late = answeredOr({ signal: new AbortController().signal, done: () => {} }, traffic)
      const body = `{"jsonrpc":"2.0","id":${exchange},"method":"ping"}`
      late.onSent(traffic.append(exchange, { kind: 'sent', method: 'POST', url: 'http://a.test/mcp', headers: [], body }))
      traffic.append(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
      return late
    }
    const [answered, waiting] = [send(1), send(2)]
    traffic.append(1, { kind: 'frame', text: '{"jsonrpc":"2.0","id":1,"result":{}}' })
    expect(answered.signal.aborted).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(answered.signal.reason).toBe('it was answered, and stayed open')
    expect(waiting.signal.aborted).toBe(false)
    answered.done()
    waiting.done()
  } finally {
    vi.useRealTimers()
  }
})
