// The scenarios, played to servers that behave and to some with a flaw.
import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { Peer } from '../doctor/step.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import type { EraChoice } from '../session-types.ts'
import { fakeServer, FakeError, type FakeOptions } from '../testing/fake-server.ts'
import { createTraffic } from '../traffic.ts'
import { stdioHandler } from '../transport/stdio.ts'
import { createJudge, type Standing } from './judge.ts'
import { RULES } from './rules.ts'
import { expand } from './scenario-lent.ts'
import { play } from './play.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from './scenario-consent.ts'
import { SCENARIOS } from './scenarios.ts'

async function played(
  fake: FakeOptions,
  era: EraChoice = 'auto',
  around: (fetch: FetchHandler) => FetchHandler = (fetch) => fetch,
): Promise<Map<string, Standing>> {
  const server = fakeServer({ sessions: true, ...fake })
  const traffic = createTraffic()
  const { error } = await play(
    {
      target: { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'direct' },
      era,
      clientInfo: { name: 't', version: '1' },
      limits: { connect: 2000, answer: 500 },
      signal: new AbortController().signal,
      open: async () => ({ fetch: around(server.fetch), end: async () => {} }),
    },
    traffic,
    SCENARIOS,
  )
  expect(error).toBeUndefined()
  const judge = createJudge(RULES)
  for (const event of traffic.events()) judge.take(event)
  judge.end()
  return new Map(judge.standings().map((standing) => [standing.rule.id, standing]))
}

const broken = (all: Map<string, Standing>): string[] =>
  [...all.values()].filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule.id)

test('a template is filled in with what was lent', () => {
  expect(expand('demo://{a}/{+path}{?q,r}{#none}', { a: 'b c', path: 'd/e', q: '&' })).toBe('demo://b%20c/d/e?q=%26')
  expect(expand('x:{/a,b}{name:3}', { a: '1', b: '2', name: 'abcdef' })).toBe('x:/1/2abc')
})

test('every scenario names rules that exist', () => {
  const ids = new Set(RULES.map(({ id }) => id))
  for (const { id, for: wanted } of [...SCENARIOS, ...INTERACTIVE_SCENARIOS, ...STRESS_SCENARIOS])
    expect(
      wanted.filter((one) => !ids.has(one)),
      id,
    ).toEqual([])
})

test('a server of the older era is red only where it breaks a rule', async () => {
  const all = await played({}, 'legacy')
  for (const id of ['LC-01', 'CP-01', 'CP-02', 'SE-05', 'SE-06', 'PI-01', 'JR-09', 'JR-15']) expect(all.get(id)?.outcome, id).toBe('pass')
  expect(all.get('SE-04')?.outcome).toBe('pass')
  // It checks neither envelopes nor versions, and says so to any version that it speaks it.
  expect(broken(all).sort()).toEqual(['HT-05', 'HT-19', 'JR-11', 'LC-03'])
})

test('a server of the newer era', async () => {
  const all = await played({ era: 'modern' }, 'modern')
  for (const id of ['DV-05', 'DV-15', 'DV-03', 'TL-14']) expect(all.get(id)?.outcome, id).toBe('pass')
  expect(all.get('CH-01')?.outcome).toBe('fail')
})

test('a server that hangs up is called again, and the run says so', async () => {
  const traffic = createTraffic()
  let calls = 0
  const peer = (): Peer => {
    calls += 1
    const server = fakeServer({ sessions: true })
    const handler = stdioHandler({
      write(line) {
        void server.fetch(new Request('http://server.test/mcp', { method: 'POST', body: line })).then(async (reply) => {
          handler.line(await reply.text())
          if (line.includes('"tools/list"')) handler.exit({ code: 1, signal: null })
        })
      },
      onSide: () => {},
    })
    return { fetch: handler.fetch, end: async () => {} }
  }
  const { error, lost } = await play(
    {
      target: { kind: 'stdio', command: 'x', args: [], env: [] },
      era: 'legacy',
      clientInfo: { name: 't', version: '1' },
      limits: { connect: 2000, answer: 300 },
      signal: new AbortController().signal,
      open: async () => peer(),
    },
    traffic,
    SCENARIOS.filter(({ id }) => ['lists', 'ping'].includes(id)),
  )
  expect(error).toBeUndefined()
  expect(lost).toMatchObject({ times: 1, during: 'Every list that is declared, to its end' })
  expect(calls).toBe(2)
})

