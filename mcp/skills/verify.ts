// Whether a file of a skill is what its entry says: size, digest, and of SKILL.md the frontmatter. What does not match must not be
// used, whatever the reason.
import { parseDocument } from 'yaml'
import { decodeBase64 } from '../content/base64.ts'
import { readContents } from '../content-read.ts'
import { isObject, writeJson, type Json } from '../json.ts'
import type { SkillFile } from './skill-entry.ts'

export type Verdict = { good: true; bytes: Uint8Array<ArrayBuffer>; text?: string } | { good: false; why: string }

/** The bytes that `resources/read` brought for one file, or why there are none. */
export function bytesRead(result: Json, uri: string): { bytes: Uint8Array<ArrayBuffer>; text?: string } | { why: string } {
  const contents = readContents(result)
  const [one] = contents.filter((each) => each.uri === uri)
  if (one === undefined)
    return {
      why:
        contents.length === 0
          ? 'The answer has no contents.'
          : `The answer is about ${JSON.stringify(contents[0]!.uri)}, and this file was asked for.`,
    }
  if (one.text !== undefined) return { bytes: new TextEncoder().encode(one.text), text: one.text }
  if (one.blob === undefined) return { why: 'The answer has neither “text” nor “blob”.' }
  const decoded = decodeBase64(one.blob)
  if (decoded.kind !== 'bytes') return { why: 'Its “blob” is not base64.' }
  return { bytes: decoded.bytes }
}

/** Judges the bytes against the entry. `digest`: SHA-256 in lowercase hexadecimal digits. */
export async function verifyFile(
  read: { bytes: Uint8Array<ArrayBuffer>; text?: string },
  file: Pick<SkillFile, 'digest' | 'size'>,
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<string> = sha256,
): Promise<Verdict> {
  const { bytes, text } = read
  if (bytes.length !== file.size)
    return { good: false, why: `It is ${bytes.length.toLocaleString('en')} bytes, and its entry says ${file.size.toLocaleString('en')}.` }
  const found = `sha256:${await digest(bytes)}`
  if (found !== file.digest) return { good: false, why: `Its digest is ${found}, and its entry says ${file.digest}.` }
  return { good: true, bytes, ...(text === undefined ? {} : { text }) }
}

/** What the frontmatter of a SKILL.md differs in from its entry, one sentence a member; empty when it is the same. */
export function frontmatterFaults(text: string, entry: { [key: string]: Json }): string[] {
  const read = readFrontmatter(text)
  if ('why' in read) return [read.why]
  const names = [...new Set([...Object.keys(entry), ...Object.keys(read.frontmatter)])]
  return names.flatMap((name) => {
    const [said, is] = [entry[name], read.frontmatter[name]]
    if (said === undefined) return [`SKILL.md has “${name}”, and its entry has not.`]
    if (is === undefined) return [`The entry has “${name}”, and SKILL.md has not.`]
    return same(said, is) ? [] : [`“${name}” is ${brief(is)} in SKILL.md, and ${brief(said)} in its entry.`]
  })
}

export function readFrontmatter(text: string): { frontmatter: { [key: string]: Json }; body: string } | { why: string } {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(text)
  if (match === null) return { why: 'SKILL.md does not begin with frontmatter between two lines of ---.' }
  const document = parseDocument(match[1]!, { uniqueKeys: true })
  const [fault] = document.errors
  if (fault !== undefined) return { why: `The frontmatter of SKILL.md is no YAML: ${fault.message.split('\n')[0]}` }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch (error) {
    return { why: `The frontmatter of SKILL.md cannot be read: ${(error as Error).message}` }
  }
  if (!isObject(value)) return { why: 'The frontmatter of SKILL.md is no mapping.' }
  return { frontmatter: value, body: text.slice(match[0].length) }
}

function same(a: Json, b: Json): boolean {
  return writeJson(sorted(a)) === writeJson(sorted(b))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

function brief(value: Json): string {
  const text = writeJson(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** In lowercase hexadecimal digits. @throws Error where the browser computes none. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // A page of http elsewhere than on this machine has none.
  if (crypto.subtle === undefined)
    throw new Error('This browser computes no digests for a page that came by plain http: open Loupe by https, or on this machine.')
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
