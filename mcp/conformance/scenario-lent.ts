// What is played with a tool that a person lends: calls with more or less than it takes, with headers that say something else,
// and calls that are cancelled, left and resumed while they are under way.
import { mirror, paramHeaders } from '../dialect/param-headers.ts'
import { isObject, writeJson, type Json } from '../json.ts'
import { pause as rest } from '../session/pause.ts'
import { inBothEras } from './scenario-eras.ts'
import type { GuineaPigs, Scenario, Stage, Ways } from './scenario.ts'
import { declares, http, legacy, message, modern, pages } from './scenario-parts.ts'
import type { Session } from '../session-types.ts'

type Obj = { [name: string]: Json }

/** Milliseconds after which a call counts as under way, and for which a stream is read before it is left. */
const BEGUN = 200
const READ = 1500

export const lent =
  (name: keyof GuineaPigs, ...all: ((session: Session) => boolean)[]) =>
  (session: Session, _ways: Ways, pigs: GuineaPigs): boolean =>
    pigs[name] !== undefined && all.every((one) => one(session))

/** A template with its variables filled in, by the rules of RFC 6570 for plain texts. What has no value is left out. */
export function expand(template: string, values: Obj): string {
  return template.replace(/\{([+#./;?&]?)([^{}]*)\}/g, (_, operator: string, names: string) => {
    const named = /[;?&]/.test(operator)
    const code = /[+#]/.test(operator) ? encodeURI : encodeURIComponent
    const parts = names.split(',').flatMap((one) => {
      const [, name = '', most] = /^([^*:]+)(?:\*|:(\d+))?$/.exec(one.trim()) ?? []
      const value = values[name]
      if (typeof value !== 'string') return []
      const text = code(most === undefined ? value : value.slice(0, Number(most)))
      return [named ? `${name}=${text}` : text]
    })
    if (parts.length === 0) return ''
    const between = ({ '.': '.', '/': '/', ';': ';', '?': '&', '&': '&' } as { [operator: string]: string })[operator] ?? ','
    return `${operator === '+' ? '' : operator}${parts.join(between)}`
  })
}

/** A request of an id that tells what it is for. `meta` is put into its envelope. */
export function lentText(stage: Stage, id: string, method: string, params: Obj, meta: Obj = {}): string {
  const own = { ...stage.session.facts.envelope, ...meta }
  return message(stage, method, { id: `loupe-${id}`, params: Object.keys(own).length === 0 ? params : { ...params, _meta: own } })
}
export const probe = (stage: Stage, id: string, method: string, params: Obj, meta: Obj = {}): Promise<void> =>
  stage.raw(lentText(stage, id, method, params, meta))
export const call = ({ pigs }: Stage): Obj => ({ name: pigs.tool?.name ?? '', arguments: pigs.tool?.arguments ?? {} })

export const pause = (stage: Stage, ms: number): Promise<void> => rest(ms, stage.signal)

/** The schema of the tool that was lent, by the list of now. */
async function schemaOf(stage: Stage): Promise<Obj> {
  const tools = await pages(stage, 'tools/list', 'tools')
  const tool = tools.find((one) => isObject(one) && one.name === stage.pigs.tool?.name)
  return isObject(tool) && isObject(tool.inputSchema) ? tool.inputSchema : {}
}

function withValue(args: Json | undefined, [key = '', ...rest]: string[], value: Json | undefined): Obj {
  const own: Obj = isObject(args) ? { ...args } : {}
  if (rest.length > 0) own[key] = withValue(own[key], rest, value)
  else if (value === undefined) delete own[key]
  else own[key] = value
  return own
}

function schemaAt(schema: Json | undefined, path: readonly string[]): { schema: Obj; required: boolean } {
  let [at, required] = [isObject(schema) ? schema : {}, true]
  for (const key of path) {
    required &&= Array.isArray(at.required) && at.required.includes(key)
    const next = isObject(at.properties) ? at.properties[key] : undefined
    at = isObject(next) ? next : {}
  }
  return { schema: at, required }
}

export const LENT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'call-twice',
    title: 'A call of it twice, and one with an argument more',
    impact: 'effects',
    for: ['TC-08', 'TC-16', 'TC-17', 'LG-03', 'AP-06'],
    applies: lent('tool', declares('tools')),
    async play(stage) {
      const { name, arguments: own } = call(stage)
      await pages(stage, 'tools/list', 'tools')
      if (legacy(stage.session) && declares('logging')(stage.session)) await stage.ask('logging/setLevel', { level: 'error' })
      for (const time of ['1', '2']) await probe(stage, `twice-${time}`, 'tools/call', call(stage))
      const more = { ...(isObject(own) ? own : {}), loupe_unknown: 'x' }
      await probe(stage, 'more-argument', 'tools/call', { name: name ?? '', arguments: more })
    },
  },
  {
    id: 'call-as-task',
    title: 'A call of it as a task, whether or not it may be one',
    impact: 'effects',
    for: ['TK-03', 'TK-04', 'TK-05', 'TC-14'],
    applies: lent('tool', declares('tools')),
    async play(stage) {
      await pages(stage, 'tools/list', 'tools')
      await probe(stage, 'plain-call', 'tools/call', call(stage))
      await probe(stage, modern(stage.session) ? 'legacy-task' : 'task-call', 'tools/call', { ...call(stage), task: { ttl: 60_000 } })
    },
  },
  {
    id: 'param-headers',
    title: 'Calls of it whose headers agree with its arguments, and do not',
    impact: 'effects',
    for: ['HD-12', 'HD-13', 'HD-14', 'HD-15', 'HD-16', 'HD-17', 'HD-20'],
    applies: lent('tool', declares('tools'), modern, http),
    async play(stage) {
      const schema = await schemaOf(stage)
      const found = paramHeaders(schema)
      if (found.kind === 'fault') return
      const { name, arguments: own } = call(stage)
      const send = async (id: string, args: Obj, change: { [name: string]: string | undefined } = {}): Promise<void> => {
        const text = lentText(stage, id, 'tools/call', { name: name ?? '', arguments: args })
        const said = Object.fromEntries(mirror(found.headers, args).headers)
        await stage.raw(text, { headers: stage.headers(text, { ...said, ...change }) })
      }
      const args: Obj = isObject(own) ? own : {}
      const sent = mirror(found.headers, args).headers
      const [first] = sent
      if (first !== undefined) {
        await send('mirror-match', args)
        await send('mirror-omitted', args, { [first[0]]: undefined })
        await send('mirror-differs', args, { [first[0]]: `${first[1]}-loupe` })
      }
      for (const { name: header, path } of found.headers) {
        const { schema: at, required } = schemaAt(schema, path)
        const key = `Mcp-Param-${header}`
        if (!required)
          for (const value of [undefined, null]) await send('mirror-absent', withValue(args, path, value), { [key]: undefined })
        if (at.type === 'integer') await send('mirror-integer', withValue(args, path, 42), { [key]: '42.0' })
        if (at.type !== 'string' || at.enum !== undefined) continue
        await send('mirror-text', withValue(args, path, 'Grüße, 世界'))
        await send('mirror-sentinel', withValue(args, path, '=?base64?SGk=?='))
      }
    },
  },
  {
    id: 'cancelled-on-pipe',
    title: 'A call of it that is cancelled while it is under way',
    impact: 'effects',
    for: ['ST-09'],
    applies: lent('tool', declares('tools'), modern, ({ facts }) => facts.transport === 'stdio'),
    async play(stage) {
      const called = probe(stage, 'cancelled', 'tools/call', call(stage), { progressToken: 'loupe-cancelled' })
      await pause(stage, BEGUN)
      const params = { requestId: 'loupe-cancelled', _meta: stage.session.facts.envelope ?? {} }
      await stage.raw(writeJson({ jsonrpc: '2.0', method: 'notifications/cancelled', params }))
      await called
    },
  },
  {
    id: 'left-call',
    title: 'A call of it whose stream is left while it is under way, and resumed where that can be',
    impact: 'effects',
    for: ['MS-04', 'HT-26', 'RS-06'],
    applies: lent('tool', declares('tools'), http),
    async play(stage) {
      const text = lentText(stage, 'left', 'tools/call', call(stage), { progressToken: 'loupe-left' })
      const headers = stage.headers(text, {})
      await stage.http({ method: 'POST', headers, body: text, ms: READ })
      const place = legacy(stage.session) ? stage.lastEvent() : undefined
      if (place === undefined) return
      const kept = headers.filter(([name]) => !/^(?:content-type|accept)$/i.test(name))
      await stage.http({ method: 'GET', headers: [...kept, ['Accept', 'text/event-stream'], ['Last-Event-ID', place]] })
    },
  },
  {
    id: 'both-eras',
    title: 'A call of it in both eras',
    impact: 'effects',
    apart: true,
    for: ['DV-24'],
    applies: lent('tool', declares('tools'), modern),
    play: (stage) => inBothEras(stage, () => [['tools/call', call(stage)]]),
  },
]
