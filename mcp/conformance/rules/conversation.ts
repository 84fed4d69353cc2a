// How a conversation begins, what each side declares, and whether the server keeps to it.
import { isObject, type Json } from '../../json.ts'
import { LEGACY_REVISIONS, MODERN_REVISIONS } from '../../dialect/revisions.ts'
import { BOTH, CAPABILITY, isText } from '../items.ts'
import { LEGACY, MODERN, since } from '../revision.ts'
import { each, eachOf, quote, remembering, type Look, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'

const KNOWN: readonly string[] = [...LEGACY_REVISIONS, ...MODERN_REVISIONS]
const GREETINGS = ['result initialize', 'result server/discover'] as const

const implementation = (info: Json | undefined): Look => {
  if (!isObject(info)) return { says: `it is ${quote(info)}`, at: '/result/serverInfo' }
  const missing = ['name', 'version'].find((name) => !isText(info[name]))
  return missing === undefined ? undefined : { says: `its ${missing} is ${quote(info[missing])}`, at: '/result/serverInfo' }
}

/** What the first implementations spoke, before there was a revision. */
const BEFORE_THE_FIRST = '2024-10-07'

/**
 * No version that there was, is, or may be one day: a date of the calendar after the last that is known may be that of a revision to come, and
 * drafts have names of their own.
 */
function isMadeUp(version: string): boolean {
  if (KNOWN.includes(version) || version === BEFORE_THE_FIRST || /^draft\b/i.test(version)) return false
  const day = /^\d{4}-\d{2}-\d{2}$/.test(version) ? new Date(`${version}T00:00:00Z`) : undefined
  const real = day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(version)
  return !real || version < KNOWN.toSorted().at(-1)!
}

/** Our requests that are made up to be refused. */
const madeUp = (method: string): boolean => method.startsWith('loupe/')

export const CONVERSATION_RULES: readonly Rule[] = [
  {
    id: 'LC-01',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', '2025-11-25/basic/lifecycle'],
    says: 'initialize is answered with a version, capabilities, and the name and version of the server.',
    looksAt: 'answer to initialize',
    mend: 'Answer with {"protocolVersion", "capabilities": {}, "serverInfo": {"name", "version"}}.',
    ...each(['result initialize'], 'MUST', ({ result, asked }) => {
      // LC-08 looks at what lacked a part itself.
      if (asked?.params.protocolVersion === undefined) return null
      if (!isText(result.protocolVersion))
        return { says: `protocolVersion is ${quote(result.protocolVersion)}`, at: '/result/protocolVersion' }
      if (!isObject(result.capabilities)) return { says: `capabilities is ${quote(result.capabilities)}`, at: '/result/capabilities' }
      return implementation(result.serverInfo)
    }),
  },
  {
    id: 'LC-02',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', '2025-11-25/basic/lifecycle'],
    says: 'A version that the server supports is answered with the same.',
    looksAt: 'version that was agreed on',
    yields: ['LC-03', 'LC-04'],
    mend: 'Answer with the version that was asked for when it is supported.',
    ...remembering(
      ['result initialize'],
      'MUST',
      () => ({ spoken: new Set<string>(), refused: new Map<string, { seq: number; answered: string }>() }),
      ({ result, asked, seq }, { spoken, refused }) => {
        const wanted = asked?.params.protocolVersion
        if (!isText(wanted) || !KNOWN.includes(wanted)) return null
        const answered = quote(result.protocolVersion)
        if (result.protocolVersion === wanted) {
          spoken.add(wanted)
          const before = refused.get(wanted)
          return before === undefined
            ? undefined
            : `${wanted} is answered with the same, and was answered with ${before.answered} before (#${before.seq})`
        }
        // Who answers with another version need not have this one: only having spoken it tells.
        if (!spoken.has(wanted)) {
          refused.set(wanted, { seq, answered })
          return null
        }
        return { says: `${wanted} was agreed on before, and is answered with ${answered}`, at: '/result/protocolVersion' }
      },
      undefined,
      true,
    ),
  },
  {
    id: 'LC-03',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', '2025-11-25/basic/lifecycle'],
    says: 'A version that the server does not support is answered with one that it does.',
    looksAt: 'initialize that was answered with another version',
    remark: 'An error is a remark: an example of the specification has that form.',
    mend: 'Answer with your newest version; the client says whether it can do with that.',
    ...each(BOTH('initialize'), 'MUST', ({ kind, result, asked, error }) => {
      const wanted = asked?.params.protocolVersion
      if (!isText(wanted)) return null
      const made = kind === 'result' && isText(result.protocolVersion) && isMadeUp(result.protocolVersion)
      if (made)
        return {
          says: `${quote(wanted)} is answered with ${quote(result.protocolVersion)}, which is no version of the protocol`,
          at: '/result/protocolVersion',
        }
      if (KNOWN.includes(wanted)) return null
      if (kind === 'failure')
        return { says: `it is answered with the error ${error?.code}: the form that an example of the specification has`, outcome: 'info' }
      return isText(result.protocolVersion) && result.protocolVersion !== wanted
        ? undefined
        : { says: `it says that it speaks ${quote(result.protocolVersion)}`, at: '/result/protocolVersion' }
    }),
  },
  {
    id: 'LC-04',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle'],
    says: 'The version is a date, and that of a known revision.',
    looksAt: 'answer to initialize',
    mend: 'Answer with one of the published revisions, such as "2025-11-25".',
    yields: ['LC-03'],
    ...each(['result initialize'], 'derived', ({ result: { protocolVersion } }) =>
      !isText(protocolVersion)
        ? null
        : (LEGACY_REVISIONS as readonly string[]).includes(protocolVersion)
          ? undefined
          : {
              says: `it is ${quote(protocolVersion)}${KNOWN.includes(protocolVersion) ? ', which begins without initialize' : ''}`,
              at: '/result/protocolVersion',
            },
    ),
  },
  {
    id: 'LC-05',
    level: 'custom',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', '2026-07-28/basic/transports/stdio'],
    says: 'Nothing is answered before initialize.',
    looksAt: 'request before initialize',
    mend: 'Answer with an error until the client has been greeted.',
    ...each(
      ['result tools/list', 'result resources/list', 'result prompts/list', 'result tools/call', 'failure'],
      'custom',
      ({ kind, asked, method }, { greeted, era }) => {
        if (greeted || era !== undefined || asked === undefined || asked.revision !== undefined || CAPABILITY[method] === undefined)
          return null
        return kind === 'failure' ? undefined : `${method} is answered with a result`
      },
    ),
  },
  {
    id: 'LC-07',
    level: 'SHOULD NOT',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', '2025-11-25/basic/lifecycle'],
    says: 'Before notifications/initialized the server asks for nothing but a ping.',
    looksAt: 'greeting, and what followed it',
    mend: 'Wait for the notification before the first request.',
    ...remembering(
      ['sent notifications/initialized', 'sent', 'request', 'result initialize'],
      'SHOULD NOT',
      () => ({ greeted: false, ready: false }),
      (seen, memory) => {
        if (seen.kind === 'sent') {
          const ready = seen.method === 'notifications/initialized' && !memory.ready && memory.greeted
          if (ready) memory.ready = true
          return ready ? undefined : null
        }
        if (seen.kind === 'result') {
          memory.greeted = true
          return null
        }
        return memory.ready || !memory.greeted || seen.method === 'ping' ? null : `it asks for ${seen.method}`
      },
    ),
  },
  {
    id: 'LC-10',
    level: 'derived',
    revisions: LEGACY,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Instructions are a text.',
    looksAt: 'instructions',
    mend: 'Send "instructions" as one text, or leave it out.',
    ...each(['result initialize'], 'derived', ({ result: { instructions } }) =>
      instructions === undefined
        ? null
        : isText(instructions)
          ? undefined
          : { says: `they are ${quote(instructions)}`, at: '/result/instructions' },
    ),
  },
  {
    id: 'LC-11',
    level: 'derived',
    revisions: LEGACY,
    spec: ['schema/2024-11-05/schema.ts', 'schema/2025-11-25/schema.ts'],
    says: 'Capabilities are objects; listChanged and subscribe are true or false.',
    looksAt: 'answer to initialize',
    mend: 'Declare each capability as an object, as "tools": {}, and within it listChanged and subscribe as true or false.',
    ...each(['result initialize'], 'derived', ({ result: { capabilities } }) => {
      if (!isObject(capabilities)) return null
      for (const [name, value] of Object.entries(capabilities)) {
        if (!isObject(value)) return { says: `"${name}" is ${quote(value)}`, at: `/result/capabilities/${name}` }
        for (const flag of ['listChanged', 'subscribe'])
          if (value[flag] !== undefined && typeof value[flag] !== 'boolean')
            return { says: `"${flag}" is ${quote(value[flag])}`, at: `/result/capabilities/${name}/${flag}` }
      }
      return undefined
    }),
  },
  {
    id: 'LC-12',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['schema/2025-06-18/schema.ts', 'schema/2026-07-28/schema.ts'],
    says: 'What the server says of itself is well formed.',
    looksAt: 'serverInfo',
    mend: 'Give serverInfo a name and a version that are texts, and the other members the form that the schema has for them.',
    ...each(['result initialize'], 'derived', ({ result: { serverInfo } }) => {
      if (!isObject(serverInfo)) return null
      const wrong = ['title', 'description', 'websiteUrl'].find((name) => serverInfo[name] !== undefined && !isText(serverInfo[name]))
      return wrong === undefined ? undefined : { says: `"${wrong}" is ${quote(serverInfo[wrong])}`, at: `/result/serverInfo/${wrong}` }
    }),
  },
  {
    id: 'DV-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/discover', '2026-07-28/server/utilities/caching', 'schema/2026-07-28/schema.ts'],
    says: 'server/discover says which versions and capabilities the server has, and how long that holds.',
    looksAt: 'answer to server/discover',
    mend: 'Answer server/discover with "supportedVersions" (an array of texts), "capabilities", "ttlMs" and "cacheScope".',
    ...each(['result server/discover'], 'MUST', ({ result }) => {
      const { supportedVersions, capabilities, ttlMs, cacheScope, instructions } = result
      if (!Array.isArray(supportedVersions) || supportedVersions.length === 0 || !supportedVersions.every(isText))
        return { says: `supportedVersions is ${quote(supportedVersions)}`, at: '/result/supportedVersions' }
      if (!isObject(capabilities)) return { says: `capabilities is ${quote(capabilities)}`, at: '/result/capabilities' }
      // CH-01 and CH-02 look at these closer.
      if (ttlMs === undefined || cacheScope === undefined) return null
      return instructions === undefined || isText(instructions)
        ? undefined
        : { says: `instructions is ${quote(instructions)}`, at: '/result/instructions' }
    }),
  },
  {
    id: 'DV-03',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', '2026-07-28/server/discover'],
    says: 'Every result says which server gave it, and always the same.',
    looksAt: 'result',
    yields: ['JR-17', 'DV-17', 'XE-12'],
    mend: 'Put {"name", "version"} under "io.modelcontextprotocol/serverInfo" in the _meta of each result.',
    ...remembering(
      ['result'],
      'SHOULD',
      () => ({ first: undefined as string | undefined }),
      ({ result }, memory) => {
        const meta = isObject(result._meta) ? result._meta : {}
        const info = meta['io.modelcontextprotocol/serverInfo']
        const at = '/result/_meta'
        if (!isObject(info) || !isText(info.name) || !isText(info.version)) return { says: `the serverInfo is ${quote(info)}`, at }
        const text = `${info.name} ${info.version}`
        memory.first ??= text
        return memory.first === text ? undefined : { says: `it is ${text}, and was ${memory.first}`, at }
      },
    ),
  },
  {
    id: 'DV-04',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/discover'],
    says: 'The version that is spoken is among those that are supported.',
    looksAt: 'answer to server/discover',
    yields: ['DV-02'],
    mend: 'Name in "supportedVersions" every version that you answer in.',
    ...each(['result server/discover'], 'derived', ({ result: { supportedVersions }, asked }) =>
      !Array.isArray(supportedVersions) || asked?.revision === undefined
        ? null
        : supportedVersions.includes(asked.revision)
          ? undefined
          : { says: `${asked.revision} is not`, at: '/result/supportedVersions' },
    ),
  },
  {
    id: 'DV-05',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/versioning', '2026-07-28/basic/transports/streamable-http'],
    says: 'An unknown version is answered with the error -32022 and the versions that are supported.',
    looksAt: 'request with an unknown version',
    mend: 'Answer with {"code": -32022, "data": {"supported": […], "requested": …}} and HTTP 400.',
    ...each(BOTH('server/discover'), 'MUST', ({ asked, kind, error, trip }) => {
      const meta = isObject(asked?.params._meta) ? asked.params._meta : {}
      if (meta['io.modelcontextprotocol/protocolVersion'] !== '1900-01-01') return null
      if (kind === 'result') return 'it is answered with a result'
      if (error?.code !== -32022) return { says: `the code is ${error?.code}`, at: '/error/code' }
      const data = isObject(error.data) ? error.data : {}
      if (!Array.isArray(data.supported)) return { says: `data.supported is ${quote(data.supported)}`, at: '/error/data' }
      if (data.requested !== '1900-01-01') return { says: `data.requested is ${quote(data.requested)}`, at: '/error/data' }
      return trip?.status === undefined || trip.status === 400 ? undefined : { says: `it comes with HTTP ${trip.status}`, echo: true }
    }),
  },
  {
    id: 'DV-15',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'An unknown method is answered with HTTP 404 and the error -32601.',
    looksAt: 'request with an unknown method',
    mend: 'Answer with HTTP 404 and {"code": -32601, "message": "Method not found"}.',
    ...each(['failure', 'result'], 'MUST', ({ method, trip, error, kind }) => {
      if (!madeUp(method) || trip?.status === undefined) return null
      if (kind === 'result' || error?.code !== -32601) return null
      return trip.status === 404 ? undefined : { says: `it comes with HTTP ${trip.status}`, echo: true }
    }),
  },
  {
    id: 'DV-25',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/versioning'],
    says: 'Extensions are named prefix/name, and declared with an object.',
    looksAt: 'extension',
    mend: 'Name extensions as "example.com/name", and declare each with an object, be it {}.',
    ...eachOf(GREETINGS, 'MUST', extensions, (value) =>
      isObject(value.value) && isText(value.name) && /^[^/\s]+\/[^/\s]+$/.test(value.name)
        ? undefined
        : `${quote(value.name)}: ${quote(value.value)}`,
    ),
  },
]

function* extensions({ result }: Message): Generator<[string, Obj]> {
  const capabilities = isObject(result.capabilities) ? result.capabilities : {}
  const all = isObject(capabilities.extensions) ? capabilities.extensions : {}
  for (const [name, value] of Object.entries(all)) yield [`/result/capabilities/extensions/${name}`, { name, value }]
}
