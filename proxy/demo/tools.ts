// The tools: each shows one thing that a tool can do, and says which.
import { setTimeout as after } from 'node:timers/promises'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { everyContent, fitContent, fitDefinition, page, text } from './content.ts'
import { EVERY_INPUT } from './form.ts'
import { LEVELS, RpcFailure, type Call, type Handler, type Params } from './peer.ts'

interface DemoTool {
  definition: Params
  run(input: Params, call: Call): Params | Promise<Params>
}

const READS = { readOnlyHint: true, openWorldHint: false }
const noInput: Params = { type: 'object', properties: {}, additionalProperties: false }
const say = (words: string): Params => ({ content: [text(words)] })
const complain = (words: string): Params => ({ content: [text(words)], isError: true })
const object = (properties: Params, required: string[] = []): Params => ({ type: 'object', properties, required })

/** Refused by the client, or not offered by it: a tool tells of it as any other failure. */
async function asking(call: Call, capability: string, method: string, params: Params): Promise<Json> {
  if (!(capability in call.state.client) && call.state.revision >= '2026-07-28')
    throw new RpcFailure(-32021, `This needs a client that offers "${capability}"`, { requiredCapabilities: { [capability]: {} } })
  if (!(capability in call.state.client)) throw new Refused(`This client does not offer "${capability}", so there is nobody to ask.`)
  try {
    return await call.ask(method, params)
  } catch (error) {
    if (error instanceof RpcFailure) throw new Refused(`The client answered with an error: ${error.message} (${error.code})`)
    throw error
  }
}
class Refused extends Error {}

