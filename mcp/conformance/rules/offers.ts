// Resources, templates, prompts, and the content that comes of them and of tools.
import { isObject, type Json } from '../../json.ts'
import * as items from '../items.ts'
import { ALL, LEGACY, MODERN, since } from '../revision.ts'
import { each, eachOf, quote, type Look, type Rule } from '../rule.ts'
import type { Obj } from '../seen.ts'
import { looksSecret } from '../words.ts'

const { isText, listed, RESOURCE_LIST, TEMPLATE_LIST, PROMPT_LIST, CONTENT } = items
const READ = ['result resources/read'] as const

const texts = (item: Obj, names: readonly string[]): Look => {
  for (const name of names)
    if (item[name] !== undefined && !isText(item[name])) return { says: `"${name}" is ${quote(item[name])}`, at: `/${name}` }
  return undefined
}

const annotations = ({ audience, priority, lastModified }: Obj): Look => {
  if (audience !== undefined && !(Array.isArray(audience) && audience.every((one) => one === 'user' || one === 'assistant')))
    return { says: `the audience is ${quote(audience)}`, at: '/audience' }
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    return { says: `the priority is ${quote(priority)}`, at: '/priority' }
  if (
    lastModified !== undefined &&
    !(isText(lastModified) && /^\d{4}-\d\d-\d\dT/.test(lastModified) && !Number.isNaN(Date.parse(lastModified)))
  )
    return { says: `lastModified is ${quote(lastModified)}`, at: '/lastModified' }
  return undefined
}

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

const block = (one: Obj, revision: string | undefined): Look => {
  const { type } = one
  // JR-29 looks at types that came later.
  if (type === 'audio' || type === 'resource_link') return kinds(revision).includes(type) ? undefined : null
  if (!isText(type) || !kinds(revision).includes(type)) return { says: `there is no type ${quote(type)}`, at: '/type' }
  if (type === 'text' && !isText(one.text)) return { says: `its text is ${quote(one.text)}`, at: '/text' }
  if (type === 'resource' && !isObject(one.resource)) return { says: 'it holds no resource', at: '/resource' }
  return undefined
}

