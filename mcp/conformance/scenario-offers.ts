// What is played about resources, prompts, completion, calls that must fail, and messages that are odd. No tool that exists is called.
import { isObject, writeJson, type Json } from '../json.ts'
import { NO_URIS } from './rules/requests.ts'
import type { Scenario, Stage } from './scenario.ts'
import { both, declares, http, known, legacy, LISTS, message, modern } from './scenario-parts.ts'

type Obj = { [name: string]: Json }
const MANY = 1_000_000
/** Milliseconds that the answer to a line is waited for, which need not have one. */
const LATE = 200

async function listed(stage: Stage, method: string, member: string): Promise<Obj[]> {
  const result = await stage.ask(method, {})
  const all = isObject(result) ? result[member] : undefined
  return Array.isArray(all) ? all.filter(isObject) : []
}
const argumentsOf = (one: Obj): Obj[] => (Array.isArray(one.arguments) ? one.arguments.filter(isObject) : [])
const probe = (stage: Stage, id: string, method: string, params: Obj): Promise<void> => {
  const { envelope } = stage.session.facts
  return stage.raw(message(stage, method, { id: `loupe-${id}`, params: envelope === undefined ? params : { ...params, _meta: envelope } }))
}
/** A template with each of its parts replaced. */
const expand = (template: string, value: string): string => template.replace(/\{[^}]*\}/g, value)
/** What could be completed: an argument of a prompt that exists, or a variable of a template. */
export async function completable(stage: Stage): Promise<Obj | undefined> {
  if (declares('prompts')(stage.session))
    for (const prompt of await listed(stage, 'prompts/list', 'prompts')) {
      const name = argumentsOf(prompt)[0]?.name
      if (typeof name === 'string' && typeof prompt.name === 'string')
        return { ref: { type: 'ref/prompt', name: prompt.name }, argument: { name, value: '' } }
    }
  if (!declares('resources')(stage.session)) return undefined
  const uri = (await listed(stage, 'resources/templates/list', 'resourceTemplates'))[0]?.uriTemplate
  const variable = typeof uri === 'string' ? /\{[+#./;?&]?(\w+)/.exec(uri)?.[1] : undefined
  return typeof uri === 'string' && variable !== undefined
    ? { ref: { type: 'ref/resource', uri }, argument: { name: variable, value: '' } }
    : undefined
}
const subscribes = declares('resources')
const canSubscribe: Scenario['applies'] = (session) => {
  const own = session.facts.capabilities.resources
  return legacy(session) && isObject(own) && own.subscribe === true
}

export const OFFER_SCENARIOS: readonly Scenario[] = [
  {
    id: 'no-uri',
    title: 'Addresses that are none, and some that climb out',
    impact: 'safe',
    for: ['RE-13', 'RE-14'],
    applies: subscribes,
    async play(stage) {
      for (const uri of NO_URIS) await stage.ask('resources/read', { uri })
      await probe(stage, 'no-uri', 'resources/read', {})
      const [file] = (await listed(stage, 'resources/list', 'resources')).filter(
        ({ uri }) => typeof uri === 'string' && uri.startsWith('file:'),
      )
      if (typeof file?.uri !== 'string') return
      const folder = file.uri.replace(/[^/]*$/, '')
      for (const up of ['../'.repeat(12), '%2e%2e/'.repeat(12)]) await stage.ask('resources/read', { uri: `${folder}${up}etc/passwd` })
    },
  },
  {
    id: 'templates',
    title: 'Addresses made from templates',
    impact: 'safe',
    for: ['RT-03', 'RT-04'],
    applies: subscribes,
    async play(stage) {
      const templates = (await listed(stage, 'resources/templates/list', 'resourceTemplates')).slice(0, 2)
      for (const { uriTemplate } of templates) {
        if (typeof uriTemplate !== 'string') continue
        await probe(stage, 'template-plain', 'resources/read', { uri: expand(uriTemplate, '1') })
        await probe(stage, 'template-odd', 'resources/read', { uri: expand(uriTemplate, '..%2F..%2F..%2F..%2Fetc%2Fpasswd%3F%C3%A9%20') })
      }
    },
  },
  {
    id: 'subscribe',
    title: 'A subscription to a resource, and its end',
    impact: 'session',
    for: ['SU-01', 'SU-03', 'SU-05'],
    applies: canSubscribe,
    async play(stage) {
      const [first] = await listed(stage, 'resources/list', 'resources')
      if (typeof first?.uri === 'string') {
        await stage.ask('resources/subscribe', { uri: first.uri })
        await stage.ask('resources/unsubscribe', { uri: first.uri })
      }
      const none = 'loupe-no-such-scheme://missing/1'
      await stage.ask('resources/subscribe', { uri: none })
      await stage.ask('resources/unsubscribe', { uri: none })
    },
  },
  {
    id: 'no-subscribe',
    title: 'A subscription where there are none',
    impact: 'session',
    for: ['SU-05'],
    applies: (session, ways, pigs) => legacy(session) && declares('resources')(session) && !canSubscribe(session, ways, pigs),
    play: async (stage) => void (await stage.ask('resources/subscribe', { uri: 'loupe-no-such-scheme://missing/1' })),
  },
  {
    id: 'prompt-arguments',
    title: 'Prompts without what they require, with numbers, with markup',
    impact: 'safe',
    for: ['PR-07', 'PR-08', 'PR-10'],
    applies: declares('prompts'),
    async play(stage) {
      const all = await listed(stage, 'prompts/list', 'prompts')
      const strict = all.find((one) => argumentsOf(one).some(({ required }) => required === true))
      const any = all.find((one) => argumentsOf(one).length > 0)
      if (typeof strict?.name === 'string') await stage.ask('prompts/get', { name: strict.name, arguments: {} })
      if (typeof any?.name !== 'string') return
      const filled = (value: Json): Obj =>
        Object.fromEntries(argumentsOf(any).flatMap(({ name }) => (typeof name === 'string' ? [[name, value]] : [])))
      await stage.ask('prompts/get', { name: any.name, arguments: filled(7) })
      await probe(stage, 'markup', 'prompts/get', { name: any.name, arguments: filled('<b>"loupe"</b>\n\'; --') })
    },
  },
  {
    id: 'nameless-call',
    title: 'Calls without a name, and with a list of arguments',
    impact: 'safe',
    for: ['TC-04'],
    applies: declares('tools'),
    async play(stage) {
      await probe(stage, 'nameless', 'tools/call', { arguments: {} })
      await probe(stage, 'array-args', 'tools/call', { name: 'loupe-no-such-tool', arguments: [] })
    },
  },
  {
    id: 'completions',
    title: 'Completing arguments and variables',
    impact: 'safe',
    for: ['CM-01', 'CM-02', 'CM-03', 'CM-05', 'CM-06', 'SX-05'],
    applies: declares('completions'),
    async play(stage) {
      const prompt = declares('prompts')(stage.session)
        ? (await listed(stage, 'prompts/list', 'prompts')).find((one) => argumentsOf(one).length > 0)
        : undefined
      const name = prompt === undefined ? undefined : argumentsOf(prompt)[0]?.name
      if (typeof prompt?.name === 'string' && typeof name === 'string') {
        const ref = { type: 'ref/prompt', name: prompt.name }
        const result = await stage.ask('completion/complete', { ref, argument: { name, value: '' } })
        const values = isObject(result) && isObject(result.completion) ? result.completion.values : undefined
        const some = Array.isArray(values) && typeof values[0] === 'string' ? values[0].slice(0, 2) : 'a'
        for (const value of [some, 'passw', '/etc/']) await stage.ask('completion/complete', { ref, argument: { name, value } })
        if (stage.session.facts.revision >= '2025-06-18')
          await probe(stage, 'context', 'completion/complete', { ref, argument: { name, value: '' }, context: { arguments: {} } })
      }
      if (!declares('resources')(stage.session)) return
      const [template] = await listed(stage, 'resources/templates/list', 'resourceTemplates')
      const uri = template?.uriTemplate
      const variable = typeof uri === 'string' ? /\{[+#./;?&]?(\w+)/.exec(uri)?.[1] : undefined
      if (typeof uri === 'string' && variable !== undefined)
        await stage.ask('completion/complete', { ref: { type: 'ref/resource', uri }, argument: { name: variable, value: '' } })
    },
  },
  {
    id: 'second-page',
    title: 'The second page of a list, twice',
    impact: 'safe',
    for: ['PA-04'],
    applies: () => true,
    async play(stage) {
      for (const [capability, method] of LISTS) {
        if (!declares(capability)(stage.session)) continue
        const result = await stage.ask(method, {})
        if (!isObject(result) || typeof result.nextCursor !== 'string') continue
        for (let time = 0; time < 2; time++) await stage.ask(method, { cursor: result.nextCursor })
        return
      }
    },
  },
  {
    id: 'cancel-nothing',
    title: 'Cancelling what is not under way',
    impact: 'safe',
    for: ['CA-02', 'CA-04'],
    applies: (session) => legacy(session) || session.facts.transport === 'stdio',
    async play(stage) {
      await stage.session.notify('notifications/cancelled', { requestId: 'loupe-never' }).catch(() => {})
      await probe(stage, 'after-cancel', known(stage), {})
    },
  },
  {
    id: 'odd-ids',
    title: 'Ids that are none, and a text that is no JSON',
    impact: 'safe',
    for: ['JR-10', 'JR-14', 'JR-30'],
    applies: http,
    async play(stage) {
      const method = known(stage)
      const { envelope } = stage.session.facts
      const params = envelope === undefined ? {} : { _meta: envelope }
      const headers = stage.headers(message(stage, method), {})
      for (const id of [1.5, {}, true]) await stage.raw(writeJson({ jsonrpc: '2.0', id, method, params }), { headers })
      await stage.raw('{"jsonrpc":"2.0","id":"loupe-cut",', { headers })
    },
  },
  {
    id: 'malformed-lines',
    title: 'Lines that are JSON, and no messages',
    // A process may end at such a line: it is one of its own.
    impact: 'session',
    apart: true,
    for: ['JR-11', 'JR-12', 'JR-13', 'JR-14', 'JR-16'],
    applies: ({ facts }) => facts.transport === 'stdio',
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(stage.session.facts.revision)
        const method = known(stage)
        const { envelope } = stage.session.facts
        const own = { method, params: envelope === undefined ? {} : { _meta: envelope } }
        for (const line of [
          { id: 'loupe-2', ...own },
          { jsonrpc: '2.0', id: 'loupe-3' },
          { jsonrpc: '2.0', id: null, ...own },
          { jsonrpc: '2.0', id: 'loupe-4', method, params: [] },
          ...[1.5, {}, true].map((id) => ({ jsonrpc: '2.0', id, ...own })),
        ]) {
          await aside.http({ method: 'POST', body: writeJson(line), ms: LATE })
          // What is read in order has been answered by the time that this is.
          await session.request(method, {}, { signal: stage.signal, limits: { idle: 2000, total: 2000 } }).catch(() => {})
        }
      }),
  },
  {
    id: 'cut',
    title: 'A line that is no JSON',
    // Some end at that.
    impact: 'session',
    apart: true,
    for: ['JR-10'],
    applies: ({ facts }) => facts.transport === 'stdio',
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(stage.session.facts.revision)
        // Most say nothing to that; an error that has no id may end the request after it.
        await aside.http({ method: 'POST', body: '{"jsonrpc":"2.0","id":"loupe-cut",', ms: 500 })
        const limits = { idle: 2000, total: 2000 }
        await session.request(known(stage), {}, { signal: stage.signal, limits }).catch(() => {})
        await session.request(known(stage), {}, { signal: stage.signal, limits })
      }),
  },
  {
    id: 'large',
    title: 'A request of a megabyte',
    impact: 'safe',
    for: ['ST-07'],
    applies: ({ facts }) => facts.transport === 'stdio',
    play(stage) {
      const { envelope = {} } = stage.session.facts
      return stage.raw(
        message(stage, known(stage), { id: 'loupe-large', params: { _meta: { ...envelope, 'example.com/pad': 'x'.repeat(MANY) } } }),
      )
    },
  },
  {
    id: 'five',
    title: 'Five requests at once',
    impact: 'safe',
    for: ['ST-10'],
    applies: both(modern, ({ facts }) => facts.transport === 'stdio'),
    play: async (stage) => void (await Promise.all([1, 2, 3, 4, 5].map((index) => probe(stage, `five-${index}`, known(stage), {})))),
  },
  {
    id: 'tasks',
    title: 'Tasks that do not exist',
    impact: 'safe',
    for: ['TK-08', 'TK-11'],
    applies: both(legacy, declares('tasks')),
    async play(stage) {
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) await stage.ask(method, { taskId: 'loupe-no-such-task' })
      await stage.ask('tasks/list', {})
      await stage.ask('tasks/list', { cursor: 'loupe-no-such-cursor' })
    },
  },
  {
    id: 'task-extension',
    title: 'Tasks that do not exist, with and without the extension',
    impact: 'safe',
    for: ['XE-05', 'XE-06', 'XE-12', 'XE-14'],
    applies: modern,
    async play(stage) {
      for (const method of ['tasks/result', 'tasks/list']) await stage.ask(method, { taskId: 'loupe-no-such-task' })
      const { envelope = {}, capabilities } = stage.session.facts
      const extensions = isObject(capabilities.extensions) ? capabilities.extensions : {}
      const name = 'io.modelcontextprotocol/tasks'
      if (extensions[name] === undefined) return
      const send = async (declared: boolean, header?: string): Promise<void> => {
        const own: Obj = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': declared ? { extensions: { [name]: {} } } : {} }
        const text = message(stage, 'tasks/get', { id: `loupe-task-${declared}`, params: { taskId: 'loupe-no-such-task', _meta: own } })
        const named = header === undefined && http(stage.session) ? 'loupe-no-such-task' : header
        await stage.raw(text, named === undefined ? {} : { headers: stage.headers(text, { 'Mcp-Name': named }) })
      }
      await send(true)
      await send(false)
      if (http(stage.session)) await send(true, 'loupe-another-task')
    },
  },
]
