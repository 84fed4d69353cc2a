// What calls of a tool that a person lends bring to light.
import { isObject, writeJson, type Json } from '../../json.ts'
import { LOG_LEVELS } from '../../traffic-row.ts'
import { probed, served } from '../probes.ts'
import { ALL, between, LEGACY, MODERN, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import type { Facts } from '../facts.ts'
import type { Obj } from '../seen.ts'
import { faultsOf } from '../structure.ts'
import { PAGE, metaOf, objectOf } from '../task-parts.ts'
import { done, isProbe, ofTool } from '../tools-known.ts'

const TASKS = between('2025-11-25', '2025-11-25')
const rank = (level: Json | undefined): number => LOG_LEVELS.indexOf(level as never)
const takesTasks = ({ capabilities }: Facts): boolean => isObject(objectOf(objectOf(objectOf(capabilities.tasks).requests).tools).call)
const supportOf = (tool: Obj): Json => objectOf(tool.execution).taskSupport ?? 'forbidden'

export const LENT_RULES: readonly Rule[] = [
  {
    id: 'TC-08',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/tools', '2026-07-28/server/tools'],
    says: 'A tool with an outputSchema answers with structuredContent that fits it.',
    looksAt: 'result of a tool that has an outputSchema',
    mend: 'Return structuredContent as the schema has it, or leave the schema out.',
    ...ofTool('MUST', (seen, { outputSchema }) => {
      if (!isObject(outputSchema) || !done(seen)) return null
      const { structuredContent } = seen.result
      if (structuredContent === undefined) return { says: 'there is no structuredContent', at: '/result' }
      const given = outputSchema.$defs ?? outputSchema.definitions
      const [fault] = faultsOf({ $defs: { ...objectOf(given), 'loupe-whole': outputSchema } }, 'loupe-whole', structuredContent)
      return fault === undefined ? undefined : { says: fault.says, at: `/result/structuredContent${fault.pointer}` }
    }),
  },
  {
    id: 'TC-14',
    level: 'derived',
    revisions: MODERN,
    spec: ['docs/seps/2663-tasks-extension'],
    says: 'The parameter "task" of the revision before is ignored.',
    looksAt: 'call with that parameter',
    mend: 'Pass over "task": this revision knows it no more.',
    ...probed('legacy-task', 'derived', (heard) =>
      heard.result?.resultType === 'task' || isObject(heard.result?.task)
        ? 'it makes a task'
        : heard.code === -32021
          ? null
          : served(heard),
    ),
  },
  {
    id: 'TC-16',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Arguments that are not known are taken or refused as the schema has it.',
    looksAt: 'call with an argument more',
    mend: 'Refuse them where additionalProperties is false, and nowhere else.',
    ...ofTool('derived', (seen, { inputSchema }) => {
      if (!isProbe(seen, 'more-argument')) return null
      const closed = objectOf(inputSchema).additionalProperties === false
      if (closed) return done(seen) ? 'the schema forbids it, and it is taken' : undefined
      // Who lacks a capability, or a header, is refused for that.
      if (seen.error?.code === -32021 || seen.error?.code === -32020) return null
      if (seen.kind === 'failure') return { says: `the schema allows it, and the error is ${quote(seen.error?.code)}`, at: '/error' }
      return done(seen) ? undefined : null
    }),
  },
  {
    id: 'TC-17',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['schema/2025-03-26/schema.ts'],
    says: 'A tool that says that it changes nothing, or nothing more the second time, answers alike twice.',
    looksAt: 'two calls of a tool with such a hint',
    mend: 'It may be the time of day. If a call changed something, take the hint away.',
    ...ofTool(
      'derived',
      (seen, { annotations }, _, before: { text?: string }) => {
        const { readOnlyHint, idempotentHint } = objectOf(annotations)
        if (!isProbe(seen, 'twice') || !done(seen) || (readOnlyHint !== true && idempotentHint !== true)) return null
        const text = writeJson([seen.result.content ?? null, seen.result.structuredContent ?? null])
        const first = before.text
        before.text = text
        return first === undefined ? null : first === text ? undefined : { says: 'the second answer is another', at: '/result' }
      },
      () => ({}),
    ),
  },
  {
    id: 'LG-03',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/utilities/logging'],
    says: 'Nothing comes that is below the level that was set.',
    looksAt: 'log message, or a call, after a level was set',
    mend: 'Compare the severity of each message with the level that was set before you send it.',
    ...remembering(
      ['result logging/setLevel', 'notification notifications/message', 'result tools/call'],
      'derived',
      () => ({ least: -1, at: 0 }),
      ({ kind, asked, params, at, trip }, memory) => {
        if (asked?.method === 'logging/setLevel') {
          memory.least = rank(asked.params.level)
          memory.at = at
          return null
        }
        if (memory.least < 0) return null
        if (kind === 'result') return undefined
        const own = rank(params.level)
        if (own < 0) return null
        if (own >= memory.least) return undefined
        // What came on another stream may have left before.
        if (trip?.method === 'GET' && at - memory.at < IN_FLIGHT) return null
        return { says: `${quote(params.level)} came, and ${quote(LOG_LEVELS[memory.least] ?? '')} was set`, at: '/params/level' }
      },
    ),
  },
  {
    id: 'LG-06',
    level: 'MAY',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/logging'],
    says: 'A request that names a level gets log messages of that level and above.',
    looksAt: 'request that names a level',
    mend: 'Send messages of the level that the request names and above, and none below.',
    ...each(['notification notifications/message', 'result'], 'MAY', ({ kind, trip, asked, params }) => {
      const request = kind === 'result' ? asked : trip?.asked[0]
      const wanted = rank(metaOf(request?.params ?? {})['io.modelcontextprotocol/logLevel'])
      if (wanted < 0) return null
      const own = rank(params.level)
      return kind === 'result' || own < 0 || own >= wanted
        ? undefined
        : { says: `${quote(params.level)} came, and ${quote(LOG_LEVELS[wanted] ?? '')} was named`, at: '/params/level' }
    }),
  },
  {
    id: 'TK-03',
    level: 'SHOULD',
    revisions: TASKS,
    spec: PAGE,
    says: 'A tool that is no task refuses to be one, with -32601.',
    looksAt: 'call as a task of a tool that forbids it',
    mend: 'Refuse a call as a task, of a tool that forbids it, with -32601.',
    ...ofTool('SHOULD', ({ kind, asked, error }, tool, facts) => {
      if (asked?.params.task === undefined || supportOf(tool) !== 'forbidden' || !takesTasks(facts)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32601 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TK-04',
    level: 'MUST',
    revisions: TASKS,
    spec: PAGE,
    says: 'A tool that must be a task refuses a plain call, with -32601.',
    looksAt: 'plain call of a tool that must be a task',
    mend: 'Refuse a plain call, of a tool that requires a task, with -32601.',
    ...ofTool('MUST', ({ kind, asked, error }, tool, facts) => {
      if (asked?.params.task !== undefined || supportOf(tool) !== 'required' || !takesTasks(facts)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32601 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TK-05',
    level: 'MUST',
    revisions: TASKS,
    spec: PAGE,
    says: 'A server without tasks takes a call as a task as a plain one.',
    looksAt: 'call as a task of a server without tasks',
    mend: 'Ignore "task" where tasks.requests.tools.call is not declared.',
    ...ofTool(
      'MUST',
      (seen, { name }, facts, plain: Set<Json>) => {
        if (seen.asked?.params.task === undefined) {
          if (done(seen)) plain.add(name ?? null)
          return null
        }
        // Of a tool that fails without it, too, nothing can be told.
        if (takesTasks(facts) || !plain.has(name ?? null)) return null
        if (seen.kind === 'failure') return { says: `it is refused with the error ${seen.error?.code}`, at: '/error' }
        return isObject(seen.result.task) ? { says: 'it makes a task', at: '/result/task' } : undefined
      },
      () => new Set<Json>(),
    ),
  },
  {
    id: 'AP-06',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['ext-apps:specification/2026-01-26/apps.mdx'],
    says: 'A tool with a view is of use to a client that has none.',
    looksAt: 'call of a tool with a view, by a client that draws none',
    yields: ['AP-05'],
    mend: 'Say in text what the view shows.',
    ...ofTool('SHOULD', (seen, tool, { offered }) => {
      const meta = metaOf(tool)
      const view = objectOf(meta.ui).resourceUri ?? meta['ui/resourceUri']
      if (view === undefined || !done(seen) || objectOf(offered.extensions)['io.modelcontextprotocol/ui'] !== undefined) return null
      const said =
        Array.isArray(seen.result.content) && seen.result.content.some((one) => isObject(one) && one.type === 'text' && one.text !== '')
      return said ? undefined : { says: 'its result has no text', at: '/result/content' }
    }),
  },
  {
    id: 'ST-11',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/stdio'],
    says: 'A process answers at once, without a greeting.',
    looksAt: 'list as the first line to a new process',
    mend: 'Ask for no greeting: in this revision each request says by itself what it needs.',
    yields: ['DV-12'],
    ...probed('first', 'derived', (heard, { transport }) => (transport === 'stdio' ? served(heard) : null)),
  },
]

/** Milliseconds that a message may have been under way. */
const IN_FLIGHT = 300
