// The resources: text and bytes, one that changes while you watch, templates, and a list long enough for pages.
import { writeJson, type Json } from '#mcp/json.ts'
import { fitDefinition, MARKDOWN, page } from './content.ts'
import { picture, someBytes, sound } from './media.ts'
import { RpcFailure, type Handler, type Params } from './peer.ts'
import { onePage } from './strict.ts'

const PAGE = 10
const NOTES = 24
/** Milliseconds between two changes of the clock. */
const TICK = 3_000

interface DemoResource {
  definition: Params
  read(): { text: string } | { blob: string }
}

const started = Date.now()

const FIXED: DemoResource[] = [
  {
    definition: {
      uri: 'demo://welcome.md',
      name: 'welcome.md',
      title: 'Welcome',
      description: 'Markdown. Start here.',
      mimeType: 'text/markdown',
      annotations: { audience: ['user'], priority: 1 },
    },
    read: () => ({ text: `# Welcome to the Loupe demo\n\nA server that shows each thing MCP can do, once.\n\n${MARKDOWN}` }),
  },
  {
    definition: { uri: 'demo://notes.txt', name: 'notes.txt', title: 'Notes', description: 'Plain text.', mimeType: 'text/plain' },
    read: () => ({ text: 'Plain text stays as it is:\n  <b>not bold</b>, **not bold either**.\n' }),
  },
  {
    definition: {
      uri: 'demo://data.json',
      name: 'data.json',
      title: 'Data',
      description: 'JSON, shown as a tree. One of its numbers is too long for JavaScript.',
      mimeType: 'application/json',
    },
    read: () => ({
      text: writeJson({ loupe: true, big: 9007199254740993n, list: [1, 2.5, 'three', null, false], deep: { er: { still: 'here' } } }, 2),
    }),
  },
  {
    definition: {
      uri: 'demo://clock',
      name: 'clock',
      title: 'Clock',
      description: `Changes every ${TICK / 1000} s. Subscribe, and the server tells you each time.`,
      mimeType: 'text/plain',
    },
    read: () => ({ text: `It is ${new Date().toISOString()}.\nThis server has run for ${Math.round((Date.now() - started) / 1000)} s.\n` }),
  },
  {
    definition: { uri: 'demo://picture.png', name: 'picture.png', title: 'Picture', description: 'A PNG.', mimeType: 'image/png' },
    read: () => ({ blob: picture() }),
  },
  {
    definition: { uri: 'demo://sound.wav', name: 'sound.wav', title: 'Sound', description: 'Three tones.', mimeType: 'audio/wav' },
    read: () => ({ blob: sound() }),
  },
  {
    definition: {
      uri: 'demo://bytes.bin',
      name: 'bytes.bin',
      title: 'Bytes',
      description: 'All 256 values of a byte: see them as hex, or download them.',
      mimeType: 'application/octet-stream',
      size: 256,
    },
    read: () => ({ blob: someBytes() }),
  },
  ...Array.from({ length: NOTES }, (_, index): DemoResource => {
    const number = index + 1
    return {
      definition: {
        uri: `demo://note/${number}`,
        name: `note ${number}`,
        description: `One of ${NOTES}, so that the list has pages.`,
        mimeType: 'text/plain',
      },
      read: () => ({ text: `Note number ${number}.` }),
    }
  }),
]

const GREETINGS: { [language: string]: string } = {
  Danish: 'Hej',
  Dutch: 'Hallo',
  English: 'Hello',
  French: 'Bonjour',
  German: 'Guten Tag',
  Italian: 'Ciao',
  Spanish: 'Hola',
}
const NAMES = ['Ada', 'Alan', 'Barbara', 'Claude', 'Dennis', 'Edsger', 'Grace', 'Hedy', 'Katherine', 'Linus']

interface Template {
  definition: Params
  match: RegExp
  /** `found`: the groups of `match`, percent-encoded as they came. */
  read(found: string[]): string | undefined
}

const TEMPLATES: Template[] = [
  {
    definition: {
      uriTemplate: 'demo://greeting/{language}/{name}',
      name: 'greeting',
      title: 'Greeting',
      description: 'Greets someone. Both variables are completed as you type.',
      mimeType: 'text/plain',
    },
    match: /^demo:\/\/greeting\/([^/]+)\/([^/]+)$/,
    read: (found) => {
      const [language = '', name = ''] = found.map(decode)
      return Object.hasOwn(GREETINGS, language) ? `${GREETINGS[language]}, ${name}!` : undefined
    },
  },
  {
    definition: {
      uriTemplate: 'demo://search{?words,limit}',
      name: 'search',
      title: 'Search',
      description: 'Variables in the query; both may be left out.',
      mimeType: 'text/plain',
    },
    match: /^demo:\/\/search(?:\?(.*))?$/,
    read: ([query = '']) =>
      `You searched for: ${[...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`).join(', ') || 'nothing'}`,
  },
]

export const listResources: Handler = ({ cursor }, { state }) => {
  const cut = page(
    FIXED.map(({ definition }) => fitDefinition(definition, state.revision)),
    cursor,
    PAGE,
  )
  if (cut === undefined) throw new RpcFailure(-32602, `There is no page at cursor ${writeJson(cursor)}`)
  return { resources: cut.items, ...cut.next }
}

export const listTemplates: Handler = (params, { state }) => {
  onePage(params)
  return { resourceTemplates: TEMPLATES.map(({ definition }) => fitDefinition(definition, state.revision)) }
}

export const readResource: Handler = ({ uri }) => {
  const fixed = FIXED.find(({ definition }) => definition.uri === uri)
  if (fixed !== undefined) return { contents: [{ uri: uri as string, mimeType: fixed.definition.mimeType as string, ...fixed.read() }] }
  for (const { match, read } of TEMPLATES) {
    const found = typeof uri === 'string' ? match.exec(uri) : null
    const words = found === null ? undefined : read(found.slice(1).map((part) => part ?? ''))
    if (words !== undefined) return { contents: [{ uri: uri as string, mimeType: 'text/plain', text: words }] }
  }
  throw new RpcFailure(-32002, 'There is no such resource', { uri: uri ?? null })
}

export const subscribe: Handler = ({ uri }, { state }) => {
  if (typeof uri !== 'string') throw new RpcFailure(-32602, '"uri" must be a text')
  if (!isThere(uri)) throw new RpcFailure(-32002, 'There is no such resource', { uri })
  if (!state.subscriptions.has(uri))
    state.subscriptions.set(
      uri,
      watch(uri, (method, params) => state.notify(method, params)),
    )
  return {}
}

export const unsubscribe: Handler = ({ uri }, { state }) => {
  state.subscriptions.get(String(uri))?.()
  state.subscriptions.delete(String(uri))
  return {}
}

function isThere(uri: string): boolean {
  return FIXED.some(({ definition }) => definition.uri === uri) || TEMPLATES.some(({ match }) => match.test(uri))
}

/** Only the clock ever changes; the rest may be subscribed to all the same. */
export function watch(uri: string, tell: (method: string, params: Params) => void): () => void {
  if (uri !== 'demo://clock') return () => {}
  const timer = setInterval(() => tell('notifications/resources/updated', { uri }), TICK)
  return () => clearInterval(timer)
}

export function completeResource(argument: string, typed: string): string[] | undefined {
  const all = argument === 'language' ? Object.keys(GREETINGS) : argument === 'name' ? NAMES : undefined
  return all?.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
}

export function knowsTemplate(uri: Json | undefined): boolean {
  return TEMPLATES.some(({ definition }) => definition.uriTemplate === uri)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
