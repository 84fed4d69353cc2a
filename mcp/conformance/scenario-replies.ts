// What is played with a tool that asks its client: answers that say no, that do not fit, that never end, and requests sent again
// with more, less or something else than was wanted.
import { isObject, type Json } from '../json.ts'
import { INVALID, MANY_ROUNDS, NARROW } from './rules/replies.ts'
import { call, lent, lentText, probe } from './scenario-lent.ts'
import type { Aside, Scenario, Stage } from './scenario.ts'
import { declares, http, modern } from './scenario-parts.ts'
import type { AskReply } from '../session-types.ts'

type Obj = { [name: string]: Json }
const META = 'io.modelcontextprotocol/'
const ABLE: Obj = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }
const LIMITS = { idle: 5000, total: 15_000 }
const say = (result: Json): AskReply => ({ kind: 'result', result })
const NO: AskReply = { kind: 'error', code: -1, message: 'The checks have seen enough' }

/** An answer as it should be. */
function fit(method: string, params: Json): Json {
  if (method === 'roots/list') return { roots: [] }
  if (method === 'sampling/createMessage')
    return { role: 'assistant', content: { type: 'text', text: 'Loupe' }, model: 'none', stopReason: 'endTurn' }
  return { action: 'accept', content: filled(params, (field) => field.default ?? valueFor(field)) }
}

function filled(params: Json, value: (field: Obj) => Json): Obj {
  const schema = isObject(params) && isObject(params.requestedSchema) ? params.requestedSchema : {}
  const fields = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return Object.fromEntries(fields.map(([name, field]) => [name, value(isObject(field) ? field : {})]))
}

function valueFor({ type, enum: choices, oneOf, minimum, format, items }: Obj): Json {
  const first = Array.isArray(choices) ? choices[0] : Array.isArray(oneOf) && isObject(oneOf[0]) ? oneOf[0].const : undefined
  if (first !== undefined) return first
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (type === 'array') return isObject(items) ? [valueFor(items)] : []
  return format === 'email' ? 'loupe@example.com' : format === 'uri' ? 'https://example.com/' : format === 'date' ? '2026-01-01' : 'Loupe'
}

/** A conversation of its own in which what is asked is answered so, and the tool is called. */
function answering(stage: Stage, capabilities: Obj, answer: (method: string, params: Json) => AskReply): Promise<void> {
  return stage.apart(async (aside: Aside) => {
    const session = await aside.greet(stage.session.facts.revision, capabilities, answer)
    // Some ask for the roots as soon as they are greeted, and take a moment to heed them.
    for (let time = 0; time < 2; time++) await session.request('tools/list', {}, { signal: stage.signal, limits: LIMITS }).catch(() => {})
    await session.request('tools/call', call(stage), { signal: stage.signal, limits: LIMITS }).catch(() => {})
  })
}

function scenario(
  id: string,
  title: string,
  ids: string[],
  capabilities: Obj,
  answer: () => (method: string, params: Json) => AskReply,
): Scenario {
  return {
    id,
    title,
    impact: 'effects',
    apart: true,
    for: ids,
    applies: lent('tool', declares('tools')),
    play: (stage) => answering(stage, capabilities, answer()),
  }
}

/** For a while; who asks without end is told no. */
const atMost = (count: number, answer: (method: string, params: Json) => Json) => () => {
  let left = count
  return (method: string, params: Json): AskReply => (left-- > 0 ? say(answer(method, params)) : NO)
}

