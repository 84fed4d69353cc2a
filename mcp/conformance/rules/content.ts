// Content of tools and prompts, block by block.
import { isObject } from '../../json.ts'
import { annotations } from '../annotations.ts'
import * as items from '../items.ts'
import { ALL, since } from '../revision.ts'
import { onceEach } from './once.ts'
import { bothOf, each, eachOf, quote, type Look, type Rule } from '../rule.ts'
import type { Obj } from '../seen.ts'
import { looksSecret } from '../words.ts'

const { isText, listed, PROMPT_LIST, CONTENT } = items

const MAGIC: readonly [type: RegExp, starts: readonly string[]][] = [
  [/^image\/png$/, ['iVBORw0KGgo']],
  [/^image\/jpe?g$/, ['/9j/']],
  [/^image\/gif$/, ['R0lGOD']],
  [/^image\/webp$/, ['UklGR']],
  [/^audio\/(?:x-)?wav$/, ['UklGR']],
  [/^audio\/ogg$/, ['T2dnUw']],
]

const media = ({ data, mimeType }: Obj): Look => {
  if (!isText(data) || !items.isBase64(data)) return { says: 'its data is no base64', at: '/data' }
  if (!items.isMime(mimeType)) return { says: `its mimeType is ${quote(mimeType)}`, at: '/mimeType' }
  const magic = MAGIC.find(([type]) => type.test(mimeType as string))
  return magic === undefined || data === '' || magic[1].some((start) => data.startsWith(start))
    ? undefined
    : `its bytes are not those of ${mimeType as string}`
}

const kinds = (revision: string | undefined): string[] => [
  'text',
  'image',
  'resource',
  ...(revision !== undefined && revision >= '2025-03-26' ? ['audio'] : []),
  ...(revision !== undefined && revision >= '2025-06-18' ? ['resource_link'] : []),
]

/** `place`: where the block is, within what the rule looks at. */
const block = (one: Obj, revision: string | undefined, place = ''): Look => {
  const { type } = one
  // JR-29 looks at types that came later.
  if (type === 'audio' || type === 'resource_link') return kinds(revision).includes(type) ? undefined : null
  if (type === undefined) return { says: 'it has no type', at: `${place}/type` }
  if (!isText(type) || !kinds(revision).includes(type)) return { says: `there is no type ${quote(type)}`, at: `${place}/type` }
  if (type === 'text' && !isText(one.text)) return { says: `its text is ${quote(one.text)}`, at: `${place}/text` }
  if (type === 'resource' && !isObject(one.resource)) return { says: 'it holds no resource', at: `${place}/resource` }
  return undefined
}

