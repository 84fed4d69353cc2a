// What is played about the newer era: first requests, odd envelopes, other clients, other connections; and about both eras at once.
import { isObject, writeJson, type Json } from '../json.ts'
import { LEGACY_REVISIONS } from '../dialect/revisions.ts'
import type { Session } from '../session-types.ts'
import type { Scenario, Stage } from './scenario.ts'
import { both, declares, http, known, LISTS, message, modern } from './scenario-parts.ts'

const META = 'io.modelcontextprotocol/'
type Obj = { [name: string]: Json }
const probe = (stage: Stage, id: string, change: Obj, method = known(stage)): string => {
  const { envelope = {} } = stage.session.facts
  return message(stage, method, { id: `loupe-${id}`, params: { _meta: { ...envelope, ...change } } })
}
const headersOf = (session: Session, text: string, method: string, name?: string): [string, string][] =>
  http(session)
    ? [
        ['MCP-Protocol-Version', session.facts.revision],
        ['Mcp-Method', method],
        ...(name === undefined ? [] : [['Mcp-Name', name] as [string, string]]),
      ]
    : []
/** Versions of the older era that it says it has. */
const olderOf = ({ facts }: Session): string[] => {
  const greeting = isObject(facts.greeting) ? facts.greeting.supportedVersions : undefined
  return Array.isArray(greeting) ? greeting.filter((one): one is string => (LEGACY_REVISIONS as readonly unknown[]).includes(one)) : []
}

export const ERA_SCENARIOS: readonly Scenario[] = [
  {
    id: 'types',
    title: 'Envelopes of other types',
    impact: 'safe',
    for: ['DV-11'],
    applies: modern,
    async play(stage) {
      const wrong: Obj[] = [{ [`${META}clientCapabilities`]: [] }, { [`${META}clientInfo`]: 'loupe' }]
      for (const change of wrong) await stage.raw(probe(stage, 'types', change))
    },
  },
  {
    id: 'trace',
    title: 'A request with a trace, and one with a log level that there is not',
    impact: 'safe',
    for: ['DV-26', 'LG-07'],
    applies: modern,
    async play(stage) {
      await stage.raw(probe(stage, 'trace', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }))
      if (declares('logging')(stage.session)) await stage.raw(probe(stage, 'verbose', { [`${META}logLevel`]: 'verbose' }))
    },
  },
  {
    id: 'other-client',
    title: 'Lists for a client of another name',
    impact: 'safe',
    for: ['DV-22'],
    applies: modern,
    async play(stage) {
      for (const [capability, method] of LISTS)
        if (declares(capability)(stage.session))
          await stage.raw(probe(stage, `other-${method}`, { [`${META}clientInfo`]: { name: 'another-client', version: '9' } }, method))
    },
  },
  {
    id: 'again',
    title: 'Every list once more',
    impact: 'safe',
    for: ['DV-21', 'CH-05'],
    applies: modern,
    async play(stage) {
      for (const [capability, method] of LISTS) if (declares(capability)(stage.session)) await stage.ask(method, {})
    },
  },
  {
    id: 'first',
    title: 'A list as the first request, over a connection of its own, and what was listed before',
    impact: 'safe',
    apart: true,
    for: ['DV-12', 'ST-11', 'DV-20', 'DV-23', 'PA-05'],
    applies: modern,
    async play(stage) {
      const { session } = stage
      const method = known(stage)
      const first = probe(stage, 'first', {}, method)
      const [resource, page] = await found(stage)
      const { envelope = {} } = session.facts
      await stage.apart(async (aside) => {
        await aside.send(first, headersOf(session, first, method))
        if (resource !== undefined) {
          const text = writeJson({
            jsonrpc: '2.0',
            id: 'loupe-elsewhere',
            method: 'resources/read',
            params: { uri: resource, _meta: envelope },
          })
          await aside.send(text, headersOf(session, text, 'resources/read', resource))
        }
        if (page !== undefined) {
          const text = writeJson({
            jsonrpc: '2.0',
            id: 'loupe-page',
            method: page.method,
            params: { cursor: page.cursor, _meta: envelope },
          })
          await aside.send(text, headersOf(session, text, page.method))
        }
        const again = await aside.greet(session.facts.revision)
        for (const [capability, list] of LISTS)
          if (declares(capability)(again)) await again.request(list, {}, { signal: stage.signal }).catch(() => {})
      })
    },
  },
  {
    id: 'older',
    title: 'A greeting of the older era to a server of the newer',
    impact: 'session',
    apart: true,
    for: ['DV-18', 'DV-06'],
    applies: modern,
    play: (stage) => {
      const older = olderOf(stage.session)
      const version = older.at(-1) ?? LEGACY_REVISIONS.at(-1)!
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } }
      return stage.apart((aside) => aside.send(writeJson({ jsonrpc: '2.0', id: 'older', method: 'initialize', params })))
    },
  },
  {
    id: 'woven',
    title: 'Both eras side by side: lists, a resource and a prompt in each',
    impact: 'session',
    apart: true,
    for: ['DV-24'],
    applies: both(modern, (session) => olderOf(session).length > 0),
    play: (stage) => inBothEras(stage, readable),
  },
  {
    id: 'listen',
    title: 'Subscriptions: to all, to nothing, to what there is not, two at once',
    impact: 'session',
    for: ['LS-01', 'LS-02', 'LS-03', 'LS-07', 'LS-11', 'LS-12'],
    applies: both(modern, http),
    async play(stage) {
      const { envelope = {} } = stage.session.facts
      const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [] }
      const send = (id: string, params: Obj, ms = 400): Promise<unknown> => {
        const text = message(stage, 'subscriptions/listen', { id, params: { ...params, _meta: envelope } })
        return stage.http({ method: 'POST', headers: stage.headers(text, {}), body: text, ms })
      }
      const brief = async (): Promise<void> => {
        await send('loupe-listen-empty', { notifications: {} })
        await send('loupe-listen-none', {})
        await send('loupe-listen-wrong', { notifications: [] })
      }
      // One is kept long enough to say that nothing came.
      await Promise.all([send('loupe-all', { notifications: all }, 2200), brief()])
    },
  },
]