export const REPLY_SCENARIOS: readonly Scenario[] = [
  scenario(
    'form-only',
    'A call of it by a client with forms alone',
    ['CP-09'],
    { elicitation: { form: {} }, sampling: {} },
    atMost(3, fit),
  ),
  ...(['decline', 'cancel'] as const).map((action) =>
    scenario(
      action,
      `A call of it by a person who says no (${action})`,
      ['CF-14'],
      ABLE,
      atMost(6, (method, params) => (method === 'elicitation/create' ? { action } : fit(method, params))),
    ),
  ),
  scenario(
    'misfit',
    'A call of it by a person who fills in what may not be',
    ['CF-15'],
    ABLE,
    atMost(6, (method, params) =>
      method === 'elicitation/create'
        ? { action: 'accept', content: { ...filled(params, () => ({ loupe: ['no such value'] })), [INVALID]: true } }
        : fit(method, params),
    ),
  ),
  scenario(
    'tool-loop',
    'A call of it by a client whose model always wants to use a tool',
    ['CF-06'],
    ABLE,
    atMost(MANY_ROUNDS + 5, (method, params) => {
      const tools = isObject(params) && Array.isArray(params.tools) ? params.tools : []
      const [first] = tools
      if (method !== 'sampling/createMessage' || !isObject(first)) return fit(method, params)
      const use = { type: 'tool_use', id: `loupe-${Math.random()}`, name: first.name ?? '', input: {} }
      return { role: 'assistant', content: [use], model: 'none', stopReason: 'toolUse' }
    }),
  ),
  scenario(
    'narrow-root',
    'A call of it by a client with one root, /dev',
    ['CF-09'],
    ABLE,
    atMost(6, (method, params) => (method === 'roots/list' ? { roots: [{ uri: NARROW, name: 'loupe' }] } : fit(method, params))),
  ),
  {
    id: 'retries',
    title: 'What it wants, brought as it should be, and as it should not',
    impact: 'effects',
    for: ['MR-05', 'MR-06', 'MR-07', 'MR-08', 'MR-09', 'MR-10', 'DV-13'],
    applies: lent('tool', declares('tools'), modern),
    async play(stage) {
      const own = call(stage)
      const able = { [`${META}clientCapabilities`]: ABLE }
      const send = (id: string, more: Obj): Promise<void> => probe(stage, id, 'tools/call', { ...own, ...more }, able)
      const wanted = await begin(stage)
      if (wanted === undefined) return
      const { responses, state } = wanted
      await probe(stage, 'bare-call', 'tools/call', own, { [`${META}clientCapabilities`]: {} })
      const kept: Obj = state === undefined ? {} : { requestState: state }
      if (Object.keys(responses).length > 0) {
        await send('retry-malformed', { ...kept, inputResponses: ['loupe'] })
        await send('retry-missing', { ...kept, inputResponses: {} })
      }
      if (state !== undefined && state !== '') {
        await send('retry-altered', { inputResponses: responses, requestState: altered(state) })
        const args: Obj = isObject(own.arguments) ? own.arguments : {}
        const [key] = Object.keys(args)
        const other =
          key === undefined ? { loupe: 'other' } : { ...args, [key]: typeof args[key] === 'string' ? `${args[key]}-loupe` : 'loupe' }
        await send('retry-elsewhere', { arguments: other, inputResponses: responses, requestState: state })
      }
      await send('retry-extra', { ...kept, inputResponses: { ...responses, 'loupe-extra': { action: 'decline' } } })
      await send('retry-proper', { ...kept, inputResponses: responses })
    },
  },
  {
    id: 'retry-over',
    title: 'What it wants, brought over another connection',
    impact: 'effects',
    apart: true,
    for: ['MR-12'],
    applies: lent('tool', declares('tools'), modern),
    async play(stage) {
      const able = { [`${META}clientCapabilities`]: ABLE }
      const sent = (aside: Aside, id: string, more: Obj): Promise<void> => {
        const text = lentText(stage, id, 'tools/call', { ...call(stage), ...more }, able)
        return aside.send(text, http(stage.session) ? stage.session.rawHeaders(text).filter(([name]) => /^mcp-/i.test(name)) : [])
      }
      await stage.apart((aside) => sent(aside, 'retry-first', {}))
      const wanted = wantedIn(stage.resultOf('loupe-retry-first'))
      if (wanted === undefined) return
      const { responses: inputResponses, state } = wanted
      await stage.apart((aside) => sent(aside, 'retry-over', { inputResponses, ...(state === undefined ? {} : { requestState: state }) }))
    },
  },
]

interface Wanted {
  /** As they should be. */
  responses: Obj
  state: string | undefined
}

async function begin(stage: Stage): Promise<Wanted | undefined> {
  await probe(stage, 'retry-begin', 'tools/call', call(stage), { [`${META}clientCapabilities`]: ABLE })
  return wantedIn(stage.resultOf('loupe-retry-begin'))
}

function wantedIn(result: Obj | undefined): Wanted | undefined {
  if (result?.resultType !== 'input_required') return undefined
  const wishes = isObject(result.inputRequests) ? Object.entries(result.inputRequests) : []
  const responses = Object.fromEntries(
    wishes.map(([name, wish]) => [name, isObject(wish) ? fit(String(wish.method), wish.params ?? {}) : null]),
  )
  return { responses, state: typeof result.requestState === 'string' ? result.requestState : undefined }
}

/** One character in its middle is another. */
function altered(state: string): string {
  const at = Math.floor(state.length / 2)
  return `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`
}
