// Who wanted what the page and its engine send.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { acceptStates } from './connections.ts'
import type { ConnectionState } from './connection-state.ts'
import { attachEngine, type EnginePort } from './engine.ts'
import type { ToEngine } from './engine-messages.ts'
import { closePages, http, page, SETTINGS } from './engine-test-page.ts'
import { lifetimesCount, listQuery } from './list-query.ts'
import { acceptGap, acceptNotices, refreshThrough } from './notices.ts'

afterEach(closePages)

test('a request is a person’s unless the page says otherwise; a rule, and the roots that were set, answer in its place', async () => {
  const server = fakeServer({
    streams: true,
    answers: {
      'tools/call': async (_, turn) => ({
        content: [],
        told: [await turn.ask('r', 'roots/list'), await turn.ask('e', 'elicitation/create', { message: 'm', requestedSchema: {} })],
      }),
    },
  })
  const it = page({ fetch: server.fetch, proxy: false })
  await it.call('connect', 'c', 'c', http({ via: 'direct' }), { ...SETTINGS, roots: [{ uri: 'file:///a' }] })
  const called = it.call('request', 'c', 'tools/call', { name: 'echo' }, {})
  await it.until(() => it.heard.some(({ kind }) => kind === 'ask'))
  const asked = it.heard.find((one) => one.kind === 'ask')!
  it.say({ kind: 'answer', ask: asked.ask.key, reply: { kind: 'result', result: { action: 'decline' } }, by: 'decline all' })
  await called
  await it.call('request', 'c', 'tools/list', undefined, { wish: { by: 'loupe', why: 'the list changed' } })
  it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: 'dir:out -method:initial', tail: false, from: 0, size: 99 } })
  await it.until(() => it.windows.has(1))
  expect(
    it.windows
      .get(1)!
      .rows.filter(({ kind }) => kind !== 'http')
      .map(({ method, by, why }) => [method, by, why]),
  ).toEqual([
    ['tools/call', 'you', undefined],
    ['roots/list', 'loupe', 'with the roots that you set'],
    ['elicitation/create', 'rule', 'decline all'],
    ['tools/list', 'loupe', 'the list changed'],
  ])
})

test('a list says why it is asked for: unknown yet, changed, old, or because a person wants it', async () => {
  const wishes: unknown[] = []
  const port: EnginePort = {
    onmessage: null,
    postMessage(message: ToEngine) {
      if (message.kind !== 'call') return
      wishes.push((message.args[3] as { wish?: { why: string } }).wish?.why)
      const value = { result: { tools: [], ttlMs: 0 }, answerSeq: 1, exchange: 1, ms: 1, bytes: 1, requestSeq: 1 }
      queueMicrotask(() => port.onmessage?.({ data: { kind: 'return', id: message.id, value } } as MessageEvent))
    },
  }
  attachEngine(port, { token: '', origin: '', proxy: false, memoryLimit: 1 })
  const facts = { capabilities: { tools: { listChanged: true } }, verdict: { rule: 'chosen' } }
  acceptStates([{ id: 'w', status: 'connected', generation: 1, facts } as unknown as ConnectionState])
  const client = new QueryClient()
  refreshThrough(client)
  const observe = (generation: number) => {
    const observer = new QueryObserver(client, listQuery('w', generation, 'tools/list'))
    return { observer, leave: observer.subscribe(() => {}) }
  }
  const { observer, leave } = observe(1)
  await vi.waitFor(() => expect(wishes).toHaveLength(1))
  acceptNotices([{ connection: 'w', method: 'notifications/tools/list_changed', params: undefined, seq: 1 }])
  await vi.waitFor(() => expect(wishes).toHaveLength(2))
  await observer.refetch()
  acceptGap('w', [])
  await vi.waitFor(() => expect(wishes).toHaveLength(4))
  leave()
  observe(2).leave()
  await vi.waitFor(() => expect(wishes).toHaveLength(5))
  lifetimesCount(() => true)
  observe(1).leave()
  await vi.waitFor(() => expect(wishes).toHaveLength(6))
  lifetimesCount(() => false)
  client.clear()
  expect(wishes).toEqual([
    'the list is not known yet',
    'the list changed',
    undefined,
    'the server may have said that it changed, unheard',
    'this is a new connection',
    'its lifetime is over',
  ])
})