/** Asks for the same in each era, in conversations of their own. `chosen`: what beside the lists, from what the older era has. */
export async function inBothEras(stage: Stage, chosen: (lists: Map<string, Json[]>) => [method: string, params: Obj][]): Promise<void> {
  const { session, signal } = stage
  const { envelope = {} } = session.facts
  let wishes: [method: string, params: Obj][] = []
  await stage.apart(async (aside) => {
    const lists = new Map<string, Json[]>()
    const old = await aside.greet('legacy')
    const woven = probe(stage, 'woven', {})
    // A process speaks one era.
    if (http(session)) await aside.send(woven, headersOf(session, woven, known(stage)))
    for (const [capability, method, member] of LISTS) {
      if (!declares(capability)(old)) continue
      const { result } = await old.request(method, {}, { signal }).catch(() => ({ result: null }))
      const items = isObject(result) ? result[member] : undefined
      if (Array.isArray(items)) lists.set(method, items)
    }
    wishes = chosen(lists)
    for (const [index, [method, params]] of wishes.entries())
      await old.raw(writeJson({ jsonrpc: '2.0', id: `loupe-both-old-${index}`, method, params }), { signal }).catch(() => {})
  })
  if (wishes.length === 0) return
  await stage.apart(async (aside) => {
    const newer = await aside.greet(session.facts.revision)
    // Which arguments of a tool travel as headers is in its list.
    if (wishes.some(([method]) => method === 'tools/call')) await newer.request('tools/list', {}, { signal }).catch(() => {})
    for (const [index, [method, params]] of wishes.entries()) {
      const text = writeJson({ jsonrpc: '2.0', id: `loupe-both-new-${index}`, method, params: { ...params, _meta: envelope } })
      await newer.raw(text, { signal }).catch(() => {})
    }
  })
}

/** The first resource, and the first prompt that needs no argument. */
function readable(lists: Map<string, Json[]>): [method: string, params: Obj][] {
  const [resource] = lists.get('resources/list') ?? []
  const prompt = lists.get('prompts/list')?.find((one) => isObject(one) && !needy(one.arguments))
  return [
    ...(isObject(resource) && typeof resource.uri === 'string' ? [['resources/read', { uri: resource.uri }] as [string, Obj]] : []),
    ...(isObject(prompt) && typeof prompt.name === 'string' ? [['prompts/get', { name: prompt.name }] as [string, Obj]] : []),
  ]
}

const needy = (given: Json | undefined): boolean => Array.isArray(given) && given.some((one) => isObject(one) && one.required === true)

/** A resource that can be read, and a list that goes on. */
async function found(stage: Stage): Promise<[resource: string | undefined, page: { method: string; cursor: string } | undefined]> {
  let resource: string | undefined
  let page: { method: string; cursor: string } | undefined
  for (const [capability, method] of LISTS) {
    if (!declares(capability)(stage.session)) continue
    const result = await stage.ask(method, {})
    if (!isObject(result)) continue
    if (typeof result.nextCursor === 'string') page ??= { method, cursor: result.nextCursor }
    const [first] = method === 'resources/list' && Array.isArray(result.resources) ? result.resources : []
    if (isObject(first) && typeof first.uri === 'string') resource = first.uri
  }
  return [resource, page]
}
