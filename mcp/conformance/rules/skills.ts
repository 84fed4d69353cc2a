// Skills as they are declared and listed (io.modelcontextprotocol/skills): nothing of them is read.
import { isObject } from '../../json.ts'
import { MOST_BYTES, MOST_FILES } from '../../skills/skill-entry.ts'
import { isText } from '../items.ts'
import { ALL, MODERN } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import {
  declaredOf,
  ENTRIES,
  entriesIn,
  folderOf,
  MANIFEST,
  nameIn,
  objectOf,
  ofEntries,
  ofFiles,
  SKILL_SPEC as spec,
  textOf,
} from '../skill-parts.ts'

const GREETINGS = ['result initialize', 'result server/discover'] as const
const METHODS = ['skills/list', 'skills/get'] as const
const ENVELOPE = ['config', 'specVersion', 'stability', 'id']
const revisions = ALL
const looksAt = 'skill'

export const SKILL_RULES: readonly Rule[] = [
  {
    id: 'SK-01',
    level: 'MUST',
    revisions,
    spec,
    says: 'What is declared of skills is an object of settings, and nothing around it.',
    looksAt: 'greeting that declares skills',
    mend: 'Write "extensions": {"io.modelcontextprotocol/skills": {}}.',
    suite: ['capability-empty-object', 'capability-declaration-inline'],
    ...each(GREETINGS, 'MUST', ({ result }) => {
      const said = declaredOf({ capabilities: objectOf(result.capabilities) })
      if (said === undefined) return null
      const at = '/result/capabilities/extensions'
      if (!isObject(said)) return { says: `it is ${quote(said)}`, at }
      const around = ENVELOPE.find((name) => said[name] !== undefined)
      return around === undefined ? undefined : { says: `it has “${around}”, which is none of its settings`, at }
    }),
  },
  {
    id: 'SK-02',
    level: 'MUST',
    revisions,
    spec,
    says: 'A server with skills declares resources, by which their files are read.',
    looksAt: 'greeting that declares skills',
    mend: 'Declare "resources": files of skills are read by resources/read.',
    suite: ['capability-requires-resources'],
    ...each(GREETINGS, 'MUST', ({ result }) => {
      const capabilities = objectOf(result.capabilities)
      if (declaredOf({ capabilities }) === undefined) return null
      return isObject(capabilities.resources) ? undefined : { says: 'it declares none', at: '/result/capabilities' }
    }),
  },
  {
    id: 'SK-03',
    level: 'MUST',
    revisions,
    spec,
    says: 'A server that declares skills lists them, and gives each by its address.',
    looksAt: 'answer to skills/list or skills/get',
    mend: 'Answer skills/list and skills/get, or do not declare the extension.',
    suite: ['capability-commits-to-methods', 'skills-list-implemented', 'skills-get-implemented'],
    ...each(
      METHODS.flatMap((method) => [`result ${method}`, `failure ${method}`]),
      'MUST',
      ({ kind, method, result, error }, facts) => {
        if (declaredOf(facts) === undefined) return null
        if (kind === 'failure') return error?.code === -32601 ? `${method} is not there` : null
        return method === 'skills/get' || Array.isArray(result.skills)
          ? undefined
          : { says: `"skills" is ${quote(result.skills)}`, at: '/result/skills' }
      },
    ),
  },
  {
    id: 'SK-04',
    level: 'MUST',
    revisions,
    spec,
    says: 'A skill stands whole on one page of the list, and its pages come to an end.',
    looksAt: 'page of skills',
    mend: 'Put each skill whole onto one page, and leave nextCursor out on the last.',
    suite: ['skills-list-pagination', 'skills-list-entry-atomic'],
    ...remembering(
      ['result skills/list'],
      'MUST',
      () => ({ pages: 0, on: new Map<string, number>(), cursors: new Set<string>() }),
      (seen, memory) => {
        const { asked, result } = seen
        if (asked?.params.cursor === undefined) {
          memory.pages = 0
          memory.on.clear()
          memory.cursors.clear()
        }
        memory.pages += 1
        for (const [at, { uri }] of entriesIn(seen)) {
          const before = memory.on.get(textOf(uri))
          if (before !== undefined && before !== memory.pages) return { says: `${textOf(uri)} stood on page ${before}, too`, at }
          memory.on.set(textOf(uri), memory.pages)
        }
        const { nextCursor } = result
        if (nextCursor === undefined) return undefined
        if (!isText(nextCursor)) return { says: `nextCursor is ${quote(nextCursor)}`, at: '/result/nextCursor' }
        if (memory.cursors.has(nextCursor)) return { says: 'its nextCursor was there before', at: '/result/nextCursor' }
        memory.cursors.add(nextCursor)
        return undefined
      },
    ),
  },
  {
    id: 'SK-05',
    level: 'MUST',
    revisions: MODERN,
    spec,
    says: 'Skills say how long they hold, and for whom.',
    looksAt: 'answer with skills',
    mend: 'Add ttlMs and cacheScope.',
    suite: ['skills-list-cache-attributes', 'skills-get-cache-attributes'],
    ...each(ENTRIES, 'MUST', ({ result }) => {
      const missing = ['ttlMs', 'cacheScope'].find((name) => result[name] === undefined)
      return missing === undefined ? undefined : { says: `${missing} is missing`, at: '/result' }
    }),
  },
  {
    id: 'SK-06',
    level: 'MUST',
    revisions,
    spec,
    says: 'A skill has the address of its SKILL.md.',
    looksAt,
    mend: 'Use the address of the SKILL.md as the uri of the skill.',
    suite: ['entry-uri-required'],
    ...ofEntries('MUST', ({ uri }) =>
      isText(uri) && uri.endsWith(MANIFEST) && uri.includes('://') ? undefined : { says: `it is ${quote(uri)}`, at: '/uri' },
    ),
  },
  {
    id: 'SK-07',
    level: 'MUST',
    revisions,
    spec,
    says: 'A skill has the frontmatter of its SKILL.md, with a name and a description.',
    looksAt,
    mend: 'Copy the frontmatter of SKILL.md into the entry, name and description included.',
    suite: ['entry-frontmatter-required'],
    ...ofEntries('MUST', ({ frontmatter }) => {
      if (!isObject(frontmatter)) return { says: `it is ${quote(frontmatter)}`, at: '/frontmatter' }
      const missing = ['name', 'description'].find((name) => textOf(frontmatter[name]) === '')
      return missing === undefined ? undefined : { says: `it has no ${missing}`, at: '/frontmatter' }
    }),
  },
  {
    id: 'SK-08',
    level: 'MUST',
    revisions,
    spec,
    says: 'The folder of a skill has its name.',
    looksAt,
    mend: 'Name the folder as the frontmatter names the skill.',
    suite: ['entry-uri-matches-frontmatter-name'],
    ...ofEntries('MUST', ({ uri, frontmatter }) => {
      const name = textOf(objectOf(frontmatter).name)
      if (!isText(uri) || name === '' || nameIn(uri) === '') return null
      return nameIn(uri) === name ? undefined : { says: `the folder is ${quote(nameIn(uri))}, the name ${quote(name)}`, at: '/uri' }
    }),
  },
  {
    id: 'SK-09',
    level: 'MUST',
    revisions,
    spec,
    says: 'The name of a skill is 1 to 64 of a–z, 0–9 and single hyphens within.',
    looksAt,
    mend: 'Name the skill in small letters, digits and single hyphens, at most 64.',
    suite: ['name-naming-rules'],
    ...ofEntries('MUST', ({ uri }) => {
      const name = nameIn(textOf(uri))
      if (name === '') return null
      return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64 ? undefined : { says: `it is ${quote(name)}`, at: '/uri' }
    }),
  },
  {
    id: 'SK-10',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'Skills stand under skill:// addresses.',
    looksAt,
    mend: 'Serve skills under skill://.',
    suite: ['skill-uri-scheme'],
    ...ofEntries('SHOULD', ({ uri }) => {
      if (!isText(uri)) return null
      return uri.startsWith('skill://') ? undefined : { says: `it is ${quote(uri)}`, at: '/uri' }
    }),
  },
  {
    id: 'SK-11',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'The first part of a skill’s path can be the host of an address (RFC 3986).',
    looksAt,
    mend: 'Begin the path with a part that may be a host: letters, digits, dots and hyphens.',
    suite: ['authority-reg-name'],
    ...ofEntries('SHOULD', ({ uri }) => {
      const first = /^[^:]*:\/\/([^/]*)/.exec(textOf(uri))?.[1]
      if (first === undefined) return null
      return /^(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})*$/i.test(first) ? undefined : { says: `it is ${quote(first)}`, at: '/uri' }
    }),
  },
  {
    id: 'SK-12',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'No two skills of one list have the same name.',
    looksAt,
    mend: 'Give each skill of a list another name.',
    suite: ['names-should-be-unique'],
    ...each(['result skills/list'], 'SHOULD', (seen) => {
      const names = new Map<string, string>()
      for (const [at, { uri }] of entriesIn(seen)) {
        const name = nameIn(textOf(uri))
        const before = names.get(name)
        if (name !== '' && before !== undefined && before !== uri) return { says: `${quote(name)} is the name of ${before}, too`, at }
        names.set(name, textOf(uri))
      }
      return names.size === 0 ? null : undefined
    }),
  },
  {
    id: 'SK-13',
    level: 'MUST',
    revisions,
    spec,
    says: 'A skill lists its files, or says that they are "dynamic".',
    looksAt,
    mend: 'List the files under "resources", or say "resources": "dynamic".',
    suite: ['entry-resources-required'],
    ...ofEntries('MUST', ({ resources }) =>
      Array.isArray(resources) || resources === 'dynamic' ? undefined : { says: `"resources" is ${quote(resources)}`, at: '/resources' },
    ),
  },
  {
    id: 'SK-14',
    level: 'MUST',
    revisions,
    spec,
    says: 'The files of a skill are all there, each once, its SKILL.md among them.',
    looksAt: 'skill that lists its files',
    mend: 'List every file once, SKILL.md among them.',
    suite: ['resources-complete'],
    ...ofEntries('MUST', ({ uri, resources }) => {
      if (!Array.isArray(resources)) return null
      const all = resources.map((file) => textOf(objectOf(file).uri))
      const twice = all.find((one, index) => one !== '' && all.indexOf(one) !== index)
      if (twice !== undefined) return { says: `${twice} is there twice`, at: '/resources' }
      return !isText(uri) || all.includes(uri) ? undefined : { says: `${uri} is not there`, at: '/resources' }
    }),
  },
  {
    id: 'SK-15',
    level: 'MUST',
    revisions,
    spec,
    says: 'The files of a skill lie within its folder.',
    looksAt: 'file of a skill',
    mend: 'List files below the folder of the skill alone.',
    suite: ['resources-uri-within-skill'],
    ...ofFiles('MUST', ({ file, entry }) => {
      const root = `${folderOf(textOf(entry.uri))}/`
      if (!isText(file.uri)) return { says: `its address is ${quote(file.uri)}`, at: '/uri' }
      const outside = !file.uri.startsWith(root) || /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(file.uri.slice(root.length))
      return outside ? { says: `${file.uri} does not`, at: '/uri' } : undefined
    }),
  },
  {
    id: 'SK-16',
    level: 'MUST',
    revisions,
    spec,
    says: 'A digest is sha256: and 64 lowercase hexadecimal digits.',
    looksAt: 'file of a skill',
    mend: 'Write the digest as sha256: and 64 hexadecimal digits in small letters.',
    suite: ['resources-digest-format'],
    ...ofFiles('MUST', ({ file: { digest } }) =>
      isText(digest) && /^sha256:[0-9a-f]{64}$/.test(digest) ? undefined : { says: `it is ${quote(digest)}`, at: '/digest' },
    ),
  },
  {
    id: 'SK-17',
    level: 'MUST',
    revisions,
    spec,
    says: 'A size is a whole number of bytes, from 0.',
    looksAt: 'file of a skill',
    mend: 'Write the size as the number of bytes.',
    suite: ['resources-size-required'],
    ...ofFiles('MUST', ({ file: { size } }) =>
      Number.isInteger(size) && Number(size) >= 0 ? undefined : { says: `it is ${quote(size)}`, at: '/size' },
    ),
  },
  {
    id: 'SK-18',
    level: 'SHOULD NOT',
    revisions,
    spec,
    says: `A skill has not more than ${MOST_FILES} files, nor more than 16 MiB of them.`,
    looksAt: 'skill that lists its files',
    mend: 'Ship fewer or smaller files, or several skills.',
    suite: ['limit-resources-per-skill', 'limit-total-size'],
    ...ofEntries('SHOULD NOT', ({ resources }) => {
      if (!Array.isArray(resources)) return null
      if (resources.length > MOST_FILES) return { says: `it has ${resources.length} files`, at: '/resources' }
      const bytes = resources.reduce((sum: number, file) => sum + Number(objectOf(file).size ?? 0), 0)
      return bytes > MOST_BYTES ? { says: `they are ${bytes} bytes`, at: '/resources' } : undefined
    }),
  },
  {
    id: 'SK-19',
    level: 'SHOULD NOT',
    revisions,
    spec,
    says: 'Names under io.modelcontextprotocol/ within metadata are kept for extensions, and there are none yet.',
    looksAt: 'skill with metadata',
    mend: 'Use a prefix of your own for metadata.',
    suite: ['metadata-reserved-prefix'],
    ...ofEntries('SHOULD NOT', ({ frontmatter }) => {
      const { metadata } = objectOf(frontmatter)
      if (!isObject(metadata)) return null
      const reserved = Object.keys(metadata).find((name) => name.startsWith('io.modelcontextprotocol/'))
      return reserved === undefined ? undefined : { says: `it has ${quote(reserved)}`, at: '/frontmatter/metadata' }
    }),
  },
]
