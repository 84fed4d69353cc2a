// What a server may and may not ask of a person and her model, whether by requests or by results that want input.
import { isObject, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { isText } from '../items.ts'
import { between, LEGACY, MODERN, since } from '../revision.ts'
import { breach, each, quote, remembering, type Level, type Look, type Rule, type Verdict } from '../rule.ts'
import type { Facts } from '../facts.ts'
import type { Asked, Message, Obj } from '../seen.ts'
import { looksSecret } from '../words.ts'

const CLIENT = 'io.modelcontextprotocol/clientCapabilities'
const NEWEST_OLD = between('2025-11-25', '2025-11-25')
const objectOf = (value: Json | undefined): Obj => (isObject(value) ? value : {})

/** One thing that is wanted: its method, its parameters, what we had declared, and where it stands. */
interface Wish {
  method: string
  params: Obj
  offered: Obj
  at: string
}

function* wishes({ kind, method, params, result, asked }: Message, { offered }: Facts): Generator<Wish> {
  if (kind === 'request') yield { method, params, offered, at: '/params' }
  if (kind !== 'result') return
  const own = objectOf(objectOf(asked?.params._meta)[CLIENT])
  for (const [name, one] of Object.entries(objectOf(result.inputRequests)))
    if (isObject(one) && isText(one.method))
      yield { method: one.method, params: objectOf(one.params), offered: own, at: `/result/inputRequests/${name}/params` }
}

function wishing(method: string, level: Level, look: (wish: Wish, seen: Message) => Look): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['request', 'result'],
    judge: (facts) => ({
      *see(seen) {
        for (const wish of wishes(seen as Message, facts)) {
          if (method !== '' && wish.method !== method) continue
          const told = look(wish, seen as Message)
          if (told === null) continue
          if (told === undefined) yield { outcome: 'pass', seq: seen.seq }
          else {
            const {
              says,
              at = '',
              outcome = breach(level),
            }: { says: string; at?: string; outcome?: Verdict['outcome'] } = typeof told === 'string' ? { says: told } : told
            yield { outcome, says, seq: seen.seq, pointer: `${wish.at}${at}` }
          }
        }
      },
    }),
  }
}

function* fieldsOf({ params }: Wish): Generator<[string, Obj]> {
  const schema = objectOf(params.requestedSchema)
  for (const [name, field] of Object.entries(objectOf(schema.properties))) if (isObject(field)) yield [name, field]
}

const LINK = /\bhttps?:\/\/\S+/i

