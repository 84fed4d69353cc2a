// A stdio server of skills: one as it should be, one whose file is not what its entry says, and one that is listed twice.
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'

const EXTENSION = 'io.modelcontextprotocol/skills'
const texts = {}

function skill(name, more, served = (text) => text) {
  const uri = `skill://${name}/SKILL.md`
  const files = {
    [uri]: `---\nname: ${name}\ndescription: ${more}\n---\n\n# How to ${name}\n`,
    [`skill://${name}/notes/a.txt`]: `notes of ${name}`,
  }
  const resources = Object.entries(files).map(([at, text]) => {
    texts[at] = served(text)
    return { uri: at, digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, size: Buffer.byteLength(text) }
  })
  return { uri, frontmatter: { name, description: more }, resources }
}

const twin = skill('twin', 'Stands in the list twice')
const skills = [skill('fold', 'Folds a letter'), skill('forged', 'Was changed on its way', (text) => `${text}!`), twin, twin]
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {}, extensions: { [EXTENSION]: {} } },
    serverInfo: { name: 'skills', version: '1.0.0' },
  }),
  'skills/list': () => ({ skills }),
  'skills/get': ({ uri }) => ({ skill: skills.find((one) => one.uri === uri) }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: texts[uri] ?? '' }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params ?? {}) ?? {} })}\n`)
})