export const CONTENT_RULES: readonly Rule[] = [
  {
    id: 'PR-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', 'schema/2024-11-05/schema.ts'],
    says: 'prompts/list answers with an array of prompts, each with a name of its own.',
    looksAt: 'answer to prompts/list',
    mend: 'Answer with {"prompts": [{"name": …}]}, and give each prompt another name.',
    yields: ['CP-02', 'PA-01'],
    ...bothOf(
      each(PROMPT_LIST, 'MUST', ({ result }) => needs(result, 'prompts', ['name'])),
      onceEach(PROMPT_LIST, 'MUST', 'name'),
    ),
  },
  {
    id: 'PR-02',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', 'schema/2024-11-05/schema.ts'],
    says: 'Arguments of a prompt are objects with a name.',
    looksAt: 'prompt with arguments',
    mend: 'Write {"name": …, "description": …, "required": true} for each.',
    ...eachOf(PROMPT_LIST, 'derived', listed, (prompt) => {
      if (prompt.arguments === undefined) return null
      if (!Array.isArray(prompt.arguments)) return { says: `they are ${quote(prompt.arguments)}`, at: '/arguments' }
      for (const [index, one] of prompt.arguments.entries()) {
        const at = `/arguments/${index}`
        if (!isObject(one)) return { says: `it is ${quote(one)}`, at }
        if (!isText(one.name)) return { says: `its name is ${quote(one.name)}`, at }
        if (one.required !== undefined && typeof one.required !== 'boolean') return { says: `"required" is ${quote(one.required)}`, at }
        if (one.description !== undefined && !isText(one.description)) return { says: `its description is ${quote(one.description)}`, at }
      }
      return undefined
    }),
  },
  {
    id: 'PR-03',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/prompts', '2025-11-25/server/prompts'],
    says: 'The title of a prompt is a text.',
    looksAt: 'prompt with a title',
    mend: 'Send "title" as a text, or leave it out.',
    ...eachOf(PROMPT_LIST, 'derived', listed, ({ title }) =>
      title === undefined ? null : isText(title) ? undefined : { says: `it is ${quote(title)}`, at: '/title' },
    ),
  },
  {
    id: 'PR-04',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts'],
    says: 'prompts/get gives back an array of messages.',
    looksAt: 'answer to prompts/get',
    mend: 'Answer prompts/get with {"messages": […]}, and a "description" that is a text.',
    ...each(['result prompts/get'], 'MUST', ({ result }) => {
      if (isText(result.resultType) && result.resultType !== 'complete') return null
      if (!Array.isArray(result.messages)) return { says: `the messages are ${quote(result.messages)}`, at: '/result/messages' }
      return result.description === undefined || isText(result.description)
        ? undefined
        : { says: `the description is ${quote(result.description)}`, at: '/result/description' }
    }),
  },
  {
    id: 'PR-05',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', '2025-03-26/server/prompts', 'schema/2025-06-18/schema.ts'],
    says: 'A message of a prompt has a role and one block of content.',
    looksAt: 'message of a prompt',
    mend: 'Write each message as {"role": "user", "content": {"type": "text", "text": …}}, the role user or assistant.',
    ...eachOf(['result prompts/get'], 'MUST', items.messagesOf, ({ role, content }, { revision }) => {
      if (role !== 'user' && role !== 'assistant') return { says: `the role is ${quote(role)}`, at: '/role' }
      if (!isObject(content)) return { says: `the content is ${Array.isArray(content) ? 'an array' : quote(content)}`, at: '/content' }
      return block(content, revision, '/content')
    }),
  },
  {
    id: 'PR-06',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', '2026-07-28/server/prompts'],
    says: 'An unknown prompt is answered with the error -32602.',
    looksAt: 'request for an unknown prompt',
    mend: 'Look the name up first.',
    ...each(['result prompts/get', 'failure prompts/get'], 'SHOULD', ({ asked, kind, error }) => {
      const name = asked?.params.name
      if (!isText(name) || !name.startsWith('loupe-no-such-')) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'PR-09',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts'],
    says: 'A resource embedded in a prompt has a uri, a mimeType, and text or blob.',
    looksAt: 'resource in a prompt',
    mend: 'Give the embedded resource "uri", "mimeType", and "text" or "blob".',
    ...eachOf(
      ['result prompts/get'],
      'MUST',
      (seen) => items.ofType(seen, 'resource'),
      ({ resource }) => {
        if (!isObject(resource)) return null
        const missing = ['uri', 'mimeType'].find((name) => !isText(resource[name]))
        if (missing !== undefined) return { says: `it has no ${missing}`, at: '/resource' }
        return isText(resource.text) || isText(resource.blob) ? undefined : { says: 'it has neither text nor blob', at: '/resource' }
      },
    ),
  },
  {
    id: 'TC-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2025-03-26/server/tools', '2025-06-18/server/tools'],
    says: 'Content is made of blocks that the revision has, with the members that they need.',
    looksAt: 'block of content',
    mend: 'Use the types of the revision that was agreed on.',
    ...eachOf(['result tools/call'], 'MUST', items.blocks, (one, { revision }) => block(one, revision)),
  },
  {
    id: 'CN-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', '2026-07-28/server/prompts'],
    says: 'An image is base64 of the type that it names.',
    looksAt: 'image',
    mend: 'Name the type of the bytes that are sent, and encode them as base64 without a "data:" before it.',
    ...eachOf(CONTENT, 'MUST', (seen) => items.ofType(seen, 'image'), media),
  },
  {
    id: 'CN-02',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/server/prompts', '2026-07-28/server/prompts'],
    says: 'Audio is base64 of the type that it names.',
    looksAt: 'audio',
    mend: 'Send "data" as base64 of the audio, and its "mimeType".',
    ...eachOf(CONTENT, 'MUST', (seen) => items.ofType(seen, 'audio'), media),
  },
  {
    id: 'CN-03',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Annotations of content name an audience of user and assistant, and a priority from 0 to 1.',
    looksAt: 'content with annotations',
    mend: 'Write annotations as {"audience": ["user"], "priority": 0.5}, the priority from 0 to 1.',
    ...eachOf(CONTENT, 'derived', items.annotated, annotations),
  },
  {
    id: 'CN-04',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'An icon has an address that is https or data, sizes, and a theme of light or dark.',
    looksAt: 'icon',
    mend: 'Give an icon "src" (https or data), "sizes" as an array of texts, and a "theme" of light or dark.',
    ...eachOf([...items.LISTS, 'result initialize'], 'derived', items.icons, ({ src, sizes, theme }) => {
      if (!isText(src) || !/^(?:https:\/\/|data:)/i.test(src)) return { says: `its address is ${quote(src)}`, at: '/src' }
      if (sizes !== undefined && ![sizes].flat().every((one) => isText(one) && /^(?:\d+x\d+|any)$/.test(one)))
        return { says: `its sizes are ${quote(sizes)}`, at: '/sizes' }
      return theme === undefined || theme === 'light' || theme === 'dark'
        ? undefined
        : { says: `its theme is ${quote(theme)}`, at: '/theme' }
    }),
  },
  {
    id: 'CN-07',
    level: 'MUST NOT',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/logging', '2026-07-28/server/utilities/logging'],
    says: 'Nothing that is said holds secrets.',
    looksAt: 'result of a call or log message',
    remark: 'It is a remark always: what looks like a secret is a guess, and a tool may have been asked for it.',
    mend: 'Take credentials out of what is sent to clients.',
    ...each(['result tools/call', 'notification notifications/message'], 'MUST NOT', ({ text }) => {
      const told = looksSecret(text.length > 200_000 ? text.slice(0, 200_000) : text)
      // A guess, and tools may be asked for secrets: told, not held against the server.
      return told === undefined ? undefined : { says: told, outcome: 'info' }
    }),
  },
]

function needs(result: Obj, list: string, members: readonly string[]): { says: string; at: string } | undefined {
  const all = result[list]
  if (!Array.isArray(all)) return { says: `"${list}" is ${quote(all)}`, at: `/result/${list}` }
  for (const [index, one] of all.entries()) {
    const missing = isObject(one) ? members.find((name) => !isText(one[name])) : members[0]
    if (missing !== undefined) return { says: `it has no ${missing}`, at: `/result/${list}/${index}` }
  }
  return undefined
}
