// Resources, templates, prompts, and the content that comes of them and of tools.
import { annotations } from '../annotations.ts'
import { isObject, type Json } from '../../json.ts'
import * as items from '../items.ts'
import { ALL, LEGACY, MODERN } from '../revision.ts'
import { onceEach } from './once.ts'
import { each, eachOf, quote, type Look, type Rule } from '../rule.ts'
import type { Obj } from '../seen.ts'

const { isText, listed, RESOURCE_LIST, TEMPLATE_LIST } = items
const READ = ['result resources/read'] as const

const texts = (item: Obj, names: readonly string[]): Look => {
  for (const name of names)
    if (item[name] !== undefined && !isText(item[name])) return { says: `"${name}" is ${quote(item[name])}`, at: `/${name}` }
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
    yields: ['CP-02'],
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
    mend: 'Send "title", "description" and "mimeType" as texts, and "size" as a number of bytes.',
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
      uri === undefined
        ? 'there is no uri'
        : !isText(uri)
          ? null
          : items.isAbsoluteUri(uri)
            ? undefined
            : { says: `${quote(uri)} is no absolute URI`, at: '/uri' },
    ),
  },
  {
    id: 'RE-04',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'No two resources have the same uri.',
    looksAt: 'resource',
    mend: 'Give each resource a uri of its own.',
    yields: ['PA-01'],
    ...onceEach(RESOURCE_LIST, 'derived', 'uri'),
  },
  {
    id: 'RE-05',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', '2025-06-18/server/resources'],
    says: 'Annotations name an audience of user and assistant, a priority from 0 to 1, a time of change in ISO 8601.',
    looksAt: 'resource with annotations',
    mend: 'Write annotations as {"audience": ["user"], "priority": 0.5, "lastModified": "2025-01-12T15:00:58Z"}.',
    ...eachOf([...RESOURCE_LIST, ...TEMPLATE_LIST], 'derived', items.annotated, annotations),
  },
  {
    id: 'RE-06',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
    says: 'resources/read gives back contents, each with a uri and either text or blob.',
    looksAt: 'answer to resources/read',
    yields: ['AP-09'],
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
      !isText(blob) ? null : items.isBase64(blob) ? undefined : { says: `${quote(blob)} is not`, at: '/blob' },
    ),
  },
  {
    id: 'RE-08',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
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
    mend: 'Send text as "text", and what is no text as "blob" in base64.',
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
    mend: 'Answer with {"resourceTemplates": [{"uriTemplate": …, "name": …}]}.',
    yields: ['CP-02'],
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
      if (/[{}]/.test(bare)) return { says: `${quote(uriTemplate)} is no URI template`, at: '/uriTemplate' }
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
    mend: 'Send "title", "description" and "mimeType" of templates as texts.',
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
]

function isMissing(uri: Json | undefined): boolean {
  return isText(uri) && uri.includes('loupe-no-such-')
}

function needs(result: Obj, list: string, members: readonly string[]): { says: string; at: string } | undefined {
  const all = result[list]
  if (!Array.isArray(all)) return { says: `"${list}" is ${quote(all)}`, at: `/result/${list}` }
  for (const [index, one] of all.entries()) {
    const at = `/result/${list}/${index}`
    if (!isObject(one)) return { says: `it is ${quote(one)}`, at }
    const missing = members.find((name) => !isText(one[name]))
    if (missing === undefined) continue
    return { says: one[missing] === undefined ? `it has no ${missing}` : `its ${missing} is ${quote(one[missing])}`, at }
  }
  return undefined
}
