// One server in both eras: it has the same to offer, and answers the same.
import { isObject, writeJson, type Json } from '../../json.ts'
import { LISTS } from '../items.ts'
import { heardOf, markOf, served } from '../probes.ts'
import { MODERN } from '../revision.ts'
import { remembering, type Look, type Rule } from '../rule.ts'
import type { Message } from '../seen.ts'
import { namesOf } from './alike.ts'

/** What an answer is about, whatever the era dresses it in. */
const SUBSTANCE = ['contents', 'messages', 'content', 'structuredContent', 'isError'] as const
const ANSWERS = ['resources/read', 'prompts/get', 'tools/call'].flatMap((method) => [`result ${method}`, `failure ${method}`])

export const BOTH_ERA_RULES: readonly Rule[] = [
  {
    id: 'DV-24',
    level: 'MAY',
    revisions: MODERN,
    spec: ['2026-07-28/basic/versioning'],
    says: 'Both eras may be spoken side by side, and have the same to offer and to say.',
    looksAt: 'request of the newer era beside the older, and lists, resources, prompts and calls in both',
    mend: 'Serve both from the same tools. An answer may also differ because time has passed.',
    everywhere: true,
    ...remembering(
      ['over', ...LISTS, ...ANSWERS],
      'MAY',
      () => ({ older: new Map<string, string>(), newer: new Map<string, string>() }),
      (seen, { older, newer }, { everModern }) => {
        if ((seen.kind as string) === 'over')
          return seen.trip !== undefined && markOf(seen.trip).startsWith('loupe-woven') ? served(heardOf(seen.trip)) : null
        const [what, answer] = heard(seen)
        if (answer === undefined || !everModern) return null
        const modern = seen.asked?.revision !== undefined
        ;(modern ? newer : older).set(what, answer)
        return compared(seen, answer, (modern ? older : newer).get(what))
      },
      undefined,
      true,
    ),
  },
]

/** Of answers those alone that were asked for in order to be compared. */
function heard(seen: Message): [what: string, answer: string | undefined] {
  const { method, asked, kind, result } = seen
  if (method.endsWith('/list')) return [method, namesOf(seen)]
  if (typeof asked?.id !== 'string' || !asked.id.startsWith('loupe-both')) return ['', undefined]
  const { _meta, ...params } = asked.params
  const what = `${method} ${writeJson(params)}`
  if (kind === 'failure') return [what, 'an error']
  return [what, writeJson(SUBSTANCE.map((name) => bare(result[name])))]
}

function compared({ method, asked }: Message, answer: string, other: string | undefined): Look {
  if (other === undefined) return null
  const { name, uri } = asked?.params ?? {}
  const what = method.endsWith('/list') ? method : `the answer to ${method} of ${String(name ?? uri)}`
  return answer === other ? (method.endsWith('/list') ? null : undefined) : `${what} is another in the other era`
}

/** Without what an era adds: `_meta`. */
function bare(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(bare)
  if (!isObject(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (key === '_meta' ? [] : [[key, bare(one)]])))
}
