// What is played to a server by a safe run: nothing that calls a tool which exists, writes or spends.
import { isObject, writeJson, type Json } from '../json.ts'
import { LOG_LEVELS } from '../traffic-row.ts'
import type { Scenario } from './scenario.ts'
import { ERA_SCENARIOS } from './scenario-eras.ts'
import { EXTENSION_SCENARIOS } from './scenario-extensions.ts'
import { GREETINGS } from './scenario-greetings.ts'
import { GUARD_SCENARIOS } from './scenario-guard.ts'
import { HTTP_SCENARIOS } from './scenario-http.ts'
import { completable, OFFER_SCENARIOS } from './scenario-offers.ts'
import {
  LISTS,
  MOST_READ,
  NOTHING,
  always,
  legacy,
  modern,
  declares,
  http,
  both,
  hasSession,
  message,
  known,
  pages,
  isBinary,
} from './scenario-parts.ts'

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'lists',
    title: 'Every list that is declared, to its end',
    impact: 'safe',
    for: [
      'CP-01',
      'PA-01',
      'PA-02',
      'TL-01',
      'TL-02',
      'TL-03',
      'TL-04',
      'TL-05',
      'RE-01',
      'RE-03',
      'RT-01',
      'RT-06',
      'PR-01',
      'PR-02',
      'CH-01',
    ],
    applies: always,
    async play(stage) {
      for (const [capability, method, member] of LISTS) if (declares(capability)(stage.session)) await pages(stage, method, member)
    },
  },
  {
    id: 'order',
    title: 'The list of tools once more',
    impact: 'safe',
    for: ['TL-14'],
    applies: both(modern, declares('tools')),
    play: async (stage) => void (await stage.ask('tools/list', {})),
  },
  {
    id: 'undeclared',
    title: 'Lists that are not declared',
    impact: 'safe',
    for: ['CP-02', 'CP-04'],
    applies: always,
    async play(stage) {
      for (const [capability, method] of LISTS)
        if (!declares(capability)(stage.session) && method !== 'resources/templates/list') await stage.ask(method, {})
      if (declares('completions')(stage.session)) return
      const wanted = await completable(stage)
      if (wanted !== undefined) await stage.ask('completion/complete', wanted)
    },
  },
  { id: 'ping', title: 'A ping', impact: 'safe', for: ['PI-01'], applies: legacy, play: async (stage) => void (await stage.ask('ping')) },
  {
    id: 'unknown-method',
    title: 'A method that does not exist',
    impact: 'safe',
    for: ['JR-09', 'JR-17', 'DV-15'],
    applies: always,
    play: async (stage) => void (await stage.ask('loupe/no-such-method', {})),
  },
  {
    id: 'unknown-notification',
    title: 'A notification that does not exist',
    impact: 'safe',
    for: ['JR-08'],
    // The newer era has no notifications of clients over HTTP.
    applies: (session) => legacy(session) || session.facts.transport === 'stdio',
    play: (stage) => stage.session.notify('notifications/loupe-unknown').catch(() => {}),
  },
  {
    id: 'unknown-tool',
    title: 'A tool that does not exist',
    impact: 'safe',
    for: ['TC-03'],
    applies: declares('tools'),
    play: async (stage) => void (await stage.ask('tools/call', { name: 'loupe-no-such-tool', arguments: {} })),
  },
  {
    id: 'unknown-prompt',
    title: 'A prompt that does not exist',
    impact: 'safe',
    for: ['PR-06'],
    applies: declares('prompts'),
    play: async (stage) => void (await stage.ask('prompts/get', { name: 'loupe-no-such-prompt' })),
  },
  {
    id: 'unknown-resource',
    title: 'A resource that does not exist',
    impact: 'safe',
    for: ['RE-10', 'RE-11', 'RE-12'],
    applies: declares('resources'),
    play: async (stage) => void (await stage.ask('resources/read', { uri: 'loupe-no-such-scheme://missing/1' })),
  },
  {
    id: 'read',
    title: 'The first resources',
    impact: 'safe',
    for: ['RE-06', 'RE-07', 'RE-08', 'RE-09'],
    applies: declares('resources'),
    async play(stage) {
      const all = (await pages(stage, 'resources/list', 'resources')).filter(isObject)
      const first = all.slice(0, MOST_READ)
      // One that is no text is served in another way.
      const other = first.some(isBinary) ? undefined : all.find(isBinary)
      for (const { uri } of other === undefined ? first : [...first, other])
        if (typeof uri === 'string') await stage.ask('resources/read', { uri })
    },
  },
  {
    id: 'prompt',
    title: 'The first prompts that need nothing',
    impact: 'safe',
    for: ['PR-04', 'PR-05', 'PR-09'],
    applies: declares('prompts'),
    async play(stage) {
      const result = await stage.ask('prompts/list', {})
      const all = isObject(result) && Array.isArray(result.prompts) ? result.prompts : []
      const free = all.filter(
        (one) =>
          isObject(one) &&
          !(Array.isArray(one.arguments) && one.arguments.some((argument) => isObject(argument) && argument.required === true)),
      )
      for (const one of free.slice(0, MOST_READ))
        if (isObject(one) && typeof one.name === 'string') await stage.ask('prompts/get', { name: one.name })
    },
  },
  {
    id: 'cursor',
    title: 'A cursor that was never given',
    impact: 'safe',
    for: ['PA-03'],
    applies: always,
    async play(stage) {
      for (const [capability, method] of LISTS)
        if (declares(capability)(stage.session)) await stage.ask(method, { cursor: 'loupe-no-such-cursor' })
    },
  },
  {
    id: 'completion',
    title: 'Completing for a prompt that does not exist',
    impact: 'safe',
    for: ['CM-04', 'CP-04'],
    applies: always,
    async play(stage) {
      const argument = { name: 'a', value: '' }
      await stage.ask('completion/complete', { ref: { type: 'ref/prompt', name: 'loupe-no-such-prompt' }, argument })
      await stage.ask('completion/complete', { ref: { type: 'ref/loupe', name: 'loupe-no-such-kind' }, argument })
    },
  },
  {
    id: 'levels',
    title: 'Each level of logging',
    impact: 'session',
    for: ['LG-01', 'LG-02'],
    applies: both(legacy, declares('logging')),
    async play(stage) {
      await stage.ask('logging/setLevel', { level: 'verbose' })
      for (const level of LOG_LEVELS) await stage.ask('logging/setLevel', { level })
    },
  },
  {
    id: 'ids',
    title: 'Unusual ids',
    impact: 'safe',
    for: ['JR-15', 'JR-02'],
    applies: always,
    async play(stage) {
      for (const id of ['loupe-abc', '7000007', '', 0, -7, Number.MAX_SAFE_INTEGER]) await stage.raw(message(stage, known(stage), { id }))
    },
  },
  {
    id: 'malformed',
    title: 'Messages that are none',
    impact: 'safe',
    for: ['JR-11', 'JR-12', 'JR-13', 'JR-16', 'JR-19'],
    applies: http,
    async play(stage) {
      const method = known(stage)
      await stage.raw(writeJson({ jsonrpc: '2.0', id: null, method, ...NOTHING }))
      await stage.raw(writeJson({ id: 'loupe-2', method, ...NOTHING }))
      await stage.raw(writeJson({ jsonrpc: '2.0', id: 'loupe-3' }))
      await stage.raw(message(stage, method, { id: 'loupe-4', params: [] }))
    },
  },
  {
    id: 'http',
    title: 'HTTP that is not as it should be',
    impact: 'safe',
    for: ['HT-05', 'HT-24'],
    applies: http,
    async play(stage) {
      await stage.raw('{"jsonrpc":"2.0","method":42}')
      const told = message(stage, known(stage))
      await stage.raw(told, { headers: stage.headers(told, { 'Content-Type': 'text/plain' }) })
    },
  },
  {
    id: 'version-header',
    title: 'Versions in the header that are none',
    impact: 'safe',
    for: ['HT-19', 'HT-20'],
    applies: both(http, ({ facts }) => facts.era === 'legacy' && facts.revision >= '2025-06-18'),
    async play(stage) {
      const text = message(stage, 'ping')
      for (const version of ['1900-01-01', 'not-a-version', undefined])
        await stage.raw(text, { headers: stage.headers(text, { 'MCP-Protocol-Version': version }) })
    },
  },
  {
    id: 'session-id',
    title: 'Requests without the session, or with another',
    impact: 'safe',
    for: ['SE-04', 'SE-07'],
    applies: both(http, hasSession),
    async play(stage) {
      const text = message(stage, known(stage))
      for (const id of [undefined, 'loupe-no-such-session'])
        await stage.raw(text, { headers: stage.headers(text, { 'Mcp-Session-Id': id }) })
    },
  },
  {
    id: 'unknown-version',
    title: 'A version that does not exist',
    impact: 'safe',
    for: ['DV-05'],
    applies: modern,
    async play(stage) {
      const { envelope = {} } = stage.session.facts
      const text = message(stage, 'server/discover', {
        params: { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } },
      })
      await stage.raw(
        text,
        stage.session.facts.transport === 'stdio' ? {} : { headers: stage.headers(text, { 'MCP-Protocol-Version': '1900-01-01' }) },
      )
    },
  },
  {
    id: 'envelope',
    title: 'Requests that lack a part of their envelope',
    impact: 'safe',
    for: ['DV-07', 'DV-08', 'DV-09', 'DV-10'],
    applies: modern,
    async play(stage) {
      const { envelope = {} } = stage.session.facts
      const lacking = (name: string): { [key: string]: Json } =>
        Object.fromEntries(Object.entries(envelope).filter(([key]) => key !== `io.modelcontextprotocol/${name}`))
      const method = known(stage)
      for (const name of ['protocolVersion', 'clientCapabilities', 'clientInfo']) {
        const text = message(stage, method, { params: { _meta: lacking(name) } })
        await stage.raw(
          text,
          http(stage.session) ? { headers: stage.headers(text, { 'MCP-Protocol-Version': stage.session.facts.revision }) } : {},
        )
      }
      const none = message(stage, method, { params: {} })
      await stage.raw(
        none,
        http(stage.session) ? { headers: stage.headers(none, { 'MCP-Protocol-Version': stage.session.facts.revision }) } : {},
      )
    },
  },
  {
    id: 'headers',
    title: 'Headers that say something else than the body',
    impact: 'safe',
    for: ['HD-01', 'HD-02', 'HD-03', 'HD-04', 'HD-10'],
    applies: both(modern, http),
    async play(stage) {
      const method = known(stage)
      const text = message(stage, method)
      const wrong: { [name: string]: string | undefined }[] = [
        { 'MCP-Protocol-Version': undefined },
        { 'MCP-Protocol-Version': '2025-11-25' },
        { 'Mcp-Method': undefined },
        { 'Mcp-Method': method === 'prompts/list' ? 'tools/list' : 'prompts/list' },
        { 'Mcp-Method': method.toUpperCase() },
      ]
      for (const change of wrong) await stage.raw(text, { headers: stage.headers(text, change) })
    },
  },
  {
    id: 'names',
    title: 'Names in headers that are not those of the body',
    impact: 'safe',
    for: ['HD-05', 'HD-06', 'HD-07', 'HD-08'],
    applies: both(modern, http, declares('resources')),
    async play(stage) {
      const result = await stage.ask('resources/list', {})
      const [first] = isObject(result) && Array.isArray(result.resources) ? result.resources : []
      if (!isObject(first) || typeof first.uri !== 'string') return
      const { envelope = {} } = stage.session.facts
      const text = message(stage, 'resources/read', { params: { uri: first.uri, _meta: envelope } })
      // Only what any header may hold can be coded here without more ado.
      const coded = /^[\x20-\x7E]*$/.test(first.uri) ? `=?base64?${btoa(first.uri)}?=` : undefined
      for (const name of [undefined, 'loupe-no-such-name', coded, '=?base64?%%%?='])
        await stage.raw(text, { headers: stage.headers(text, { 'Mcp-Name': name }) })
    },
  },
  {
    id: 'removed',
    title: 'Methods that this revision does not have',
    impact: 'safe',
    for: ['DV-17'],
    applies: modern,
    async play(stage) {
      for (const [method, params] of [
        ['ping', {}],
        ['logging/setLevel', { level: 'error' }],
        ['resources/subscribe', { uri: 'loupe-no-such-scheme://missing/1' }],
      ] as const)
        await stage.ask(method, params)
    },
  },
  {
    id: 'verbs',
    title: 'GET and DELETE',
    impact: 'safe',
    for: ['DV-19'],
    applies: both(modern, http),
    async play(stage) {
      // Who serves both eras tells them apart by this.
      const headers = stage.headers('', { 'MCP-Protocol-Version': stage.session.facts.revision })
      await stage.raw('', { http: 'GET', headers })
      await stage.raw('', { http: 'DELETE', headers })
    },
  },
  {
    id: 'arrays',
    title: 'An array of messages',
    impact: 'safe',
    for: ['BA-04', 'BA-06'],
    applies: http,
    async play(stage) {
      const text = message(stage, known(stage))
      const headers = stage.headers(text, {})
      await stage.raw('[]', { headers })
      if (stage.session.facts.revision >= '2025-06-18') await stage.raw(`[${text}]`, { headers })
    },
  },
  ...OFFER_SCENARIOS.filter(({ apart }) => apart !== true),
  ...EXTENSION_SCENARIOS.filter(({ apart }) => apart !== true),
  ...HTTP_SCENARIOS.filter(({ apart }) => apart !== true),
  ...ERA_SCENARIOS.filter(({ apart }) => apart !== true),
  ...GUARD_SCENARIOS,
  ...OFFER_SCENARIOS.filter(({ apart }) => apart === true),
  ...EXTENSION_SCENARIOS.filter(({ apart }) => apart === true),
  ...HTTP_SCENARIOS.filter(({ apart }) => apart === true),
  ...ERA_SCENARIOS.filter(({ apart }) => apart === true),
  ...GREETINGS,
]
