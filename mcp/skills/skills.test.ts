import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { noteTwins, readSkill } from './skill-entry.ts'
import { bytesRead, frontmatterFaults, sha256, verifyFile } from './verify.ts'

const URI = 'skill://acme/pdf-tools/SKILL.md'
const TEXT = '---\nname: pdf-tools\ndescription: Fill forms\nmetadata:\n  version: "2"\n  tags: [a, b]\n---\n\n# How\n'
const FRONT = { metadata: { tags: ['a', 'b'], version: '2' }, description: 'Fill forms', name: 'pdf-tools' }
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const DIGEST = `sha256:${await sha256(bytes(TEXT))}`
const file = (uri: string, text: string): { [name: string]: Json } => ({ uri, digest: DIGEST, size: bytes(text).length })
const entry = (change: { [name: string]: Json } = {}): Json => ({ uri: URI, frontmatter: FRONT, resources: [file(URI, TEXT)], ...change })

describe('an entry', () => {
  test('that keeps the rules has no faults, and its files have paths', () => {
    const deep = 'skill://acme/pdf-tools/templates/eu/a.md'
    expect(readSkill(entry({ resources: [file(URI, TEXT), file(deep, 'x')] }))).toMatchObject({
      name: 'pdf-tools',
      faults: [],
      notes: [],
      files: [{ path: 'SKILL.md' }, { path: 'templates/eu/a.md', size: 1 }],
    })
    expect(readSkill(entry({ resources: 'dynamic' }))).toMatchObject({ files: 'dynamic', faults: [] })
    expect(readSkill(entry({ uri: 'github://o/r/pdf-tools/SKILL.md', resources: 'dynamic' })).faults).toEqual([])
  })

  test.each([
    ['skills', 'not an object'],
    [entry({ uri: 'skill://acme/pdf-tools/README.md' }), '/SKILL.md'],
    [entry({ uri: 'skill://acme/other/SKILL.md', resources: 'dynamic' }), 'must be the same'],
    [entry({ frontmatter: { name: 'pdf-tools' } }), '“description”'],
    [entry({ frontmatter: 7 }), 'no “frontmatter”'],
    [entry({ resources: 'none' }), 'or "dynamic"'],
    [entry({ resources: [] }), 'lack its own SKILL.md'],
    [entry({ resources: [file(URI, TEXT), file(URI, TEXT)] }), 'twice'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/other/x.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/../x.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/%2e%2e%2fx.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/..\\..\\x.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/%252e%252e/x.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/a%2F..%5Cx.md', '')] }), 'outside'],
    [entry({ resources: [file(URI, TEXT), file('skill://acme/pdf-tools/%2e%2e/x.md', '')] }), 'outside'],
    [entry({ resources: [{ ...file(URI, TEXT), digest: 'md5:00' }] }), 'digest'],
    [entry({ resources: [{ ...file(URI, TEXT), size: 1.5 }] }), '“size”'],
  ])('%j is not loaded, since: %s', (raw, why) => {
    expect(readSkill(raw as Json).faults.join('\n')).toContain(why)
  })

  test('says what a host need not take, and what grants nothing', () => {
    const many = Array.from({ length: 513 }, (_, at) => file(at === 0 ? URI : `skill://acme/pdf-tools/${at}.md`, ''))
    expect(readSkill(entry({ resources: many })).notes).toEqual([expect.stringContaining('513 files')])
    expect(readSkill(entry({ resources: [{ ...file(URI, TEXT), size: 16_777_217 }] })).notes).toEqual([
      expect.stringContaining('16,777,217 bytes'),
    ])
    expect(readSkill(entry({ frontmatter: { ...FRONT, 'allowed-tools': 'Bash' } })).notes).toEqual([
      expect.stringContaining('grants nothing'),
    ])
  })
})

test('skills that share a URI say so, and no other does', () => {
  const other = 'skill://acme/other/SKILL.md'
  const one = (uri: string, name: string) => entry({ uri, frontmatter: { ...FRONT, name }, resources: 'dynamic' })
  const list = [one(URI, 'pdf-tools'), one(other, 'other'), one(URI, 'pdf-tools'), 7].map((raw, at) => readSkill(raw, at))
  noteTwins(list)
  expect(list.map(({ notes }) => notes.length)).toEqual([1, 0, 1, 0])
  expect(list[2]!.notes[0]).toContain('2 skills with this URI')
})

describe('a file', () => {
  const given = (text: string) => bytesRead({ contents: [{ uri: URI, text }] }, URI) as { bytes: Uint8Array<ArrayBuffer>; text: string }
  const wanted = { digest: DIGEST, size: bytes(TEXT).length }

  test('is taken when size and digest are those of its entry, as text or base64', async () => {
    expect(await verifyFile(given(TEXT), wanted)).toMatchObject({ good: true, text: TEXT })
    const blob = bytesRead({ contents: [{ uri: URI, blob: btoa(TEXT) }] }, URI)
    expect(await verifyFile(blob as { bytes: Uint8Array<ArrayBuffer> }, wanted)).toMatchObject({ good: true })
  })

  test('is refused with what differs', async () => {
    expect(await verifyFile(given(`${TEXT}x`), wanted)).toEqual({ good: false, why: expect.stringContaining('bytes, and its entry says') })
    expect(await verifyFile(given(TEXT.replace('How', 'Now')), wanted)).toEqual({
      good: false,
      why: expect.stringContaining(wanted.digest),
    })
    // A longer one need not even be hashed.
    const never = async (): Promise<string> => expect.fail('hashed')
    expect(await verifyFile(given('é'), { ...wanted, size: 1 }, never)).toMatchObject({ good: false })
  })

  test.each([
    [{}, 'no contents'],
    [{ contents: [{ uri: 'skill://b/SKILL.md', text: '' }] }, 'about "skill://b/SKILL.md"'],
    [{ contents: [{ uri: URI }] }, 'neither'],
    [{ contents: [{ uri: URI, blob: '%%%' }] }, 'base64'],
  ])('in %j has no bytes', (result, why) => {
    expect(bytesRead(result as Json, URI)).toEqual({ why: expect.stringContaining(why) })
  })
})

describe('frontmatter', () => {
  test('is the same in whatever order its members stand', () => {
    expect(frontmatterFaults(TEXT, FRONT)).toEqual([])
    expect(frontmatterFaults(TEXT.replaceAll('\n', '\r\n'), FRONT)).toEqual([])
  })

  test.each([
    [TEXT.replace('Fill forms', 'Exfiltrate'), '“description” is "Exfiltrate" in SKILL.md'],
    [TEXT.replace('metadata:', 'allowed-tools: Bash\nmetadata:'), 'SKILL.md has “allowed-tools”'],
    [TEXT.replace('description: Fill forms\n', ''), 'The entry has “description”'],
    [TEXT.replace('"2"', '2'), '“metadata”'],
    ['# no frontmatter', 'does not begin'],
    ['---\nname: [\n---\n', 'no YAML'],
    ['---\n- a\n---\n', 'no mapping'],
    ['---\na: 1\na: 2\n---\n', 'no YAML'],
  ])('%j differs, since: %s', (text, why) => {
    expect(frontmatterFaults(text, FRONT).join('\n')).toContain(why)
  })
})
