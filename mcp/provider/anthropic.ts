// Messages, as Anthropic has them: nearest to what sampling itself says.
import { isObject, parseJson, type Json } from '../json.ts'
import type { AnswerReader, Speech } from './speech.ts'
import { blocksOf, samplingOf, textOf } from './sampling.ts'

const STOPS: { [reason: string]: string } = {
  end_turn: 'endTurn',
  max_tokens: 'maxTokens',
  stop_sequence: 'stopSequence',
  tool_use: 'toolUse',
}
/** It wants a limit always. */
const USUAL_TOKENS = 1024

export function anthropic(): Speech {
  return {
    request({ key, params }, model) {
      const asked = samplingOf(params)
      const notes = [...asked.unsent]
      const body: { [name: string]: Json } = {
        model,
        max_tokens: asked.maxTokens ?? USUAL_TOKENS,
        messages: asked.messages.map(({ role, content }) => ({
          role,
          content: blocksOf(content).flatMap((block): Json[] => {
            if (block.type === 'text') return [{ type: 'text', text: String(block.text ?? '') }]
            if (block.type === 'image')
              return [{ type: 'image', source: { type: 'base64', media_type: String(block.mimeType), data: String(block.data) } }]
            if (block.type === 'tool_use')
              return [{ type: 'tool_use', id: String(block.id), name: String(block.name), input: block.input ?? {} }]
            if (block.type === 'tool_result')
              return [
                {
                  type: 'tool_result',
                  tool_use_id: String(block.toolUseId),
                  content: textOf(block),
                  ...(block.isError === true ? { is_error: true } : {}),
                },
              ]
            notes.push(`A block of type “${String(block.type)}” is not sent.`)
            return []
          }),
        })),
      }
      if (asked.systemPrompt !== undefined) body.system = asked.systemPrompt
      if (asked.temperature !== undefined) body.temperature = asked.temperature
      if (asked.stopSequences !== undefined) body.stop_sequences = asked.stopSequences
      if (asked.tools.length > 0) {
        body.tools = asked.tools.map(({ name, description, inputSchema }) => ({
          name,
          ...(description === undefined ? {} : { description }),
          input_schema: inputSchema,
        }))
        if (asked.toolChoice !== undefined) body.tool_choice = { type: asked.toolChoice === 'required' ? 'any' : asked.toolChoice }
      }
      const headers: [string, string][] = [
        ['Content-Type', 'application/json'],
        ['anthropic-version', '2023-06-01'],
      ]
      if (key !== '') headers.push(['x-api-key', key])
      return { path: '/v1/messages', headers, body, notes }
    },
    reader,
  }
}

function reader(): AnswerReader {
  const blocks = new Map<number, { block: { [name: string]: Json }; json: string }>()
  let model: string | undefined
  let stop: string | undefined
  let done = false
  const open = (index: Json | undefined, block: { [name: string]: Json }): void => void blocks.set(Number(index), { block, json: '' })
  return {
    take(event, whole) {
      if (event.type === 'error' || isObject(event.error))
        throw new Error(isObject(event.error) ? String(event.error.message) : 'an error without words')
      const message = whole ? event : isObject(event.message) ? event.message : undefined
      if (message !== undefined) {
        if (typeof message.model === 'string') model = message.model
        if (whole && Array.isArray(message.content)) message.content.forEach((block, at) => isObject(block) && open(at, block))
        if (typeof message.stop_reason === 'string') stop = message.stop_reason
        if (whole) done = true
      }
      if (event.type === 'content_block_start' && isObject(event.content_block)) open(event.index, { ...event.content_block })
      const delta = isObject(event.delta) ? event.delta : {}
      const at = blocks.get(Number(event.index))
      if (event.type === 'content_block_delta' && at !== undefined) {
        if (typeof delta.text === 'string') at.block.text = String(at.block.text ?? '') + delta.text
        if (typeof delta.partial_json === 'string') at.json += delta.partial_json
      }
      if (event.type === 'message_delta' && typeof delta.stop_reason === 'string') stop = delta.stop_reason
      if (event.type === 'message_stop') done = true
    },
    get done() {
      return done
    },
    get sofar() {
      const all = [...blocks.values()].map(({ block }) => block)
      return {
        text: all.map(({ type, text }) => (type === 'text' ? String(text ?? '') : '')).join(''),
        toolUses: all.filter(({ type }) => type === 'tool_use').length,
      }
    },
    content() {
      return [...blocks.values()].flatMap(({ block, json }): Json[] => {
        if (block.type === 'text') return [{ type: 'text', text: block.text ?? '' }]
        if (block.type === 'tool_use')
          return [{ type: 'tool_use', id: block.id ?? '', name: block.name ?? '', input: inputOf(json, block.input) }]
        return []
      })
    },
    get model() {
      return model
    },
    get stopReason() {
      return stop === undefined ? undefined : (STOPS[stop] ?? stop)
    },
  }
}

function inputOf(text: string, whole: Json | undefined): Json {
  if (text === '') return whole ?? {}
  try {
    return parseJson(text)
  } catch {
    return { unreadable: text }
  }
}
