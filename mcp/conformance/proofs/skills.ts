// For tests: skills, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { NO_SKILL } from '../skill-parts.ts'
import type { Reply, Talk } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const NAME = 'io.modelcontextprotocol/skills'
const FOLDER = 'skill://acme/pdf-tools'
const URI = `${FOLDER}/SKILL.md`
const NOTE = `${FOLDER}/notes/a.md`
const TEXT = '---\nname: pdf-tools\ndescription: Fills forms\n---\n\n# How\n'
const FRONT: Obj = { name: 'pdf-tools', description: 'Fills forms' }
/** SHA-256 of TEXT, and of the text "x". */
const DIGEST = 'sha256:4ac6905ebbb644a641d56b0eba1f50e659eb9b905a08e62b03547e4ca3dd77e9'
const X = 'sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
const own: Obj = { uri: URI, digest: DIGEST, size: TEXT.length }
const note: Obj = { uri: NOTE, digest: X, size: 1 }
const skill = (change: Obj = {}): Obj => ({ uri: URI, frontmatter: FRONT, resources: [own, note], ...change })
const error = (code: number): Reply => ({ error: { code, message: 'No' } })
const started = (settings: Json = {}, revision: Revision = R, more: Obj = { resources: {} }): Talk =>
  begun(revision, { ...more, extensions: { [NAME]: settings } })
const told = (skills: Json[], more: Obj = {}): Reply => ({ result: { skills, ...more } })
const listed = (...skills: Obj[]): Talk => started().ask('skills/list', {}, told(skills))
const entry = (change: Obj): Talk => listed(skill(change))
const file = (change: Obj): Talk => entry({ resources: [own, { ...note, ...change }] })
const got = (result: Obj): Talk => listed(skill()).ask('skills/get', { uri: URI }, { result })
const read = (uri: string, reply: Reply): Talk => listed(skill()).ask('resources/read', { uri }, reply)
const text = (change: Obj = {}, uri = URI, one: Talk = listed(skill())): Talk =>
  one.ask('resources/read', { uri }, { result: { contents: [{ uri, mimeType: 'text/markdown', text: TEXT, ...change }] } })
const directory = (uri: string, reply: Reply): Talk =>
  started({ directoryRead: true })
    .ask('skills/list', {}, told([skill()]))
    .ask('resources/directory/read', { uri }, reply)
const children = (...resources: Json[]): Reply => ({ result: { resources } })
const folded = { uri: `${FOLDER}/notes`, name: 'notes', mimeType: 'inode/directory' }
/** A skill under another address, whose parts fit. */
const placed = (uri: string, name = 'pdf-tools'): Talk => entry({ uri, frontmatter: { ...FRONT, name }, resources: [{ ...own, uri }] })

