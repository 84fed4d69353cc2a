// How requests are answered that ask for what is odd: addresses, arguments, templates.
import { isObject, type Json } from '../../json.ts'
import { BOTH, isText } from '../items.ts'
import { probed, refused } from '../probes.ts'
import { ALL, between, MODERN, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'
import { headerOf } from '../trips.ts'
import { looksInternal } from '../words.ts'

const PASSWD = /root:[^\n]*:0:0:/
/** Addresses that are none. */
export const NO_URIS: readonly Json[] = ['loupe not a uri', '']
const climbs = (uri: Json | undefined): boolean => isText(uri) && /(?:\.\.|%2e%2e)(?:\/|%2f)/i.test(uri) && uri.endsWith('passwd')
const textsOf = ({ result }: Message): string =>
  (Array.isArray(result.contents) ? result.contents : []).map((one) => (isObject(one) ? String(one.text ?? one.blob ?? '') : '')).join('\n')

/** What a tool or a prompt demands, by name. */
interface Demands {
  required: Map<string, string[]>
}
const argumentsOf = (params: Obj | undefined): Obj => (isObject(params?.arguments) ? params.arguments : {})
const lacking = ({ required }: Demands, params: Obj | undefined): string | undefined => {
  const own = argumentsOf(params)
  return (isText(params?.name) ? required.get(params.name) : undefined)?.find((name) => own[name] === undefined)
}
function learn({ required }: Demands, items: Json | undefined, names: (one: Obj) => string[]): null {
  for (const one of Array.isArray(items) ? items : []) if (isObject(one) && isText(one.name)) required.set(one.name, names(one))
  return null
}
const toolNeeds = ({ inputSchema }: Obj): string[] =>
  isObject(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required.filter(isText) : []
const promptNeeds = ({ arguments: all }: Obj): string[] =>
  (Array.isArray(all) ? all : []).flatMap((one) => (isObject(one) && one.required === true && isText(one.name) ? [one.name] : []))
const withTools = (look: (seen: Message, lacks: string) => ReturnType<typeof refused>): Pick<Rule, 'on' | 'judge'> =>
  remembering(
    ['result tools/list', ...BOTH('tools/call')],
    'derived',
    (): Demands => ({ required: new Map() }),
    (seen, demands) => {
      if (seen.method === 'tools/list') return learn(demands, seen.result.tools, toolNeeds)
      const lacks = lacking(demands, seen.asked?.params)
      return lacks === undefined ? null : look(seen, lacks)
    },
  )

export const REQUEST_RULES: readonly Rule[] = [
  {
    id: 'RE-13',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', '2026-07-28/server/resources'],
    says: 'An address that is none is refused with -32602.',
    looksAt: 'resources/read of an address that is none',
    remark: 'Another code than -32602 is a remark: the specification names codes in examples.',
    mend: 'Check the uri before you look for it.',
    ...each(BOTH('resources/read'), 'MUST', ({ kind, asked, error }) => {
      const uri = asked?.params.uri
      const none = uri === undefined ? String(asked?.id).startsWith('loupe-') : NO_URIS.includes(uri)
      if (!none) return null
      if (kind === 'result') return `${quote(uri)} is answered with a result`
      // Refused it is; the code is good form alone.
      return [-32602, -32002].includes(Number(error?.code))
        ? undefined
        : {
            says: `it is refused, with the code ${error?.code}`,
            at: '/error/code',
            outcome: 'info',
          }
    }),
  },
  {
    id: 'RE-14',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', '2026-07-28/server/resources'],
    says: 'Nothing outside of what is served can be read.',
    looksAt: 'resources/read of an address that climbs out',
    mend: 'Resolve the path first, and compare it with the folder that is served.',
    ...each(BOTH('resources/read'), 'MUST', (seen) => {
      const uri = seen.asked?.params.uri
      if (!climbs(uri)) return null
      return seen.kind === 'result' && textsOf(seen) !== '' ? { says: `${quote(uri)} can`, at: '/result/contents' } : undefined
    }),
  },
  {
    id: 'RE-15',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', '2026-07-28/server/resources'],
    says: 'A resource with an https address can be fetched by the client itself.',
    looksAt: 'https resource that was fetched',
    mend: 'Use an address of a scheme of your own for what only the server can read.',
    ...remembering(
      ['result resources/list', 'aside'],
      'SHOULD',
      () => new Set<string>(),
      (seen, uris) => {
        if (seen.kind === 'result') {
          for (const one of Array.isArray(seen.result.resources) ? seen.result.resources : [])
            if (isObject(one) && isText(one.uri) && /^https:/i.test(one.uri) && uris.size < 500) uris.add(one.uri)
          return null
        }
        const { trip } = seen
        if (trip === undefined || !uris.has(trip.url) || trip.status === undefined) return null
        return trip.status < 400 ? undefined : `${quote(trip.url)} is answered with HTTP ${trip.status}`
      },
    ),
  },
  {
    id: 'RE-16',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching'],
    says: 'What is read says how long it holds, and for whom.',
    looksAt: 'resource that was read',
    mend: 'Add ttlMs and cacheScope.',
    ...each(['result resources/read'], 'MUST', ({ result }) => {
      if (result.resultType !== undefined && result.resultType !== 'complete') return null
      const missing = ['ttlMs', 'cacheScope'].find((name) => result[name] === undefined)
      return missing === undefined ? undefined : { says: `${missing} is missing`, at: '/result' }
    }),
  },
  {
    id: 'RT-03',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'An address made from a template is read, or not found.',
    looksAt: 'address made from a template',
    mend: 'Read what a template describes, or answer that it does not exist.',
    ...probed('template-plain', 'derived', ({ status, result, code }) => {
      if (result !== undefined)
        return Array.isArray(result.contents) || isText(result.resultType) ? undefined : 'the result has no contents'
      if (code === undefined) return status !== undefined && status >= 500 ? `it is answered with HTTP ${status}` : null
      return [-32002, -32602].includes(code) ? undefined : { says: `the code is ${code}`, at: '/error/code' }
    }),
  },
  {
    id: 'RT-04',
    level: 'derived',
    revisions: ALL,
    spec: ['2026-07-28/server/resources', 'RFC 6570'],
    says: 'Blanks, slashes and dots in an address are data.',
    looksAt: 'address made from a template with such values',
    mend: 'Decode each variable as RFC 6570 has it, and treat it as data: no path, no query of its own.',
    ...probed('template-odd', 'derived', ({ status, result, code, trip }) => {
      if (result !== undefined)
        return PASSWD.test(trip.last === undefined ? '' : textsOf(trip.last)) ? 'it reads a file of the system' : undefined
      if (status !== undefined && status >= 500) return `it is answered with HTTP ${status}`
      return code === undefined ? null : undefined
    }),
  },
  {
    id: 'PR-07',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', '2026-07-28/server/prompts'],
    says: 'A prompt without an argument that it requires is refused with -32602.',
    looksAt: 'prompts/get without a required argument',
    mend: 'Check the arguments, and answer with the error -32602.',
    ...remembering(
      ['result prompts/list', ...BOTH('prompts/get')],
      'SHOULD',
      (): Demands => ({ required: new Map() }),
      (seen, demands) => {
        if (seen.method === 'prompts/list') return learn(demands, seen.result.prompts, promptNeeds)
        const lacks = lacking(demands, seen.asked?.params)
        if (lacks === undefined || seen.result.resultType === 'input_required') return null
        if (seen.kind === 'result') return `it is served without "${lacks}"`
        return seen.error?.code === -32602 ? undefined : { says: `the code is ${seen.error?.code}`, at: '/error/code' }
      },
    ),
  },
  {
    id: 'PR-08',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', 'schema/2024-11-05/schema.ts'],
    says: 'An argument of a prompt that is no text is refused with -32602.',
    looksAt: 'prompts/get with an argument that is no text',
    mend: 'Refuse arguments of a prompt that are no texts with -32602.',
    ...each(BOTH('prompts/get'), 'derived', ({ kind, asked, error }) => {
      const odd = Object.values(argumentsOf(asked?.params)).find((value) => !isText(value))
      if (odd === undefined) return null
      if (kind === 'result') return `${quote(odd)} is served`
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'PR-10',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', '2026-07-28/server/prompts'],
    says: 'Markup in an argument of a prompt is text.',
    looksAt: 'prompts/get with markup in an argument',
    remark: 'An internal error is a remark: it does not show that the markup was run.',
    mend: 'Check and escape what you put into texts, queries and paths.',
    ...probed('markup', 'MUST', ({ status, result, code, trip }) => {
      if (status !== undefined && status >= 500) return `it is answered with HTTP ${status}`
      if (result !== undefined) return undefined
      if (code === undefined) return null
      const leak = looksInternal(trip.last?.text ?? '')
      return leak ?? (code === -32603 ? { says: 'it is an internal error', outcome: 'info' } : undefined)
    }),
  },
  {
    id: 'TC-04',
    level: 'derived',
    revisions: ALL,
    spec: ['2025-11-25/server/tools', 'schema/2024-11-05/schema.ts'],
    says: 'A call without a name, or whose arguments are a list, is refused with -32602.',
    looksAt: 'such a call',
    yields: ['JR-17'],
    mend: 'Refuse tools/call without a name, or with arguments that are no object, with -32602.',
    ...each(BOTH('tools/call'), 'derived', ({ kind, asked, error }) => {
      const { name, arguments: own } = asked?.params ?? {}
      if (asked === undefined || (isText(name) && !Array.isArray(own))) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TC-05',
    level: 'derived',
    revisions: between('2024-11-05', '2025-06-18'),
    spec: ['2024-11-05/server/tools', '2025-06-18/server/tools'],
    says: 'A call without an argument that is required fails.',
    looksAt: 'call without a required argument',
    mend: 'Check the arguments against the schema.',
    ...withTools(({ kind, result }, lacks) =>
      kind === 'result' && result.isError !== true ? `it is served without "${lacks}"` : undefined,
    ),
  },
  {
    id: 'TC-06',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/server/tools', '2025-11-25/changelog', '2026-07-28/server/tools'],
    says: 'A call without an argument that is required gives a result with isError, so that a model can mend it.',
    looksAt: 'call without a required argument',
    mend: 'Answer with {"isError": true} and a text that says what is missing.',
    ...withTools(({ kind, result, error }, lacks) => {
      if (kind === 'failure') return { says: `it is the error ${error?.code}, which no model sees`, outcome: 'warn' }
      return result.isError === true || result.resultType === 'input_required' ? undefined : `it is served without "${lacks}"`
    }),
  },
  {
    id: 'TC-07',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools'],
    says: 'Odd arguments give nothing away.',
    looksAt: 'call with odd arguments',
    mend: 'Check what comes in, and say in your own words what is wrong with it.',
    ...probed('odd-call', 'MUST', ({ status, trip }) => {
      if (status !== undefined && status >= 500) return `it is answered with HTTP ${status}`
      if (trip.last === undefined) return null
      const { text } = trip.last
      return looksInternal(text) ?? (/SQL syntax|SQLSTATE|sqlite3?\.|ORA-\d{5}/i.test(text) ? 'it shows an error of a database' : undefined)
    }),
  },
  {
    id: 'CN-05',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'Icons lie where the server does.',
    looksAt: 'icon with an address',
    mend: 'Serve icons yourself, or send them as data: addresses.',
    ...each(['result'], 'derived', (seen, { url }) => {
      const icons = [...iconsIn(seen)]
      if (icons.length === 0 || !/^https?:/.test(url)) return null
      const away = icons.find((src) => URL.canParse(src) && /^https?:/.test(src) && new URL(src).origin !== new URL(url).origin)
      return away === undefined ? undefined : `${quote(away)} does not`
    }),
  },
  {
    id: 'CN-06',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'Icons can be fetched, and are pictures.',
    looksAt: 'icon that was fetched',
    mend: 'Serve the icon without a redirect, as an image, with its type.',
    ...remembering(
      ['result', 'aside'],
      'derived',
      () => new Set<string>(),
      (seen, known) => {
        if (seen.kind === 'result') {
          for (const src of iconsIn(seen)) if (known.size < 200) known.add(src)
          return null
        }
        const { trip } = seen
        if (trip === undefined || !known.has(trip.url) || trip.status === undefined) return null
        if (trip.status >= 300)
          return `${quote(trip.url)} is answered with HTTP ${trip.status}${headerOf(trip.replyHeaders, 'location') === undefined ? '' : ', which leads elsewhere'}`
        return /^image\/(?:png|jpeg|jpg|svg\+xml|webp|gif|x-icon|vnd\.microsoft\.icon)$/.test(trip.mediaType)
          ? undefined
          : `it is ${trip.mediaType || 'of no type'}`
      },
    ),
  },
]

function* iconsIn({ result }: Message): Generator<string> {
  for (const [member, all] of Object.entries(result)) {
    const items =
      member === 'serverInfo'
        ? [all]
        : ['tools', 'resources', 'resourceTemplates', 'prompts'].includes(member) && Array.isArray(all)
          ? all
          : []
    for (const one of items)
      if (isObject(one) && Array.isArray(one.icons)) for (const icon of one.icons) if (isObject(icon) && isText(icon.src)) yield icon.src
  }
}
