// Chat completions, as OpenAI has them and many others after it.
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { AnswerReader, Speech } from './speech.ts'
import { blocksOf, samplingOf, textOf } from './sampling.ts'

const STOPS: { [reason: string]: string } = { stop: 'endTurn', length: 'maxTokens', tool_calls: 'toolUse', function_call: 'toolUse' }

/** `own`: OpenAI itself, whose newer models know another name for the limit of tokens. */
export function openai(own: boolean): Speech {
  return {
    request({ key, params }, model) {
      const asked = samplingOf(params)
      const notes = [...asked.unsent]
      const body: { [name: string]: Json } = { model, messages: messages(params, notes) }
      if (asked.maxTokens !== undefined) body[own ? 'max_completion_tokens' : 'max_tokens'] = asked.maxTokens
      if (asked.temperature !== undefined) body.temperature = asked.temperature
      if (asked.stopSequences !== undefined) body.stop = asked.stopSequences
      if (asked.tools.length > 0) {
        body.tools = asked.tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, ...(description === undefined ? {} : { description }), parameters: inputSchema },
        }))
        if (asked.toolChoice !== undefined) body.tool_choice = asked.toolChoice
      }
      const headers: [string, string][] = [['Content-Type', 'application/json']]
      if (key !== '') headers.push(['Authorization', `Bearer ${key}`])
      return { path: '/chat/completions', headers, body, notes }
    },
    reader,
  }
}

function messages(params: Json, notes: string[]): Json[] {
  const { systemPrompt, messages } = samplingOf(params)
  const out: Json[] = systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }]
  for (const { role, content } of messages) {
    const calls: Json[] = []
    const parts: Json[] = []
    for (const block of blocksOf(content)) {
      if (block.type === 'text') parts.push({ type: 'text', text: String(block.text ?? '') })
      else if (block.type === 'image')
        parts.push({ type: 'image_url', image_url: { url: `data:${String(block.mimeType)};base64,${String(block.data)}` } })
      else if (block.type === 'audio') {
        const format = /wav/.test(String(block.mimeType)) ? 'wav' : 'mp3'
        parts.push({ type: 'input_audio', input_audio: { data: String(block.data), format } })
      } else if (block.type === 'tool_use')
        calls.push({
          id: String(block.id),
          type: 'function',
          function: { name: String(block.name), arguments: writeJson(block.input ?? {}) },
        })
      else if (block.type === 'tool_result') out.push({ role: 'tool', tool_call_id: String(block.toolUseId), content: textOf(block) })
      else notes.push(`A block of type “${String(block.type)}” is not sent.`)
    }
    if (parts.length === 0 && calls.length === 0) continue
    const plain = parts.every((part) => isObject(part) && part.type === 'text')
    const said = plain ? parts.map((part) => (isObject(part) ? String(part.text) : '')).join('\n') : parts
    out.push({ role, content: parts.length === 0 ? null : said, ...(calls.length === 0 ? {} : { tool_calls: calls }) })
  }
  return out
}

function reader(): AnswerReader {
  let text = ''
  let finish: string | undefined
  let model: string | undefined
  const calls = new Map<number, { id: string; name: string; args: string }>()
  return {
    take(event, whole) {
      if (event.error !== undefined) throw new Error(isObject(event.error) ? String(event.error.message) : String(event.error))
      if (typeof event.model === 'string') model = event.model
      const choice = Array.isArray(event.choices) ? event.choices[0] : undefined
      if (!isObject(choice)) return
      const said = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {}
      if (typeof said.content === 'string') text += said.content
      for (const [at, call] of (Array.isArray(said.tool_calls) ? said.tool_calls : []).entries()) {
        if (!isObject(call)) continue
        const index = typeof call.index === 'number' ? call.index : at
        const known = calls.get(index) ?? { id: '', name: '', args: '' }
        const of = isObject(call.function) ? call.function : {}
        if (typeof call.id === 'string' && call.id !== '') known.id = call.id
        if (typeof of.name === 'string') known.name += of.name
        if (typeof of.arguments === 'string') known.args += of.arguments
        calls.set(index, known)
      }
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason
      else if (whole) finish ??= 'stop'
    },
    get done() {
      return finish !== undefined
    },
    get sofar() {
      return { text, toolUses: calls.size }
    },
    content() {
      const uses = [...calls.values()].map(({ id, name, args }): Json => ({ type: 'tool_use', id, name, input: argumentsOf(args) }))
      return text === '' && uses.length > 0 ? uses : [{ type: 'text', text }, ...uses]
    },
    get model() {
      return model
    },
    get stopReason() {
      return finish === undefined ? undefined : calls.size > 0 ? 'toolUse' : (STOPS[finish] ?? finish)
    },
  }
}

/** What is no JSON object stays visible as what it was. */
function argumentsOf(text: string): Json {
  try {
    const value = parseJson(text === '' ? '{}' : text)
    return isObject(value) ? value : { value }
  } catch {
    return { unreadable: text }
  }
}
