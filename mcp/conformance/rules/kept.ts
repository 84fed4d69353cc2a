// What a client keeps or is offered: pages, lists within their time, completions, handles.
import { isObject, writeJson, type Json } from '../../json.ts'
import { BOTH, isText, LISTS, MEMBER } from '../items.ts'
import { probed, served } from '../probes.ts'
import { ALL, MODERN, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'
import { headerOf } from '../trips.ts'
import { looksSecret } from '../words.ts'

const valuesOf = ({ result: { completion } }: Message): Json | undefined => (isObject(completion) ? completion.values : undefined)
const refOf = ({ asked }: Message): Obj => (isObject(asked?.params.ref) ? asked.params.ref : {})

export const KEPT_RULES: readonly Rule[] = [
  {
    id: 'CM-03',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/completion'],
    says: 'Variables of templates are completed as arguments are.',
    looksAt: 'completion for a template',
    mend: 'Complete ref/resource as you complete ref/prompt: an array of texts.',
    yields: ['CM-01'],
    ...each(['result completion/complete'], 'derived', (seen) => {
      if (refOf(seen).type !== 'ref/resource') return null
      const values = valuesOf(seen)
      return Array.isArray(values) && values.every(isText)
        ? undefined
        : { says: `the values are ${quote(values)}`, at: '/result/completion' }
    }),
  },
  {
    id: 'CM-05',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/utilities/completion', '2026-07-28/server/utilities/completion'],
    says: 'A completion takes what is filled in already.',
    looksAt: 'completion with a context',
    mend: 'Use "context.arguments" to narrow what you offer, or pass over it.',
    ...probed('context', 'derived', served),
  },
  {
    id: 'CM-06',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/completion'],
    says: 'Completions fit what was typed.',
    looksAt: 'completion of what was typed',
    remark: 'It is a remark always: how values match is the server’s matter.',
    mend: 'Offer what begins with, or holds, what was typed.',
    ...each(['result completion/complete'], 'SHOULD', (seen) => {
      const typed = isObject(seen.asked?.params.argument) ? seen.asked.params.argument.value : undefined
      const values = valuesOf(seen)
      if (!isText(typed) || typed === '' || !Array.isArray(values) || values.length === 0) return null
      const fits = values.some((one) => isText(one) && one.toLowerCase().includes(typed.toLowerCase()))
      return fits ? undefined : { says: `none holds ${quote(typed)}`, at: '/result/completion', outcome: 'info' }
    }),
  },
  {
    id: 'SX-05',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/completion'],
    says: 'Completion gives nothing away.',
    looksAt: 'completion of a name that is delicate',
    mend: 'Complete what the asker may see.',
    ...each(BOTH('completion/complete'), 'MUST', (seen) => {
      const typed = isObject(seen.asked?.params.argument) ? seen.asked.params.argument.value : undefined
      if (!isText(typed) || !/^(?:passw|secret|token|\/etc\/|\.env|admin)/i.test(typed)) return null
      const values = valuesOf(seen)
      const leak = (Array.isArray(values) ? values : []).find(
        (one) => isText(one) && (looksSecret(one) !== undefined || /^\/etc\/\w/.test(one)),
      )
      return leak === undefined ? undefined : { says: `${quote(typed)} brings ${quote(leak)}`, at: '/result/completion' }
    }),
  },
  {
    id: 'PA-04',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/pagination', '2026-07-28/server/utilities/pagination'],
    says: 'A cursor leads to the same page each time.',
    looksAt: 'cursor that was used twice',
    mend: 'Let a cursor stand for a place in the list, so that it can be used again.',
    ...remembering(
      [...LISTS, 'notification'],
      'SHOULD',
      () => new Map<string, string>(),
      ({ kind, method, asked, result }, pages) => {
        if (kind === 'notification') {
          if (method.endsWith('list_changed')) pages.clear()
          return null
        }
        const cursor = asked?.params.cursor
        if (!isText(cursor)) return null
        const text = short(result[MEMBER[method] ?? ''])
        const key = `${method} ${cursor}`
        const before = pages.get(key)
        if (pages.size < 500) pages.set(key, text)
        return before === undefined ? null : before === text ? undefined : `${quote(cursor)} leads to another page than before`
      },
    ),
  },
  {
    id: 'CH-04',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching'],
    says: 'What is public is the same for all.',
    looksAt: 'public list, with and without a token',
    mend: 'Say "cacheScope": "private" of what depends on who asks.',
    ...remembering(
      LISTS,
      'derived',
      () => new Map<string, { who: string; text: string }>(),
      ({ method, asked, result, trip }, lists) => {
        if (result.cacheScope !== 'public' || trip === undefined || asked?.params.cursor !== undefined) return null
        const who = headerOf(trip.headers, 'authorization') ?? ''
        const text = short(result[MEMBER[method] ?? ''])
        const before = lists.get(method)
        lists.set(method, { who, text })
        return before === undefined || before.who === who ? null : before.text === text ? undefined : 'it is another for another token'
      },
      undefined,
      true,
    ),
  },
  {
    id: 'CH-05',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching'],
    says: 'What holds for a time does not change within it.',
    looksAt: 'list that was asked for again within its time',
    yields: ['DV-20', 'DV-21', 'DV-22'],
    mend: 'Choose a "ttlMs" that holds, and tell of changes by notification before it ends.',
    ...remembering(
      [...LISTS, 'notification'],
      'derived',
      () => new Map<string, { until: number; text: string }>(),
      ({ kind, method, asked, result, at, trip }, lists) => {
        if (kind === 'notification') {
          if (method.endsWith('list_changed')) lists.clear()
          return null
        }
        if (asked?.params.cursor !== undefined || typeof result.ttlMs !== 'number') return null
        const text = short(result[MEMBER[method] ?? ''])
        const key = `${method} ${trip === undefined ? '' : (headerOf(trip.headers, 'authorization') ?? '')}`
        const before = lists.get(key)
        lists.set(key, { until: at + result.ttlMs, text })
        return before === undefined || at >= before.until ? null : before.text === text ? undefined : 'it changed'
      },
    ),
  },
  {
    id: 'SX-04',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['docs/docs/2026-07-28/tutorials/security/security_best_practices', '2026-07-28/server/tools'],
    says: 'What a tool hands out to be brought back cannot be guessed.',
    looksAt: 'id that a tool handed out',
    mend: 'Use random ids.',
    ...remembering(
      ['result tools/call', 'sent tools/call'],
      'SHOULD',
      () => new Set<string>(),
      (seen, handles) => {
        if (seen.kind === 'result') {
          const out = isObject(seen.result.structuredContent) ? seen.result.structuredContent : {}
          for (const [name, value] of Object.entries(out))
            if (/(?:Id|_id|^id|handle|session)$/.test(name) && (isText(value) || typeof value === 'number') && handles.size < 1000)
              handles.add(String(value))
          return null
        }
        // One is a handle when it is brought back.
        const own = isObject(seen.params.arguments) ? Object.values(seen.params.arguments) : []
        const back = own.map(String).find((value) => handles.has(value))
        if (back === undefined) return null
        return back.length < 12 || /^\d+$/.test(back) ? { says: `${quote(back)} can be`, at: '/params/arguments' } : undefined
      },
    ),
  },
]

function short(value: Json | undefined): string {
  const text = writeJson(value ?? null)
  return `${text.length} ${text.slice(0, 4000)} ${text.slice(-200)}`
}
