// What a server wants of the person: by requests of its own, or by results that want input. And views of tools.
import { isObject } from '../../json.ts'
import { isText } from '../items.ts'
import { ALL, MODERN, since } from '../revision.ts'
import { each, quote, type Rule } from '../rule.ts'
import type { Obj } from '../seen.ts'

const META = 'io.modelcontextprotocol/'

const metaOf = (value: Obj): Obj => (isObject(value._meta) ? value._meta : {})

export const ASK_RULES: readonly Rule[] = [
  {
    id: 'MR-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'Input is wanted only of tools/call, prompts/get and resources/read.',
    looksAt: 'result that wants input',
    mend: 'Answer with input_required only to tools/call, prompts/get and resources/read.',
    ...each(['result'], 'MUST NOT', ({ method, result }) =>
      result.resultType !== 'input_required'
        ? null
        : ['tools/call', 'prompts/get', 'resources/read'].includes(method)
          ? undefined
          : `it answers ${method}`,
    ),
  },
  {
    id: 'MR-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'A result that wants input says which, or has a state to be sent back.',
    looksAt: 'result that wants input',
    mend: 'Put "inputRequests" into the result, or "requestState", or both.',
    ...each(['result'], 'MUST', ({ result }) =>
      result.resultType !== 'input_required'
        ? null
        : result.inputRequests !== undefined || result.requestState !== undefined
          ? undefined
          : { says: 'it has neither inputRequests nor requestState', at: '/result' },
    ),
  },
  {
    id: 'MR-03',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr', 'schema/2026-07-28/schema.ts'],
    says: 'What is wanted is an elicitation, a sampling or the roots, without an envelope.',
    looksAt: 'result that wants input',
    mend: 'Write each input request as {"method": …, "params": …}, without jsonrpc and id.',
    ...each(['result'], 'MUST', ({ result }) => {
      if (result.resultType !== 'input_required' || result.inputRequests === undefined) return null
      const { inputRequests } = result
      if (!isObject(inputRequests)) return { says: `inputRequests is ${quote(inputRequests)}`, at: '/result/inputRequests' }
      for (const [name, one] of Object.entries(inputRequests)) {
        const at = `/result/inputRequests/${name}`
        if (!isObject(one) || !isText(one.method) || !['elicitation/create', 'sampling/createMessage', 'roots/list'].includes(one.method))
          return { says: `it asks for ${quote(isObject(one) ? one.method : one)}`, at }
        if (one.id !== undefined || one.jsonrpc !== undefined) return { says: 'it has an envelope', at }
      }
      return undefined
    }),
  },
  {
    id: 'MR-04',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'Only what the client declared is wanted.',
    looksAt: 'result that wants input',
    mend: 'Read clientCapabilities of the request, and want only what it declares; else answer -32021.',
    ...each(['result'], 'MUST NOT', ({ result, asked }) => {
      if (result.resultType !== 'input_required' || !isObject(result.inputRequests) || asked === undefined) return null
      // DV-13 looks at what is asked of who declares nothing.
      if (String(asked.id).startsWith('loupe-bare-call')) return null
      const offered = metaOf(asked.params)[`${META}clientCapabilities`]
      const known = isObject(offered) ? offered : {}
      for (const [name, one] of Object.entries(result.inputRequests)) {
        const wanted = isObject(one) && isText(one.method) ? one.method.split('/')[0]! : ''
        if (['elicitation', 'sampling', 'roots'].includes(wanted) && known[wanted] === undefined)
          return { says: `the client declared no "${wanted}"`, at: `/result/inputRequests/${name}` }
      }
      return undefined
    }),
  },
  {
    id: 'CF-02',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'A sampling request has messages with roles, and a limit of tokens.',
    looksAt: 'sampling request',
    mend: 'Send "messages" with roles of user and assistant, and "maxTokens" as a whole number.',
    ...each(['request sampling/createMessage'], 'derived', ({ params: { messages, maxTokens } }) => {
      if (!Array.isArray(messages) || messages.length === 0) return { says: `the messages are ${quote(messages)}`, at: '/params/messages' }
      if (!messages.every((one) => isObject(one) && (one.role === 'user' || one.role === 'assistant')))
        return { says: 'a role is neither user nor assistant', at: '/params/messages' }
      return Number.isInteger(maxTokens) ? undefined : { says: `maxTokens is ${quote(maxTokens)}`, at: '/params/maxTokens' }
    }),
  },
  {
    id: 'CF-10',
    level: 'MUST NOT',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'A form does not ask for passwords, keys or cards.',
    looksAt: 'form that the server asks to be filled',
    mend: 'Send the person to a URL of yours for that.',
    ...each(['request elicitation/create'], 'MUST NOT', ({ params: { requestedSchema } }) => {
      const fields = isObject(requestedSchema) && isObject(requestedSchema.properties) ? Object.keys(requestedSchema.properties) : []
      if (!isObject(requestedSchema)) return null
      const secret = fields.find((name) =>
        /passw(?:or)?d|passphrase|secret|api_?key|access_?token|credit_?card|card_?number|\bcvv\b|\bssn\b|private_?key/i.test(name),
      )
      return secret === undefined ? undefined : { says: `it has a field "${secret}"`, at: '/params/requestedSchema' }
    }),
  },
  {
    id: 'CF-11',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2025-11-25/client/elicitation', 'schema/2026-07-28/schema.ts'],
    says: 'A form is flat, and made of simple fields.',
    looksAt: 'form that the server asks to be filled',
    mend: 'Ask for texts, numbers, booleans and choices alone, side by side; nested objects are not shown.',
    ...each(['request elicitation/create'], 'derived', ({ params: { requestedSchema }, revision }) => {
      if (requestedSchema === undefined) return null
      const at = '/params/requestedSchema'
      if (!isObject(requestedSchema) || requestedSchema.type !== 'object') return { says: 'its root is no object', at }
      const properties = isObject(requestedSchema.properties) ? requestedSchema.properties : {}
      for (const [name, field] of Object.entries(properties)) {
        const type = isObject(field) ? field.type : undefined
        const allowed = ['string', 'number', 'integer', 'boolean', ...(revision !== undefined && revision >= '2025-11-25' ? ['array'] : [])]
        if (!allowed.includes(type as string)) return { says: `"${name}" is of the type ${quote(type)}`, at: `${at}/properties/${name}` }
      }
      return undefined
    }),
  },
  {
    id: 'CF-12',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'An elicitation says what it is for; a mode is form or url, and a url is one.',
    looksAt: 'elicitation',
    mend: 'Send "message" as a text, "mode" as form or url, and with url an "url" that is one.',
    ...each(['request elicitation/create'], 'MUST', ({ params: { message, mode, url } }) => {
      if (!isText(message)) return { says: `the message is ${quote(message)}`, at: '/params/message' }
      if (mode !== undefined && mode !== 'form' && mode !== 'url') return { says: `the mode is ${quote(mode)}`, at: '/params/mode' }
      return mode !== 'url' || (isText(url) && URL.canParse(url)) ? undefined : { says: `the url is ${quote(url)}`, at: '/params/url' }
    }),
  },
]