export const WISH_RULES: readonly Rule[] = [
  {
    id: 'CF-03',
    level: 'SHOULD NOT',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/sampling', '2026-07-28/client/sampling'],
    says: 'Context of servers is asked for where the client declared sampling.context.',
    looksAt: 'sampling request',
    mend: 'Leave includeContext out.',
    ...wishing('sampling/createMessage', 'SHOULD NOT', ({ params: { includeContext }, offered }) =>
      (includeContext === 'thisServer' || includeContext === 'allServers') && objectOf(offered.sampling).context === undefined
        ? { says: `includeContext is ${quote(includeContext)}`, at: '/includeContext' }
        : undefined,
    ),
  },
  {
    id: 'CF-04',
    level: 'MUST NOT',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/sampling', '2026-07-28/client/sampling'],
    says: 'Tools are given to a model where the client declared sampling.tools.',
    looksAt: 'sampling request',
    mend: 'Send "tools" and "toolChoice" only where the client declared sampling.tools.',
    ...wishing('sampling/createMessage', 'MUST NOT', ({ params, offered }) => {
      const name = ['tools', 'toolChoice'].find((one) => params[one] !== undefined)
      return name === undefined || objectOf(offered.sampling).tools !== undefined
        ? undefined
        : { says: `there is "${name}"`, at: `/${name}` }
    }),
  },
  {
    id: 'CF-05',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/sampling', '2026-07-28/client/sampling'],
    says: 'What a model wanted of tools is answered in the next turn, each once and nothing else.',
    looksAt: 'sampling request with tool_use',
    mend: 'After a message with tool_use send one user message with a tool_result for each, and nothing else in it.',
    ...wishing('sampling/createMessage', 'MUST', ({ params: { messages } }) => {
      let any = false
      const all = (Array.isArray(messages) ? messages : []).map((one) => objectOf(one))
      for (const [index, { content }] of all.entries()) {
        const used = blocksOf(content).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
        if (used.length === 0) continue
        any = true
        const next = blocksOf(all[index + 1]?.content)
        const at = `/messages/${index + 1}`
        if (next.some(({ type }) => type !== 'tool_result')) return { says: 'there is more than tool_result', at }
        const missing = used.find((id) => next.filter(({ toolUseId }) => toolUseId === id).length !== 1)
        if (missing !== undefined || next.length !== used.length) return { says: `${quote(missing ?? null)} is not answered once`, at }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'CF-07',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/client/sampling'],
    says: 'A call goes on, or fails, when sampling is refused.',
    looksAt: 'call whose sampling was refused',
    mend: 'Answer the call when the client refuses.',
    ...remembering(
      ['request sampling/createMessage', 'sent', 'result tools/call', 'failure tools/call', 'garbled'],
      'derived',
      () => ({ asks: new Map<string, Asked>(), refused: new Map<Asked, number>() }),
      (seen, { asks, refused }, { pending }) => {
        if (seen.kind === 'request') {
          const calls = [...pending.values()].flat().filter(({ ours, method }) => ours && method === 'tools/call')
          const [call] = calls
          if (calls.length === 1 && call !== undefined) asks.set(idKey(seen.id as string), call)
          return null
        }
        if (seen.kind === 'sent') {
          const call = seen.reading.kind === 'failure' && isId(seen.id) ? asks.get(idKey(seen.id)) : undefined
          if (call !== undefined) refused.set(call, seen.seq)
          return null
        }
        // What is wrong with an answer that is none is told elsewhere.
        if (seen.kind === 'garbled') {
          for (const one of seen.trip?.asked ?? []) refused.delete(one)
          return null
        }
        return seen.asked !== undefined && refused.delete(seen.asked) ? undefined : null
      },
      function* ({ refused }) {
        for (const [call, seq] of refused) if (call.cancelled !== true) yield { says: 'the call has no answer', seq }
      },
    ),
  },
  {
    id: 'CF-08',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/client/roots'],
    says: 'Roots are asked for where the client declared them.',
    looksAt: 'request for the roots',
    mend: 'Look at the client\'s capabilities for "roots" before you ask for them.',
    yields: ['CF-01'],
    ...each(['request roots/list'], 'SHOULD', (_, { offered }) => (offered.roots === undefined ? 'it did not' : undefined)),
  },
  {
    id: 'CF-13',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/elicitation'],
    says: 'A default is a value that its field may have.',
    looksAt: 'field with a default',
    mend: 'Give a default of the type of its field, and of its choices.',
    ...wishing('elicitation/create', 'derived', (wish) => {
      let any = false
      for (const [name, field] of fieldsOf(wish)) {
        if (field.default === undefined) continue
        any = true
        const wrong = wrongDefault(field)
        if (wrong !== undefined) return { says: `that of "${name}" ${wrong}`, at: `/requestedSchema/properties/${name}/default` }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'CF-16',
    level: 'MUST NOT',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'An address that a person is sent to is https, and holds no secret.',
    looksAt: 'elicitation by URL',
    remark: 'An address without https is a warning: the specification only recommends it.',
    mend: 'Let the person log in there; put nothing into the address that opens a door.',
    ...wishing('elicitation/create', 'MUST NOT', ({ params: { mode, url } }) => {
      if (mode !== 'url' || !isText(url) || !URL.canParse(url)) return null
      const { protocol, username, password, hostname, searchParams, hash } = new URL(url)
      const at = '/url'
      if (username !== '' || password !== '') return { says: 'it holds a password', at }
      const names = [...searchParams.keys(), ...new URLSearchParams(hash.replace(/^#/, '')).keys()]
      const secret = names.find((name) =>
        /^(?:access_?token|id_?token|refresh_?token|api_?key|password|secret|client_secret|ssn)$/i.test(name),
      )
      if (secret !== undefined) return { says: `it holds "${secret}"`, at }
      const local = /^(?:localhost|127\..*|\[::1\])$/.test(hostname)
      return protocol === 'https:' || local ? undefined : { says: `it begins with ${protocol}`, at, outcome: 'warn' }
    }),
  },
  {
    id: 'CF-17',
    level: 'SHOULD NOT',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'A form holds no addresses to click.',
    looksAt: 'form that the server asks to be filled',
    mend: 'Use the mode "url" to send a person somewhere.',
    ...wishing('elicitation/create', 'SHOULD NOT', (wish) => {
      if (wish.params.mode === 'url') return null
      if (isText(wish.params.message) && LINK.test(wish.params.message)) return { says: 'its message does', at: '/message' }
      for (const [name, { title, description }] of fieldsOf(wish))
        if (LINK.test(`${isText(title) ? title : ''} ${isText(description) ? description : ''}`))
          return { says: `"${name}" does`, at: `/requestedSchema/properties/${name}` }
      return undefined
    }),
  },
  {
    id: 'CF-18',
    level: 'MUST',
    revisions: NEWEST_OLD,
    spec: ['2025-11-25/client/elicitation'],
    says: 'What is told to be complete was asked for.',
    looksAt: 'notification that an elicitation is complete',
    mend: 'Send notifications/elicitation/complete only with the elicitationId of one that you asked for by url.',
    ...remembering(
      ['request elicitation/create', 'notification notifications/elicitation/complete', 'failure'],
      'MUST',
      () => new Set<string>(),
      ({ kind, params, error }, known) => {
        if (kind === 'notification') {
          const { elicitationId } = params
          return isText(elicitationId) && known.has(elicitationId)
            ? undefined
            : { says: `${quote(elicitationId)} was not`, at: '/params/elicitationId' }
        }
        const all = kind === 'request' ? [params] : listOf(objectOf(error?.data).elicitations)
        for (const { elicitationId } of all) if (isText(elicitationId)) known.add(elicitationId)
        return null
      },
    ),
  },
  {
    id: 'TC-15',
    level: 'derived',
    revisions: NEWEST_OLD,
    spec: ['2025-11-25/client/elicitation'],
    says: 'The error -32042 names the addresses that a person has to visit.',
    looksAt: 'error -32042',
    mend: 'Put the elicitations that a person has to visit into "data.elicitations" of the error.',
    ...each(['failure'], 'derived', ({ error }) => {
      if (error?.code !== -32042) return null
      const all = listOf(objectOf(error.data).elicitations)
      return all.length > 0 && all.every((one) => one.mode === 'url' && isText(one.url) && isText(one.elicitationId) && isText(one.message))
        ? undefined
        : { says: `its elicitations are ${quote(objectOf(error.data).elicitations)}`, at: '/error/data' }
    }),
  },
  {
    id: 'CF-19',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/changelog'],
    says: 'Elicitations have neither ids nor notifications.',
    looksAt: 'elicitation',
    mend: 'Leave out "elicitationId" and the notification of completion: this revision does not have them.',
    ...each(['result', 'notification'], 'derived', (seen, facts) => {
      if (seen.method === 'notifications/elicitation/complete') return 'there is no such notification any more'
      const all = [...wishes(seen, facts)].filter(({ method }) => method === 'elicitation/create')
      if (all.length === 0) return null
      const odd = all.find(({ params }) => params.elicitationId !== undefined)
      return odd === undefined ? undefined : { says: 'it has an elicitationId', at: odd.at }
    }),
  },
  {
    id: 'CF-20',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/deprecated'],
    says: 'Nothing is used that is on its way out: roots, sampling, logging.',
    looksAt: 'result that wants input, or log message',
    yields: ['LG-05', 'LG-06', 'LS-08'],
    mend: 'Take what you need as arguments, ask a model yourself, and write logs to stderr.',
    ...each(['result', 'notification notifications/message'], 'derived', (seen, facts) => {
      if (seen.kind === 'notification') return 'log messages are'
      const all = [...wishes(seen, facts)]
      const old = all.find(({ method }) => method === 'roots/list' || method === 'sampling/createMessage')
      if (all.length === 0) return null
      return old === undefined ? undefined : { says: `${old.method} is`, at: old.at }
    }),
  },
  {
    id: 'MR-13',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching', '2026-07-28/basic/patterns/mrtr'],
    says: 'A result that wants input is not to be kept, and its state tells nothing.',
    looksAt: 'result that wants input',
    mend: 'Sign or encrypt the state.',
    ...each(['result'], 'derived', ({ result }) => {
      if (result.resultType !== 'input_required') return null
      const kept = ['ttlMs', 'cacheScope'].find((name) => result[name] !== undefined)
      if (kept !== undefined) return { says: `it has ${kept}`, at: `/result/${kept}` }
      const state = isText(result.requestState) ? result.requestState : ''
      const open = /"(?:[a-z_]*(?:password|secret|token|api_?key))"\s*:/i.test(`${state} ${decoded(state)}`)
      const secret = open ? 'it can be read, and names a secret' : looksSecret(state)
      return secret === undefined ? undefined : { says: secret, at: '/result/requestState' }
    }),
  },
]

const isId = (id: Message['id']): id is string | number => typeof id === 'string' || typeof id === 'number'
const listOf = (value: Json | undefined): Obj[] => (Array.isArray(value) ? value.filter(isObject) : [])
const blocksOf = (content: Json | undefined): Obj[] =>
  Array.isArray(content) ? content.filter(isObject) : isObject(content) ? [content] : []

function decoded(state: string): string {
  try {
    return atob(state.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

function wrongDefault({ type, default: value, enum: choices, minimum, maximum, minLength, maxLength }: Obj): string | undefined {
  const typed =
    type === 'string'
      ? isText(value)
      : type === 'boolean'
        ? typeof value === 'boolean'
        : type === 'integer'
          ? Number.isInteger(value)
          : type === 'number'
            ? typeof value === 'number'
            : type !== 'array' || Array.isArray(value)
  if (!typed) return `is ${quote(value)}, and no ${String(type)}`
  if (Array.isArray(choices) && !choices.includes(value as Json)) return `is ${quote(value)}, which is no choice`
  if (typeof value === 'number' && ((typeof minimum === 'number' && value < minimum) || (typeof maximum === 'number' && value > maximum)))
    return `is ${value}, out of its range`
  if (
    isText(value) &&
    ((typeof minLength === 'number' && value.length < minLength) || (typeof maxLength === 'number' && value.length > maxLength))
  )
    return `is ${quote(value)}, of another length than allowed`
  return undefined
}