test('a flaw turns its rule red', async () => {
  const all = await played({ capabilities: {}, answers: { 'resources/list': () => ({ resources: [] }) } }, 'legacy')
  expect(all.get('CP-02')?.outcome).toBe('fail')
  const strange = await played({ answers: { ping: () => Promise.reject(new FakeError(-32601, 'No')) } }, 'legacy')
  expect(strange.get('PI-01')?.outcome).toBe('fail')
})

test('a resource that is no text is read, wherever in the list it stands', async () => {
  const text = (index: number) => ({ uri: `a://${index}`, name: 'a', mimeType: 'text/plain' })
  const all = await played(
    {
      capabilities: { resources: {} },
      answers: {
        'resources/list': ({ cursor }): Json =>
          cursor === undefined
            ? { resources: [1, 2, 3, 4].map(text), nextCursor: 'next' }
            : { resources: [{ uri: 'a://picture', name: 'a', mimeType: 'image/png' }] },
        'resources/read': ({ uri }): Json => ({
          contents: [
            uri === 'a://picture'
              ? { uri: String(uri), mimeType: 'image/png', blob: '***' }
              : { uri: String(uri), mimeType: 'text/plain', text: '' },
          ],
        }),
      },
    },
    'legacy',
  )
  expect(all.get('RE-07')?.outcome).toBe('fail')
})

test('a stream that is taken up is told from the one beside it', async () => {
  const whose = async (others: boolean): Promise<string | undefined> => {
    const events: { stream: number; id: string; data: string }[] = []
    let streams = 0
    const wire = (sent: typeof events): Response =>
      new Response(sent.map(({ id, data }) => `id: ${id}\ndata: ${data}\n\n`).join(''), {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    const around =
      (fetch: FetchHandler): FetchHandler =>
      async (request) => {
        const last = events.find(({ id }) => id === request.headers.get('last-event-id'))
        if (last !== undefined)
          return wire(
            events.slice(events.indexOf(last) + 1).filter(({ stream, data }) => data !== '' && (others || stream === last.stream)),
          )
        const body = request.method === 'POST' ? await request.clone().text() : ''
        const reply = await fetch(request)
        if (!body.includes('"loupe-stream-')) return reply
        const stream = ++streams
        const own = ['', await reply.text()].map((data, index) => ({ stream, id: `${stream}-${index}`, data }))
        events.push(...own)
        return wire(own)
      }
    return (await played({}, 'legacy', around)).get('RS-05')?.outcome
  }
  expect(await whose(false)).toBe('pass')
  expect(await whose(true)).toBe('fail')
})

test('apps and skills are read where a server has them', async () => {
  const uri = 'skill://a/SKILL.md'
  const unknown = () => Promise.reject(new FakeError(-32602, 'No such skill'))
  const entry = { uri, frontmatter: { name: 'a', description: 'x' }, resources: 'dynamic' }
  const tool = { name: 'draw', description: 'Draws', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://a' } } }
  const texts: { [uri: string]: [type: string, text: string] } = {
    [uri]: ['text/markdown', '---\nname: a\ndescription: y\n---\n'],
    'ui://a': ['text/html', '<!doctype html>'],
  }
  const extensions = { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} }
  const all = await played(
    {
      capabilities: { tools: {}, resources: {}, extensions },
      answers: {
        'tools/list': () => ({ tools: [tool] }),
        'skills/list': () => ({ skills: [entry] }),
        'skills/get': (params) => (params.uri === uri ? { skill: entry } : unknown()),
        'resources/read': (params) => {
          const asked = String(params.uri)
          const [mimeType = '', text = ''] = texts[asked] ?? []
          return mimeType === '' ? unknown() : { contents: [{ uri: asked, mimeType, text }] }
        },
      },
    },
    'legacy',
  )
  for (const id of ['SK-03', 'SK-20', 'SK-22', 'SK-24', 'AP-01', 'AP-09', 'AP-10']) expect(all.get(id)?.outcome, id).toBe('pass')
  for (const id of ['SK-25', 'AP-02']) expect(all.get(id)?.outcome, id).toBe('fail')
})
