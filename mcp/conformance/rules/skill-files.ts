// Skills as they are asked for one by one, and what reading their files and folders brings.
import { isObject } from '../../json.ts'
import { bytesRead, frontmatterFaults, readFrontmatter } from '../../skills/verify.ts'
import { sha256Now } from '../../skills/sha256.ts'
import { isText } from '../items.ts'
import { ALL } from '../revision.ts'
import { each, quote, type Look, type Rule } from '../rule.ts'
import type { Message } from '../seen.ts'
import {
  declaredOf,
  FOLDER,
  folderOf,
  knowing,
  MANIFEST,
  NO_SKILL,
  objectOf,
  SKILL_SPEC as spec,
  textOf,
  type Skills,
} from '../skill-parts.ts'

const revisions = ALL
const READ = 'resources/read'
const DIRECTORY = 'resources/directory/read'
const addressOf = ({ asked }: Message): string => textOf(asked?.params.uri)
const manifest = (seen: Message, skills: Skills): string | undefined => {
  const uri = addressOf(seen)
  if (!skills.entries.has(uri) || !uri.endsWith(MANIFEST)) return undefined
  const read = bytesRead(seen.result, uri)
  return 'why' in read ? undefined : (read.text ?? new TextDecoder().decode(read.bytes))
}
const directories = (look: (seen: Message, skills: Skills) => Look, ...kinds: ('result' | 'failure')[]): Pick<Rule, 'on' | 'judge'> =>
  knowing(
    kinds.map((kind) => `${kind} ${DIRECTORY}`),
    'MUST',
    look,
  )
/** A folder, as far as lists tell: something that was listed lies within. */
const isFolder = (uri: string, { files }: Skills): boolean =>
  [...files.keys()].some((file) => file.startsWith(`${uri.replace(/\/$/, '')}/`))