export const SKILL_PROOFS: readonly Proof[] = [
  proof('SK-01', (settings: Json) => started(settings), {}, { config: {} }),
  proof('SK-01', (settings: Json) => started(settings), { directoryRead: true }, true),
  proof('SK-02', (more: Obj) => started({}, R, more), { resources: {} }, {}),
  proof('SK-03', (reply: Reply) => started().ask('skills/list', {}, reply), told([]), error(-32601)),
  proof('SK-03', (skills: Json) => started().ask('skills/list', {}, { result: { skills } }), [], {}),
  proof('SK-03', (reply: Reply) => listed(skill()).ask('skills/get', { uri: URI }, reply), { result: { skill: skill() } }, error(-32601)),
  proof(
    'SK-04',
    (second: Json[]) =>
      started()
        .ask('skills/list', {}, told([skill()], { nextCursor: 'a' }))
        .ask('skills/list', { cursor: 'a' }, told(second)),
    [],
    [skill()],
  ),
  proof(
    'SK-04',
    (more: Obj) =>
      started()
        .ask('skills/list', {}, told([], { nextCursor: 'a' }))
        .ask('skills/list', { cursor: 'a' }, told([], more)),
    {},
    { nextCursor: 'a' },
  ),
  proof(
    'SK-05',
    (more: Obj) => started({}, M).ask('skills/list', {}, told([skill()], { resultType: 'complete', ...more })),
    { ttlMs: 0, cacheScope: 'public' },
    {},
  ),
  proof('SK-06', (uri) => entry({ uri, resources: 'dynamic' }), URI, `${FOLDER}/README.md`),
  proof('SK-07', (frontmatter: Json) => entry({ frontmatter }), FRONT, { name: 'pdf-tools' }),
  proof('SK-08', (name) => entry({ frontmatter: { ...FRONT, name } }), 'pdf-tools', 'other'),
  proof('SK-09', (name) => placed(`skill://acme/${name}/SKILL.md`, name), 'a-1', 'A--1'),
  proof('SK-10', (scheme) => placed(`${scheme}://acme/pdf-tools/SKILL.md`), 'skill', 'github'),
  proof('SK-11', (host) => placed(`skill://${host}/pdf-tools/SKILL.md`), 'acme', 'a[b'),
  proof(
    'SK-12',
    (name) => {
      const uri = `skill://other/${name}/SKILL.md`
      return listed(skill(), skill({ uri, frontmatter: { ...FRONT, name }, resources: 'dynamic' }))
    },
    'two',
    'pdf-tools',
  ),
  proof('SK-13', (resources: Json) => entry({ resources }), 'dynamic', 'none'),
  proof('SK-14', (resources: Json) => entry({ resources }), [own], [note]),
  proof('SK-14', (resources: Json) => entry({ resources }), [own, note], [own, note, note]),
  proof('SK-15', (uri) => file({ uri }), `${FOLDER}/b/c.md`, 'skill://acme/other/a.md'),
  proof('SK-15', (uri) => file({ uri }), `${FOLDER}/b..c.md`, `${FOLDER}/%2E./a.md`),
  proof('SK-16', (digest) => file({ digest }), X, X.toUpperCase()),
  proof('SK-17', (size: Json) => file({ size }), 0, -1),
  proof('SK-18', (size: Json) => file({ size }), 1, 17_000_000),
  proof(
    'SK-18',
    (count) => entry({ resources: [own, ...Array.from({ length: count }, (_, at) => ({ ...note, uri: `${FOLDER}/${at}.md` }))] }),
    511,
    512,
  ),
  proof('SK-19', (name) => entry({ frontmatter: { ...FRONT, metadata: { [name]: 1 } } }), 'a.test/x', 'io.modelcontextprotocol/x'),
  proof(
    'SK-20',
    (one: Obj) => got({ skill: one }),
    skill(),
    skill({ uri: 'skill://acme/other/SKILL.md', frontmatter: { ...FRONT, name: 'other' }, resources: 'dynamic' }),
  ),
  proof('SK-21', (more: Obj) => got({ skill: skill(), ...more }), {}, { nextCursor: 'a' }),
  proof('SK-22', (code) => started().ask('skills/get', { uri: NO_SKILL }, error(code)), -32602, -32603),
  proof(
    'SK-23',
    (reply: Reply) => read(NOTE, reply),
    { result: { contents: [{ uri: NOTE, mimeType: 'text/plain', text: 'x' }] } },
    error(-32603),
  ),
  proof('SK-24', (said) => text({ text: said }, URI, entry({ resources: 'dynamic' })), TEXT, '# How'),
  proof('SK-25', (description) => text({}, URI, entry({ frontmatter: { ...FRONT, description } })), 'Fills forms', 'Reads mail'),
  proof('SK-26', (digest) => text({}, URI, entry({ resources: [{ ...own, digest }] })), DIGEST, X),
  proof('SK-26', (size) => text({}, URI, entry({ resources: [{ ...own, size }] })), TEXT.length, TEXT.length + 1),
  proof('SK-27', (mimeType) => text({ mimeType }), 'text/markdown', 'text/plain'),
  proof(
    'SK-28',
    (description) =>
      listed(skill()).ask(
        'resources/list',
        {},
        { result: { resources: [{ uri: URI, name: 'pdf-tools', description, mimeType: 'text/markdown' }] } },
      ),
    'Fills forms',
    'Another',
  ),
  proof('SK-29', (name) => text({ _meta: { [name]: 1 } }), 'io.modelcontextprotocol.skills/x', 'x'),
  proof('SK-30', (reply: Reply) => directory(FOLDER, reply), children({ uri: URI, name: 'SKILL.md' }, folded), error(-32601)),
  proof('SK-31', (one: Obj) => directory(FOLDER, children(one)), { uri: URI, name: 'SKILL.md' }, { name: 'SKILL.md' }),
  proof('SK-32', (mimeType) => directory(FOLDER, children({ ...folded, mimeType })), 'inode/directory', 'text/plain'),
  proof('SK-33', (code) => directory(URI, error(code)), -32602, -32603),
]
