// A run of checks that a person stops.
import { expect, test } from 'vitest'
import { connect } from '../session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { createTraffic } from '../traffic.ts'
import { play } from './play.ts'
import { SCENARIOS } from './scenarios.ts'

test('a run that is stopped leaves nothing under way, and other conversations as they were', async () => {
  const stop = new AbortController()
  const server = fakeServer({
    sessions: true,
    // It would be waited for.
    answers: { 'completion/complete': () => new Promise(() => {}), ping: () => ({}) },
    capabilities: { completions: {}, tools: {} },
  })
  const [underWay, doors] = [new Set<Request>(), { open: 0, ended: 0 }]
  const fetch = async (request: Request): Promise<Response> => {
    underWay.add(request)
    return server.fetch(request).finally(() => underWay.delete(request))
  }
  const clientInfo = { name: 't', version: '1' }
  const own = await connect({
    url: 'http://server.test/mcp',
    fetch: server.fetch,
    traffic: createTraffic(),
    era: 'legacy',
    clientInfo,
    capabilities: {},
    onAsk: () => Promise.reject(new Error('Nobody asks')),
    onNotice: () => {},
  })
  const traffic = createTraffic()
  const run = play(
    {
      target: { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'direct' },
      era: 'legacy',
      clientInfo,
      limits: { connect: 60_000, answer: 60_000 },
      signal: stop.signal,
      async open() {
        doors.open += 1
        return { fetch, end: async () => void (doors.ended += 1) }
      },
    },
    traffic,
    SCENARIOS,
  )
  await server.saw(({ message }) => message?.method === 'completion/complete')
  stop.abort()
  const { played } = await run
  expect(played).toBeLessThan(SCENARIOS.length)
  expect(doors.ended).toBe(doors.open)
  expect([...underWay].filter(({ signal }) => !signal.aborted)).toEqual([])
  // Its session is ended, the other one is not.
  const sessions = server.seen.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers.get('mcp-session-id'))
  expect(sessions).not.toEqual([])
  expect(sessions).not.toContain(own.facts.sessionId)
  expect((await own.request('ping')).result).toEqual({})
  await own.close()
})
