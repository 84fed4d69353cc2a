// What rules about skills have in common: where entries stand, and what was said of each skill and each of its files.
import { isObject, type Json } from '../json.ts'
import { SKILLS_EXTENSION } from '../skills/names.ts'
import { eachOf, remembering, type Level, type Look, type Rule } from './rule.ts'
import type { Facts } from './facts.ts'
import type { Message, Obj } from './seen.ts'

export const SKILL_SPEC = ['SEP-2640']
export const ENTRIES = ['result skills/list', 'result skills/get'] as const
/** What a server that lists no such skill is asked for. */
export const NO_SKILL = 'skill://loupe-no-such-skill/SKILL.md'
export const MANIFEST = '/SKILL.md'
export const FOLDER = 'inode/directory'

export const objectOf = (value: Json | undefined): Obj => (isObject(value) ? value : {})
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
/** What the server declared for skills; undefined: nothing. */
export const declaredOf = ({ capabilities }: Pick<Facts, 'capabilities'>): Json | undefined =>
  objectOf(capabilities.extensions)[SKILLS_EXTENSION]
export const folderOf = (uri: string): string => (uri.endsWith(MANIFEST) ? uri.slice(0, -MANIFEST.length) : uri)
/** The name that a skill has by its address; '' where its address gives none. */
export const nameIn = (uri: string): string => {
  const parts = uri
    .replace(/^[^:]*:\/\//, '')
    .split('/')
    .filter((part) => part !== '')
  return uri.endsWith(MANIFEST) && uri.includes('://') && parts.length > 1 ? parts.at(-2)! : ''
}

/** The entries of a list, or the one that was asked for, with their JSON Pointers. */
export function* entriesIn({ method, result }: Message): Generator<[string, Obj]> {
  if (method === 'skills/get') {
    if (isObject(result.skill)) yield ['/result/skill', result.skill]
  } else if (Array.isArray(result.skills))
    for (const [index, one] of result.skills.entries()) if (isObject(one)) yield [`/result/skills/${index}`, one]
}

/** The files that entries name, where they name any. */
export function* filesIn(seen: Message): Generator<[string, { file: Obj; entry: Obj }]> {
  for (const [at, entry] of entriesIn(seen))
    if (Array.isArray(entry.resources))
      for (const [index, file] of entry.resources.entries()) yield [`${at}/resources/${index}`, { file: objectOf(file), entry }]
}

export const ofEntries = (level: Level, look: (entry: Obj) => Look): Pick<Rule, 'on' | 'judge'> => eachOf(ENTRIES, level, entriesIn, look)
export const ofFiles = (level: Level, look: (one: { file: Obj; entry: Obj }) => Look): Pick<Rule, 'on' | 'judge'> =>
  eachOf(ENTRIES, level, filesIn, look)

/** What is known of a server's skills. */
export interface Skills {
  /** The newest entry under each address. */
  entries: Map<string, Obj>
  /** What the newest entries say of each file. */
  files: Map<string, Obj>
}

/** A rule that looks at `on` knowing what was said of skills before. */
export function knowing(on: readonly string[], level: Level, look: (seen: Message, skills: Skills) => Look): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    [...new Set([...ENTRIES, ...on])],
    level,
    (): Skills => ({ entries: new Map(), files: new Map() }),
    (seen, skills) => {
      if (seen.kind === 'result')
        for (const [, entry] of entriesIn(seen)) {
          if (textOf(entry.uri) === '') continue
          skills.entries.set(textOf(entry.uri), entry)
          for (const file of Array.isArray(entry.resources) ? entry.resources.filter(isObject) : [])
            skills.files.set(textOf(file.uri), file)
        }
      return on.includes(`${seen.kind} ${seen.method}`) ? look(seen, skills) : null
    },
  )
}
