// What calls of tools give back.
import { isObject } from '../../json.ts'
import { isText, ofType } from '../items.ts'
import { ALL, between, since } from '../revision.ts'
import { each, eachOf, quote, type Rule } from '../rule.ts'

export const CALL_RULES: readonly Rule[] = [
  {
    id: 'TC-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', 'schema/2024-11-05/schema.ts'],
    says: 'A call gives back an array of content; isError is true, false or absent.',
    looksAt: 'result of a call',
    yields: ['JR-17', 'TC-03', 'TC-04'],
    mend: 'Answer with {"content": []}, even when there is nothing to say.',
    ...each(['result tools/call'], 'MUST', ({ result }) => {
      // Tasks, and results that want input, are of other forms.
      if (isObject(result.task) || (isText(result.resultType) && result.resultType !== 'complete')) return null
      if (!Array.isArray(result.content)) return { says: `the content is ${quote(result.content)}`, at: '/result/content' }
      const { isError } = result
      return isError === undefined || typeof isError === 'boolean'
        ? undefined
        : { says: `isError is ${quote(isError)}`, at: '/result/isError' }
    }),
  },
  {
    id: 'TC-03',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2026-07-28/server/tools'],
    says: 'A call of a tool that does not exist is answered with the error -32602.',
    looksAt: 'call of a tool that does not exist',
    yields: ['JR-17'],
    mend: 'Look the name up first, and answer with an error of the protocol.',
    ...each(['result tools/call', 'failure tools/call'], 'derived', ({ kind, asked, error }) => {
      const name = asked?.params.name
      if (!isText(name) || !name.startsWith('loupe-no-such-') || Array.isArray(asked?.params.arguments)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TC-09',
    level: 'SHOULD',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/tools', '2026-07-28/server/tools'],
    says: 'Where there is structuredContent, a text holds it too.',
    looksAt: 'result with structuredContent',
    mend: 'Add a text block with the JSON of it, for clients that read only that.',
    ...each(['result tools/call'], 'SHOULD', ({ result }) => {
      if (result.structuredContent === undefined) return null
      const texts = (Array.isArray(result.content) ? result.content : []).flatMap((block) =>
        isObject(block) && isText(block.text) ? [block.text] : [],
      )
      return texts.some((text) => /^\s*(?:[[{"\d-]|true|false|null)/.test(text))
        ? undefined
        : { says: 'no text block holds it', at: '/result/content' }
    }),
  },
  {
    id: 'TC-10',
    level: 'derived',
    revisions: between('2025-06-18', '2025-11-25'),
    spec: ['2025-06-18/server/tools', 'schema/2025-11-25/schema.ts'],
    says: 'structuredContent is an object.',
    looksAt: 'result with structuredContent',
    mend: 'Wrap the value in an object.',
    ...each(['result tools/call'], 'derived', ({ result }) =>
      result.structuredContent === undefined
        ? null
        : isObject(result.structuredContent)
          ? undefined
          : { says: `it is ${quote(result.structuredContent)}`, at: '/result/structuredContent' },
    ),
  },
  {
    id: 'TC-11',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/tools', 'schema/2025-06-18/schema.ts'],
    says: 'A resource_link has a uri and a name.',
    looksAt: 'resource_link',
    mend: 'Give a resource_link "uri" and "name".',
    ...eachOf(
      ['result tools/call', 'result prompts/get'],
      'derived',
      (seen) => ofType(seen, 'resource_link'),
      ({ uri, name }) => (isText(uri) && isText(name) ? undefined : 'one of them is missing'),
    ),
  },
  {
    id: 'TC-12',
    level: 'SHOULD',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/tools', '2026-07-28/server/tools'],
    says: 'Who embeds resources declares resources.',
    looksAt: 'embedded resource',
    mend: 'Declare the capability "resources".',
    ...eachOf(
      ['result tools/call'],
      'SHOULD',
      (seen) => ofType(seen, 'resource'),
      (_, __, { capabilities, greeted }) => (!greeted ? null : capabilities.resources === undefined ? 'the server does not' : undefined),
    ),
  },
]