const TOOLS: DemoTool[] = [
  {
    definition: {
      name: 'echo',
      title: 'Echo',
      description: 'Says back what you say. The simplest tool there is: type a message and press Call.',
      inputSchema: object({ message: { type: 'string', title: 'Message', description: 'What to say', default: 'Hello, Loupe!' } }, [
        'message',
      ]),
      annotations: { ...READS, idempotentHint: true },
    },
    run: ({ message }) =>
      typeof message === 'string' ? say(`Echo: ${message}`) : complain(`"message" must be a text, and ${writeJson(message)} is none.`),
  },
  {
    definition: {
      name: 'every_input',
      title: 'Every kind of input',
      description: 'A form with a field of every kind. It answers with what arrived, digit for digit, so you can see what was sent.',
      inputSchema: EVERY_INPUT,
      annotations: READS,
    },
    run: (input) => say(writeJson(input, 2)),
  },
  {
    definition: {
      name: 'every_content',
      title: 'Every kind of content',
      description:
        'Answers with a block of every kind: text, Markdown, JSON, a picture, a sound, resources, a link, and structured content.',
      inputSchema: noInput,
      outputSchema: object({ blocks: { type: 'integer' }, kinds: { type: 'array', items: { type: 'string' } } }, ['blocks', 'kinds']),
      annotations: READS,
    },
    run() {
      const kinds = [...new Set(everyContent({}).map(({ type }) => String(type)))]
      const facts: Params = { blocks: everyContent({}).length, kinds }
      return { content: everyContent(facts), structuredContent: facts }
    },
  },
  {
    definition: {
      name: 'count',
      title: 'Count slowly',
      description: 'Counts, and tells how far it is. Press Cancel while it runs: it stops, and never answers.',
      inputSchema: object({
        steps: { type: 'integer', title: 'Steps', minimum: 1, maximum: 1000, default: 10 },
        pause: { type: 'number', title: 'Pause', description: 'Seconds between two steps', minimum: 0, maximum: 60, default: 0.5 },
      }),
      annotations: READS,
    },
    async run({ steps = 10, pause = 0.5 }, { progress, signal }) {
      for (let step = 1; step <= Number(steps); step++) {
        await after(Number(pause) * 1000, undefined, { signal })
        progress(step, Number(steps), `Step ${step} of ${Number(steps)}`)
      }
      return say(`Counted to ${Number(steps)}.`)
    },
  },
  {
    definition: {
      name: 'wait',
      title: 'Wait in silence',
      description: 'Says nothing until it is done. See how a call looks that takes its time.',
      inputSchema: object({ seconds: { type: 'number', minimum: 0, maximum: 600, default: 5 } }),
      annotations: READS,
    },
    async run({ seconds = 5 }, { signal }) {
      await after(Number(seconds) * 1000, undefined, { signal })
      return say(`Waited ${Number(seconds)} s.`)
    },
  },
  {
    definition: {
      name: 'ask_model',
      title: 'Ask the model (sampling)',
      description:
        "The server asks the client's model something. In Loupe the model is you: press Answer above, and what you approve comes back here.",
      inputSchema: object({ question: { type: 'string', default: 'What does a loupe do?' } }),
      annotations: { readOnlyHint: true },
    },
    async run({ question = 'What does a loupe do?' }, call) {
      const answer = await asking(call, 'sampling', 'sampling/createMessage', {
        messages: [{ role: 'user', content: text(String(question)) }],
        systemPrompt: 'Answer in one sentence.',
        modelPreferences: { hints: [{ name: 'claude' }], intelligencePriority: 0.5, speedPriority: 0.5 },
        includeContext: 'none',
        temperature: 0.7,
        maxTokens: 200,
      })
      return say(`The model answered:\n\n${writeJson(answer, 2)}`)
    },
  },
  {
    definition: {
      name: 'ask_person',
      title: 'Ask the person (elicitation)',
      description:
        'The server asks you to fill in a form: press Answer above. Approve, Reject and Cancel are three different answers (accept, decline and cancel in the protocol).',
      inputSchema: noInput,
      annotations: { readOnlyHint: true },
    },
    async run(_input, call) {
      if (call.state.revision < '2025-06-18')
        throw new Refused(`Revision ${call.state.revision} has no elicitation: connect with 2025-06-18 or later.`)
      const titled: Params =
        call.state.revision >= '2025-11-25'
          ? {
              oneOf: [
                { const: 'tea', title: 'Tea' },
                { const: 'coffee', title: 'Coffee' },
              ],
            }
          : { enum: ['tea', 'coffee'], enumNames: ['Tea', 'Coffee'] }
      const answer = await asking(call, 'elicitation', 'elicitation/create', {
        message: 'A table for whom? The demo would like to know.',
        requestedSchema: object(
          {
            name: { type: 'string', title: 'Name', minLength: 1 },
            email: { type: 'string', title: 'Email', format: 'email' },
            guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12, default: 2 },
            outside: { type: 'boolean', title: 'Outside', default: false },
            drink: { type: 'string', title: 'Drink', ...titled },
          },
          ['name', 'guests'],
        ),
      })
      return say(`You answered:\n\n${writeJson(answer, 2)}`)
    },
  },
  {
    definition: {
      name: 'list_roots',
      title: 'List the roots',
      description: 'The server asks which folders it may work in. They are set in the settings.',
      inputSchema: noInput,
      annotations: READS,
    },
    run: async (_input, call) => say(`Your roots:\n\n${writeJson(await asking(call, 'roots', 'roots/list', {}), 2)}`),
  },
  {
    definition: {
      name: 'log_levels',
      title: 'Log at every level',
      description: 'Writes one log message at each of the eight levels. Set the level in the console, and call again.',
      inputSchema: noInput,
      annotations: READS,
    },
    run(_input, { log, state }) {
      for (const level of LEVELS)
        log(level, level === 'info' ? { message: 'A log message may be any JSON', level } : `This is a message of level ${level}`)
      return say(`Eight messages were written; those below "${state.level}" were kept back.`)
    },
  },
  {
    definition: {
      name: 'add_tool',
      title: 'Add a tool',
      description: 'Adds a tool to this list. The server says that the list changed, and the client asks for it anew.',
      inputSchema: noInput,
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    run(_input, { state }) {
      state.addedTools++
      state.notify('notifications/tools/list_changed')
      return say(`Added "added_${state.addedTools}". Look at the list.`)
    },
  },
  {
    definition: {
      name: 'fail_as_tool',
      title: 'Fail as a tool',
      description: 'Answers with isError: the call worked, the tool did not. A model would see this text and could try again.',
      inputSchema: noInput,
      annotations: READS,
    },
    run: () => complain('The kettle is empty. Fill it, and call again.'),
  },
  {
    definition: {
      name: 'fail_in_protocol',
      title: 'Fail in the protocol',
      description: 'Answers with a JSON-RPC error: the call itself went wrong. A model never sees it.',
      inputSchema: noInput,
      annotations: READS,
    },
    run: () => {
      throw new RpcFailure(-32602, 'This tool always fails in the protocol', { reason: 'It was asked to', retry: false })
    },
  },
  {
    definition: {
      name: 'big_answer',
      title: 'A big answer',
      description: 'Answers with as many records as you like, as text and as structured content. 100,000 are about 16 MB.',
      inputSchema: object({ records: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 1000 } }),
      outputSchema: object({ records: { type: 'array', items: { type: 'object' } } }, ['records']),
      annotations: READS,
    },
    run({ records = 1000 }) {
      const list = Array.from({ length: Number(records) }, (_, index) => ({
        id: index,
        name: `Record ${index}`,
        group: index % 7,
        note: 'One of many, all alike',
      }))
      return { content: [text(JSON.stringify({ records: list }))], structuredContent: { records: list } }
    },
  },
  {
    definition: {
      name: 'erase_disk',
      title: 'Erase the disk (not really)',
      description: 'Says of itself that it destroys things, so that you can see how such a tool is marked. It does nothing at all.',
      inputSchema: object({ disk: { type: 'string', enum: ['floppy', 'tape', 'punch cards'], default: 'floppy' } }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    run: ({ disk = 'floppy' }) => say(`Nothing happened to the ${String(disk)}.`),
  },
]

function addedTool(number: number): DemoTool {
  return {
    definition: { name: `added_${number}`, description: `A tool that was not there at first: number ${number}.`, inputSchema: noInput },
    run: () => say(`I am added tool number ${number}.`),
  }
}

const toolsOf = ({ addedTools }: { addedTools: number }): DemoTool[] => [
  ...TOOLS,
  ...Array.from({ length: addedTools }, (_, index) => addedTool(index + 1)),
]

export const listTools: Handler = ({ cursor }, { state }) => {
  const cut = page(
    toolsOf(state).map(({ definition }) => fitDefinition(definition, state.revision)),
    cursor,
    100,
  )
  if (cut === undefined) throw new RpcFailure(-32602, `There is no page at cursor ${writeJson(cursor)}`)
  return { tools: cut.items, ...cut.next }
}

export const callTool: Handler = async ({ name, arguments: given }, call) => {
  const tool = toolsOf(call.state).find(({ definition }) => definition.name === name)
  if (tool === undefined) throw new RpcFailure(-32602, `There is no tool named ${writeJson(name)}`)
  const input = isObject(given) ? given : {}
  const { required } = tool.definition.inputSchema as { required?: string[] }
  const missing = (required ?? []).filter((property) => !(property in input))
  if (missing.length > 0) return complain(`Missing: ${missing.map((property) => `"${property}"`).join(', ')}.`)
  try {
    const result = await tool.run(input, call)
    const content = (result.content as Params[]).map((block) => fitContent(block, call.state.revision))
    const { structuredContent, ...rest } = result
    return structuredContent === undefined || call.state.revision < '2025-06-18'
      ? { ...rest, content }
      : { ...rest, content, structuredContent }
  } catch (error) {
    if (error instanceof Refused) return complain(error.message)
    throw error
  }
}