export const OFFER_RULES: readonly Rule[] = [
  {
    id: 'RE-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
    says: 'resources/list answers with an array of resources, each with a uri and a name.',
    looksAt: 'answer to resources/list',
    mend: 'Answer with {"resources": [{"uri": …, "name": …}]}.',
    ...each(RESOURCE_LIST, 'MUST', ({ result }) => needs(result, 'resources', ['uri', 'name'])),
  },
  {
    id: 'RE-02',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', 'schema/2026-07-28/schema.ts'],
    says: 'Descriptions, types and titles of resources are texts, sizes are numbers.',
    looksAt: 'resource',
    ...eachOf(RESOURCE_LIST, 'derived', listed, (resource) => {
      const { size } = resource
      if (size !== undefined && !(typeof size === 'number' && size >= 0)) return { says: `the size is ${quote(size)}`, at: '/size' }
      return texts(resource, ['description', 'mimeType', 'title'])
    }),
  },
  {
    id: 'RE-03',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', '2025-06-18/server/resources'],
    says: 'The uri of a resource is an absolute URI.',
    looksAt: 'resource with a uri',
    mend: 'Begin with a scheme, and percent-encode what a URI may not hold, such as blanks.',
    ...eachOf(RESOURCE_LIST, 'MUST', listed, ({ uri }) =>
      !isText(uri) ? null : items.isAbsoluteUri(uri) ? undefined : { says: `${quote(uri)} is none`, at: '/uri' },
    ),
  },
  {
    id: 'RE-04',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'No two resources have the same uri.',
    looksAt: 'resource',
    ...eachOf(RESOURCE_LIST, 'derived', listed, (resource, { result }) => {
      const all = Array.isArray(result.resources) ? result.resources : []
      return all.find((one) => isObject(one) && one.uri === resource.uri) === resource || resource.uri === undefined
        ? undefined
        : { says: `${quote(resource.uri)} is there twice`, at: '/uri' }
    }),
  },
  {
    id: 'RE-05',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', '2025-06-18/server/resources'],
    says: 'Annotations name an audience of user and assistant, a priority from 0 to 1, a time of change in ISO 8601.',
    looksAt: 'resource with annotations',
    ...eachOf([...RESOURCE_LIST, ...TEMPLATE_LIST], 'derived', items.annotated, annotations),
  },
  {
    id: 'RE-06',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
    says: 'resources/read gives back contents, each with a uri and either text or blob.',
    looksAt: 'answer to resources/read',
    mend: 'Give each of the contents its uri, and text or blob, not both.',
    ...each(READ, 'MUST', ({ result }) => {
      if (isText(result.resultType) && result.resultType !== 'complete') return null
      if (!Array.isArray(result.contents)) return { says: `the contents are ${quote(result.contents)}`, at: '/result/contents' }
      for (const [index, one] of result.contents.entries()) {
        const at = `/result/contents/${index}`
        if (!isObject(one) || !isText(one.uri)) return { says: 'it has no uri', at }
        if (isText(one.text) === isText(one.blob))
          return { says: `it has ${isText(one.text) ? 'both text and blob' : 'neither text nor blob'}`, at }
      }
      return undefined
    }),
  },
  {
    id: 'RE-07',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'A blob is base64.',
    looksAt: 'blob',
    mend: 'Use the standard alphabet with padding.',
    ...eachOf(READ, 'MUST', items.contents, ({ blob }) =>
      !isText(blob) ? null : items.isBase64(blob) ? undefined : { says: 'it is not', at: '/blob' },
    ),
  },
  {
    id: 'RE-08',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Contents say their mimeType.',
    looksAt: 'contents of a resource',
    mend: 'Add "mimeType".',
    ...eachOf(READ, 'SHOULD', items.contents, ({ mimeType }) =>
      items.isMime(mimeType) ? undefined : { says: `it is ${quote(mimeType)}`, at: '/mimeType' },
    ),
  },
  {
    id: 'RE-09',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Text is used for types that are text.',
    looksAt: 'text of a resource',
    ...eachOf(READ, 'derived', items.contents, ({ text, mimeType }) =>
      !isText(text) || !isText(mimeType)
        ? null
        : /^(?:image\/(?!svg)|audio\/|video\/|application\/(?:pdf|zip|octet-stream))/.test(mimeType)
          ? { says: `${mimeType} comes as text`, at: '/mimeType' }
          : undefined,
    ),
  },
  {
    id: 'RE-10',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/server/resources', '2025-11-25/server/resources'],
    says: 'Reading a resource that does not exist is answered with the error -32002.',
    looksAt: 'reading of a resource that does not exist',
    mend: 'Answer with {"code": -32002, "message": "Resource not found", "data": {"uri": …}}.',
    ...each(['result resources/read', 'failure resources/read'], 'SHOULD', ({ asked, kind, error }) => {
      if (!isMissing(asked?.params.uri)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32002 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'RE-11',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/resources'],
    says: 'Reading a resource that does not exist is answered with the error -32602.',
    looksAt: 'reading of a resource that does not exist',
    mend: 'Answer with {"code": -32602, "message": "Resource not found"}.',
    ...each(['failure resources/read'], 'MUST', ({ asked, error }) =>
      !isMissing(asked?.params.uri) || error?.code === -32002
        ? null
        : error?.code === -32602
          ? undefined
          : { says: `the code is ${error?.code}`, at: '/error/code' },
    ),
  },
  {
    id: 'RE-12',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/resources'],
    says: 'Reading a resource that does not exist does not succeed with nothing.',
    looksAt: 'reading of a resource that does not exist',
    mend: 'Answer with the error -32602.',
    ...each(['result resources/read', 'failure resources/read'], 'MUST NOT', ({ asked, kind }) =>
      !isMissing(asked?.params.uri) ? null : kind === 'failure' ? undefined : 'it is answered with a result',
    ),
  },
  {
    id: 'RT-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
    says: 'resources/templates/list answers with an array of templates, each with a uriTemplate and a name.',
    looksAt: 'answer to resources/templates/list',
    ...each(TEMPLATE_LIST, 'MUST', ({ result }) => needs(result, 'resourceTemplates', ['uriTemplate', 'name'])),
  },
  {
    id: 'RT-02',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'RFC 6570'],
    says: 'A uriTemplate is one of RFC 6570.',
    looksAt: 'template',
    mend: 'Close each brace, and name its variables with letters, digits, underscores and dots.',
    ...eachOf(TEMPLATE_LIST, 'derived', listed, ({ uriTemplate }) => {
      if (!isText(uriTemplate)) return null
      const bare = uriTemplate.replace(
        /\{[+#./;?&]?(?:[\w.]|%[0-9A-Fa-f]{2})+(?::\d{1,4}|\*)?(?:,(?:[\w.]|%[0-9A-Fa-f]{2})+(?::\d{1,4}|\*)?)*\}/g,
        'x',
      )
      if (/[{}]/.test(bare)) return { says: `${quote(uriTemplate)} is none`, at: '/uriTemplate' }
      return items.isAbsoluteUri(bare) || uriTemplate.startsWith('{')
        ? undefined
        : { says: `${quote(uriTemplate)} makes no absolute URI`, at: '/uriTemplate' }
    }),
  },
  {
    id: 'RT-05',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Descriptions, types and titles of templates are texts.',
    looksAt: 'template',
    ...eachOf(TEMPLATE_LIST, 'derived', listed, (template) => texts(template, ['description', 'mimeType', 'title'])),
  },
  {
    id: 'RT-06',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'Who declares resources answers resources/templates/list, if only with an empty list.',
    looksAt: 'answer to resources/templates/list',
    mend: 'Answer with {"resourceTemplates": []}.',
    ...each(['result resources/templates/list', 'failure resources/templates/list'], 'derived', ({ kind, error }, { capabilities }) =>
      capabilities.resources === undefined ? null : kind === 'failure' && error?.code === -32601 ? 'it is answered with -32601' : undefined,
    ),
  },
  {
    id: 'PR-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/prompts', 'schema/2024-11-05/schema.ts'],
    says: 'prompts/list answers with an array of prompts, each with a name of its own.',
    looksAt: 'answer to prompts/list',
    ...each(PROMPT_LIST, 'MUST', (seen) => {
      const lacks = needs(seen.result, 'prompts', ['name'])
      if (lacks !== undefined) return lacks
      const names = [...listed(seen)].map(([, { name }]) => name)
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      return twice === undefined ? undefined : { says: `${quote(twice)} is there twice`, at: '/result/prompts' }
    }),
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
    ...eachOf(['result prompts/get'], 'MUST', items.messagesOf, ({ role, content }, { revision }) => {
      if (role !== 'user' && role !== 'assistant') return { says: `the role is ${quote(role)}`, at: '/role' }
      if (!isObject(content)) return { says: `the content is ${Array.isArray(content) ? 'an array' : quote(content)}`, at: '/content' }
      return block(content, revision)
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
    ...eachOf(CONTENT, 'MUST', (seen) => items.ofType(seen, 'audio'), media),
  },
  {
    id: 'CN-03',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Annotations of content name an audience of user and assistant, and a priority from 0 to 1.',
    looksAt: 'content with annotations',
    ...eachOf(CONTENT, 'derived', items.annotated, annotations),
  },
  {
    id: 'CN-04',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'An icon has an address that is https or data, sizes, and a theme of light or dark.',
    looksAt: 'icon',
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
    mend: 'Take credentials out of what is sent to clients.',
    ...each(['result tools/call', 'notification notifications/message'], 'MUST NOT', ({ text }) => {
      const told = looksSecret(text.length > 200_000 ? text.slice(0, 200_000) : text)
      // A guess, and tools may be asked for secrets: told, not held against the server.
      return told === undefined ? undefined : { says: told, outcome: 'info' }
    }),
  },
]

function isMissing(uri: Json | undefined): boolean {
  return isText(uri) && uri.includes('loupe-no-such-')
}

function needs(result: Obj, list: string, members: readonly string[]): { says: string; at: string } | undefined {
  const all = result[list]
  if (!Array.isArray(all)) return { says: `"${list}" is ${quote(all)}`, at: `/result/${list}` }
  for (const [index, one] of all.entries()) {
    const missing = isObject(one) ? members.find((name) => !isText(one[name])) : members[0]
    if (missing !== undefined) return { says: `it has no ${missing}`, at: `/result/${list}/${index}` }
  }
  return undefined
}