export const SKILL_FILE_RULES: readonly Rule[] = [
  {
    id: 'SK-20',
    level: 'MUST',
    revisions,
    spec,
    says: 'skills/get gives the entry that was asked for, as the list has it.',
    looksAt: 'answer to skills/get',
    mend: 'Answer skills/get with the entry that skills/list has.',
    suite: ['skills-get-entry-shape'],
    ...knowing(['result skills/get'], 'MUST', (seen) => {
      const { skill } = seen.result
      if (!isObject(skill)) return { says: `"skill" is ${quote(skill)}`, at: '/result/skill' }
      return skill.uri === seen.asked?.params.uri ? undefined : { says: `it is that of ${quote(skill.uri)}`, at: '/result/skill/uri' }
    }),
  },
  {
    id: 'SK-21',
    level: 'MUST NOT',
    revisions,
    spec,
    says: 'One skill has no further pages.',
    looksAt: 'answer to skills/get',
    mend: 'Leave nextCursor out of skills/get.',
    suite: ['skills-get-no-cursor'],
    ...each(['result skills/get'], 'MUST NOT', ({ result }) =>
      result.nextCursor === undefined ? undefined : { says: `nextCursor is ${quote(result.nextCursor)}`, at: '/result/nextCursor' },
    ),
  },
  {
    id: 'SK-22',
    level: 'MUST',
    revisions,
    spec,
    says: 'A skill that does not exist is refused with -32602.',
    looksAt: 'request for a skill that does not exist',
    mend: 'Refuse a skill that does not exist with -32602.',
    suite: ['skills-get-unknown-uri-invalid-params'],
    ...each(['result skills/get', 'failure skills/get'], 'MUST', (seen, facts) => {
      if (addressOf(seen) !== NO_SKILL || declaredOf(facts) === undefined || seen.error?.code === -32601) return null
      return seen.error?.code === -32602 ? undefined : seen.kind === 'result' ? 'it is given' : `its code is ${quote(seen.error?.code)}`
    }),
  },
  {
    id: 'SK-23',
    level: 'MUST',
    revisions,
    spec,
    says: 'What a skill lists can be read.',
    looksAt: 'reading of a skill’s file',
    mend: 'Serve every file that a skill lists by resources/read.',
    suite: ['skillmd-required'],
    ...knowing([`result ${READ}`, `failure ${READ}`], 'MUST', (seen, skills) => {
      const uri = addressOf(seen)
      if (!skills.files.has(uri) && !skills.entries.has(uri)) return null
      if (seen.kind === 'failure') return `${uri} is refused: ${seen.error?.message ?? ''}`
      const read = bytesRead(seen.result, uri)
      return 'why' in read ? { says: `${uri}: ${read.why}`, at: '/result/contents' } : undefined
    }),
  },
  {
    id: 'SK-24',
    level: 'MUST',
    revisions,
    spec,
    says: 'SKILL.md begins with YAML frontmatter that has a name and a description.',
    looksAt: 'SKILL.md that was read',
    mend: 'Begin SKILL.md with ---, name: and description: in YAML, and ---.',
    suite: ['skillmd-frontmatter'],
    ...knowing([`result ${READ}`], 'MUST', (seen, skills) => {
      const text = manifest(seen, skills)
      if (text === undefined) return null
      const read = readFrontmatter(text)
      const at = '/result/contents/0'
      if ('why' in read) return { says: read.why, at }
      const missing = ['name', 'description'].find((name) => textOf(read.frontmatter[name]) === '')
      return missing === undefined ? undefined : { says: `it has no ${missing}`, at }
    }),
  },
  {
    id: 'SK-25',
    level: 'MUST',
    revisions,
    spec,
    says: 'The frontmatter of an entry is that of its SKILL.md.',
    looksAt: 'SKILL.md that was read',
    mend: 'Make the entry from the frontmatter of SKILL.md, and from nothing else.',
    suite: ['entry-frontmatter-identical', 'final-segment-equals-name'],
    ...knowing([`result ${READ}`], 'MUST', (seen, skills) => {
      const text = manifest(seen, skills)
      const { frontmatter } = skills.entries.get(addressOf(seen)) ?? {}
      if (text === undefined || !isObject(frontmatter) || 'why' in readFrontmatter(text)) return null
      const [fault] = frontmatterFaults(text, frontmatter)
      return fault === undefined ? undefined : { says: fault, at: '/result/contents/0' }
    }),
  },
  {
    id: 'SK-26',
    level: 'MUST',
    revisions,
    spec,
    says: 'A file of a skill has the size and the digest that its entry says.',
    looksAt: 'reading of a skill’s file',
    mend: 'Compute both from the bytes that are served, and again with each change.',
    ...knowing([`result ${READ}`], 'MUST', (seen, skills) => {
      const uri = addressOf(seen)
      const file = skills.files.get(uri)
      const read = file === undefined ? { why: '' } : bytesRead(seen.result, uri)
      if (file === undefined || 'why' in read) return null
      const at = '/result/contents/0'
      if (file.size !== read.bytes.length) return { says: `it is ${read.bytes.length} bytes, and its entry says ${quote(file.size)}`, at }
      const digest = `sha256:${sha256Now(read.bytes)}`
      return digest === file.digest ? undefined : { says: `its digest is ${digest}, and its entry says ${quote(file.digest)}`, at }
    }),
  },
  {
    id: 'SK-27',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'SKILL.md is of the type text/markdown.',
    looksAt: 'SKILL.md that was read',
    mend: 'Serve SKILL.md as text/markdown.',
    suite: ['skillmd-mimetype'],
    ...knowing([`result ${READ}`], 'SHOULD', (seen, skills) => {
      if (manifest(seen, skills) === undefined || !Array.isArray(seen.result.contents)) return null
      const { mimeType } = objectOf(seen.result.contents.find((one) => objectOf(one).uri === addressOf(seen)))
      return mimeType === 'text/markdown' ? undefined : { says: `its type is ${quote(mimeType)}`, at: '/result/contents/0/mimeType' }
    }),
  },
  {
    id: 'SK-28',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'SKILL.md among the resources has the name and the description of its skill.',
    looksAt: 'SKILL.md in a list of resources',
    mend: 'Give the resource of SKILL.md the name and the description of its skill.',
    suite: ['skillmd-metadata-name', 'skillmd-metadata-description'],
    ...knowing(['result resources/list'], 'SHOULD', ({ result: { resources } }, skills) => {
      let any = false
      for (const [index, one] of (Array.isArray(resources) ? resources : []).entries()) {
        const { uri, name, description } = objectOf(one)
        const { frontmatter } = skills.entries.get(textOf(uri)) ?? {}
        if (!isObject(frontmatter)) continue
        any = true
        const at = `/result/resources/${index}`
        if (name !== frontmatter.name) return { says: `its name is ${quote(name)}, that of the skill ${quote(frontmatter.name)}`, at }
        if (description !== frontmatter.description) return { says: `its description is ${quote(description)}`, at }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'SK-29',
    level: 'SHOULD',
    revisions,
    spec,
    says: 'Names in _meta of a skill’s files have a prefix.',
    looksAt: 'file of a skill with _meta',
    mend: 'Use io.modelcontextprotocol.skills/, or a prefix of your own.',
    suite: ['meta-prefix'],
    ...knowing([`result ${READ}`], 'SHOULD', (seen, skills) => {
      if (!skills.files.has(addressOf(seen)) || !Array.isArray(seen.result.contents)) return null
      const { _meta } = objectOf(seen.result.contents[0])
      if (!isObject(_meta)) return null
      const bare = Object.keys(_meta).find((name) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(name))
      return bare === undefined ? undefined : { says: `${quote(bare)} has none`, at: '/result/contents/0/_meta' }
    }),
  },
  {
    id: 'SK-30',
    level: 'MUST',
    revisions,
    spec,
    says: 'A server that declares directoryRead reads the folder of a skill.',
    looksAt: 'reading of a skill’s folder',
    mend: 'Answer resources/directory/read for the folder of a skill, or do not declare directoryRead.',
    suite: ['capability-directory-read-flag', 'directory-read-method-registered'],
    ...directories(
      (seen, skills) => {
        const uri = addressOf(seen)
        if (![...skills.entries.keys()].some((one) => folderOf(one) === uri.replace(/\/$/, ''))) return null
        return seen.kind === 'result' ? undefined : `${uri} is refused: ${quote(seen.error?.code)} ${seen.error?.message ?? ''}`
      },
      'result',
      'failure',
    ),
  },
  {
    id: 'SK-31',
    level: 'MUST',
    revisions,
    spec,
    says: 'A folder that was read lists what lies in it, each with its address; pages go on as those of resources.',
    looksAt: 'folder that was read',
    mend: 'List what lies in the folder, each with its uri; go on by nextCursor.',
    suite: ['directory-read-result-resources-shape', 'directory-read-pagination'],
    ...directories((seen) => {
      const { resources, nextCursor } = seen.result
      if (!Array.isArray(resources)) return { says: `"resources" is ${quote(resources)}`, at: '/result/resources' }
      if (nextCursor !== undefined && !isText(nextCursor)) return { says: `nextCursor is ${quote(nextCursor)}`, at: '/result/nextCursor' }
      const nameless = resources.findIndex((one) => textOf(objectOf(one).uri) === '')
      return nameless < 0 ? undefined : { says: 'one has no uri', at: `/result/resources/${nameless}` }
    }, 'result'),
  },
  {
    id: 'SK-32',
    level: 'MUST',
    revisions,
    spec,
    says: `A folder within a folder is of the type ${FOLDER}.`,
    looksAt: 'folder within a folder',
    mend: 'Give folders the mimeType inode/directory.',
    suite: ['directory-read-subdir-mimetype'],
    ...directories((seen, skills) => {
      let any = false
      for (const [index, one] of (Array.isArray(seen.result.resources) ? seen.result.resources : []).entries()) {
        const { uri, mimeType } = objectOf(one)
        if (!isFolder(textOf(uri), skills)) continue
        any = true
        if (mimeType !== FOLDER)
          return { says: `${textOf(uri)} is of the type ${quote(mimeType)}`, at: `/result/resources/${index}/mimeType` }
      }
      return any ? undefined : null
    }, 'result'),
  },
  {
    id: 'SK-33',
    level: 'MUST',
    revisions,
    spec,
    says: 'What is no folder cannot be read as one: -32602.',
    looksAt: 'reading of a file as a folder',
    mend: 'Refuse to read a file as a folder with -32602.',
    suite: ['directory-read-invalid-params'],
    ...directories(
      (seen, skills) => {
        if (!skills.files.has(addressOf(seen)) || seen.error?.code === -32601) return null
        return seen.error?.code === -32602 ? undefined : seen.kind === 'result' ? 'it is read' : `its code is ${quote(seen.error?.code)}`
      },
      'result',
      'failure',
    ),
  },
]
