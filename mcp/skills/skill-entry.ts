// A skill as a server lists it: what it is, which files it has, and why it must not be loaded where its entry breaks a rule
// (io.modelcontextprotocol/skills). Reads nothing of its files.
import { isObject, type Json } from '../json.ts'

export interface SkillFile {
  uri: string
  /** As it was written; one that is no digest is a fault of the entry. */
  digest: string
  /** Bytes. */
  size: number
  /** Below the skill's folder, with '/' between. */
  path: string
}

export interface SkillEntry {
  /** Place in the list as served: names may repeat. */
  index: number
  uri: string
  name: string
  description: string
  frontmatter: { [key: string]: Json }
  /** 'dynamic': made anew with each reading, so that nothing can be verified. */
  files: SkillFile[] | 'dynamic'
  raw: Json
  /** Why it must not be loaded. */
  faults: string[]
  /** What is odd about it. */
  notes: string[]
}

/** What every host takes: files, and bytes of all of them. */
export const MOST_FILES = 512
export const MOST_BYTES = 16 * 1024 * 1024

const MANIFEST = '/SKILL.md'

/** Never throws: what is wrong is among the faults. */
export function readSkill(raw: Json, index = 0): SkillEntry {
  const value = isObject(raw) ? raw : {}
  const faults: string[] = []
  const notes: string[] = []
  if (!isObject(raw)) faults.push('The entry is not an object.')
  const uri = typeof value.uri === 'string' ? value.uri : ''
  if (!uri.endsWith(MANIFEST)) faults.push(`Its “uri” must end with ${MANIFEST}, and is ${JSON.stringify(value.uri ?? null)}.`)
  else if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(uri)) faults.push('Its “uri” is no whole URI.')
  const frontmatter = isObject(value.frontmatter) ? value.frontmatter : {}
  if (!isObject(value.frontmatter)) faults.push('It has no “frontmatter”.')
  const text = (name: string): string => {
    const said = frontmatter[name]
    if (typeof said === 'string' && said !== '') return said
    if (isObject(value.frontmatter)) faults.push(`Its frontmatter has no “${name}”.`)
    return ''
  }
  const name = text('name')
  const description = text('description')
  const folder = rootOf(uri).split('/').at(-1) ?? ''
  if (name !== '' && uri.endsWith(MANIFEST) && decode(folder) !== name)
    faults.push(`It is named ${JSON.stringify(name)}, and its folder ${JSON.stringify(folder)}: the two must be the same.`)
  if (name !== '' && !(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64))
    notes.push('A name should be 1 to 64 of a–z, 0–9 and single hyphens.')
  if (description.length > 1024) notes.push('Its description is longer than 1024 characters.')
  const files = readFiles(value.resources, uri, faults)
  if (files !== 'dynamic' && Array.isArray(value.resources)) {
    const bytes = bytesOf(files)
    if (files.length > MOST_FILES) notes.push(`It has ${files.length} files; hosts need not take more than ${MOST_FILES}.`)
    if (bytes > MOST_BYTES)
      notes.push(`Its files are ${bytes.toLocaleString('en')} bytes; hosts need not take more than ${MOST_BYTES.toLocaleString('en')}.`)
  }
  if (frontmatter['allowed-tools'] !== undefined)
    notes.push('It asks for tools by “allowed-tools”: that grants nothing to a skill that comes over MCP.')
  return { index, uri, name, description, frontmatter, files, raw, faults, notes }
}

/** Notes at each skill whose URI stands in the list more than once: by its URI nobody can tell which is meant. */
export function noteTwins(skills: readonly SkillEntry[]): void {
  const counted = new Map<string, number>()
  for (const { uri } of skills) counted.set(uri, (counted.get(uri) ?? 0) + 1)
  for (const { uri, notes } of skills) {
    const same = counted.get(uri) ?? 1
    if (same > 1 && uri !== '') notes.push(`The list has ${same} skills with this URI: what is asked for by it may be another of them.`)
  }
}

export function bytesOf(files: readonly SkillFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** The folder that a skill is, without a slash at its end. */
export function rootOf(uri: string): string {
  return uri.endsWith(MANIFEST) ? uri.slice(0, -MANIFEST.length) : uri
}

function readFiles(resources: Json | undefined, uri: string, faults: string[]): SkillFile[] | 'dynamic' {
  if (resources === 'dynamic') return 'dynamic'
  if (!Array.isArray(resources)) {
    faults.push('Its “resources” must be a list of its files, or "dynamic".')
    return []
  }
  const root = `${rootOf(uri)}/`
  const files: SkillFile[] = []
  const seen = new Set<string>()
  for (const [at, one] of resources.entries()) {
    const where = `resources[${at}]`
    if (!isObject(one) || typeof one.uri !== 'string') {
      faults.push(`${where} has no “uri”.`)
      continue
    }
    const path = one.uri.slice(root.length)
    if (!one.uri.startsWith(root) || path === '' || climbs(path) || /[?#]/.test(path))
      faults.push(`${where} lies outside of the skill’s folder: ${one.uri}`)
    if (seen.has(one.uri)) faults.push(`${where} is there twice: ${one.uri}`)
    seen.add(one.uri)
    if (typeof one.digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(one.digest))
      faults.push(`${where} has no digest like sha256:, then 64 lowercase hexadecimal digits.`)
    if (typeof one.size !== 'number' || !Number.isSafeInteger(one.size) || one.size < 0) faults.push(`${where} has no “size” in bytes.`)
    files.push({
      uri: one.uri,
      path,
      digest: typeof one.digest === 'string' ? one.digest : '',
      size: typeof one.size === 'number' ? one.size : 0,
    })
  }
  if (!seen.has(uri)) faults.push('Its “resources” lack its own SKILL.md.')
  return files
}

/** Whether a path leaves its folder or names one in it oddly, in whatever way a reader may take it: escaped, escaped twice, or with backslashes. */
function climbs(path: string): boolean {
  let told = path
  for (let times = 0; times < 4; times++) {
    if (told.split(/[/\\]/).some((part) => ['', '.', '..'].includes(part))) return true
    told = decode(told)
  }
  return false
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
