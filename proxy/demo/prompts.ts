// The prompts: without arguments, with some, and a conversation with every kind of content.
import { isObject, writeJson } from '#mcp/json.ts'
import { everyContent, fitContent, fitDefinition, text } from './content.ts'
import { RpcFailure, type Handler, type Params } from './peer.ts'
import { onePage } from './strict.ts'

const LANGUAGES = [
  'C',
  'C#',
  'C++',
  'Clojure',
  'Go',
  'Haskell',
  'Java',
  'JavaScript',
  'Kotlin',
  'Python',
  'Ruby',
  'Rust',
  'Swift',
  'TypeScript',
  'Zig',
]
const STYLES = ['friendly', 'strict', 'terse']

const message = (role: 'user' | 'assistant', content: Params): Params => ({ role, content })

const PROMPTS: { definition: Params; get(given: Params): Params[] }[] = [
  {
    definition: { name: 'tour', title: 'A tour', description: 'Without arguments. Asks a model to explain this server.' },
    get: () => [message('user', text('Explain in three sentences what the server "Loupe demo" offers.'))],
  },
  {
    definition: {
      name: 'review',
      title: 'Review code',
      description: 'With arguments: one must be given, and two are completed as you type.',
      arguments: [
        { name: 'language', title: 'Language', description: 'Try typing "J"', required: true },
        { name: 'style', title: 'Style', description: 'How to say it', required: false },
        { name: 'code', title: 'Code', description: 'What to review', required: false },
      ],
    },
    get: ({ language, style = 'friendly', code = '// nothing yet' }) => [
      message('user', text(`Review this ${String(language)} code in a ${String(style)} tone:\n\n\`\`\`\n${String(code)}\n\`\`\``)),
      message('assistant', text('Gladly. First, what is it for?')),
      message('user', text('It is for a demo.')),
    ],
  },
  {
    definition: { name: 'every_message', title: 'Every kind of message', description: 'A conversation with every kind of content in it.' },
    get: () => everyContent({ from: 'a prompt' }).map((block, index) => message(index % 2 === 0 ? 'user' : 'assistant', block)),
  },
]

export const listPrompts: Handler = (params, { state }) => {
  onePage(params)
  const prompts = PROMPTS.map(({ definition }) => {
    const { arguments: given, ...rest } = fitDefinition(definition, state.revision)
    return given === undefined
      ? rest
      : { ...rest, arguments: (given as Params[]).map((argument) => fitDefinition(argument, state.revision)) }
  })
  return { prompts }
}

export const getPrompt: Handler = ({ name, arguments: given }, { state }) => {
  const prompt = PROMPTS.find(({ definition }) => definition.name === name)
  if (prompt === undefined) throw new RpcFailure(-32602, `There is no prompt named ${writeJson(name)}`)
  const values = isObject(given) ? given : {}
  const odd = Object.keys(values).find((key) => typeof values[key] !== 'string')
  if (odd !== undefined) throw new RpcFailure(-32602, `The argument ${writeJson(odd)} must be a text`)
  const missing = ((prompt.definition.arguments ?? []) as Params[]).filter(
    ({ name, required }) => required === true && !values[String(name)],
  )
  if (missing.length > 0) throw new RpcFailure(-32602, `Missing argument: ${missing.map(({ name }) => String(name)).join(', ')}`)
  const messages = prompt.get(values).map((one) => ({ ...one, content: fitContent(one.content as Params, state.revision) }))
  return { description: prompt.definition.description!, messages }
}

export function completePrompt(prompt: string, argument: string, typed: string): string[] | undefined {
  if (prompt !== 'review') return undefined
  const all = argument === 'language' ? LANGUAGES : argument === 'style' ? STYLES : undefined
  return all?.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
}

export function knowsPrompt(name: string): boolean {
  return PROMPTS.some(({ definition }) => definition.name === name)
}
