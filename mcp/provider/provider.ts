// A model that a person may have answer sampling requests: any endpoint of the OpenAI kind, or Anthropic's. Hides how each
// wants to be asked and how its streams are read.
import { createParser } from 'eventsource-parser'
import { McpError } from '../errors.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import { anthropic } from './anthropic.ts'
import { openai } from './openai.ts'
import type { Generated, Order, Provider, ProviderKind, Sofar, Speech } from './speech.ts'

const SPEECH: { [Kind in ProviderKind]: Speech } = { compatible: openai(false), openai: openai(true), anthropic: anthropic() }

/** Characters of an error's body that are told. */
const MOST_TOLD = 400

/**
 * The first hint that is part of a model's name decides, in the order of the hints; else the provider's own model.
 */
export function chooseModel({ model, models = [] }: Provider, params: Json): { model: string; hint?: string } {
  const preferences = isObject(params) && isObject(params.modelPreferences) ? params.modelPreferences : {}
  const hints = Array.isArray(preferences.hints) ? preferences.hints : []
  for (const hint of hints) {
    const name = isObject(hint) && typeof hint.name === 'string' ? hint.name : ''
    const found = name === '' ? undefined : [model, ...models].find((one) => one.includes(name))
    if (found !== undefined) return { model: found, hint: name }
  }
  return { model }
}

/**
 * Has a provider answer a sampling request, told as it comes.
 * @throws McpError: 'unreachable', 'http' (it refused), 'garbled' (an answer that is none), 'silent' (cut short), 'cancelled'
 */
export async function generate(order: Order, fetch: FetchHandler, signal: AbortSignal, onPart: (sofar: Sofar) => void): Promise<Generated> {
  const chosen = order.model === undefined ? chooseModel(order.provider, order.params) : { model: order.model }
  const speech = SPEECH[order.provider.kind]
  const { path, headers, body, notes } = speech.request(order, chosen.model)
  if (chosen.hint !== undefined) notes.unshift(`The hint “${chosen.hint}” chose ${chosen.model}.`)
  const response = await send(order.provider.url, path, { headers, body: writeJson({ ...body, stream: true }) }, fetch, signal)
  const reader = speech.reader()
  const who = hostOf(order.provider.url)
  const take = (text: string, whole: boolean): void => {
    let event: Json
    try {
      event = parseJson(text)
    } catch {
      throw new McpError('garbled', `${who} sent something that is no JSON: ${cut(text)}`)
    }
    if (!isObject(event)) throw new McpError('garbled', `${who} sent JSON that is no object: ${cut(text)}`)
    try {
      reader.take(event, whole)
    } catch (error) {
      throw new McpError('http', `${who}: ${(error as Error).message}`)
    }
  }
  try {
    // Some gateways do not stream, whatever they are asked.
    const type = response.headers.get('content-type') ?? ''
    if (/\bhtml\b/i.test(type)) throw new McpError('garbled', `${who} answered with a web page: is this the address of its API?`)
    if (/\bjson\b/i.test(type)) take(await response.text(), true)
    else
      await eachEvent(response, (data) => {
        if (data === '[DONE]') return
        take(data, false)
        onPart(reader.sofar)
      })
  } catch (error) {
    if (error instanceof McpError && error.kind !== 'unreachable') throw error
    throw signal.aborted ? cancelled() : new McpError('silent', `${who} broke off in the middle of its answer: ${(error as Error).message}`)
  }
  if (!reader.done)
    throw new McpError('silent', `${who} ended its answer before it was done.`, {
      advice: 'What came so far is kept: use it, or generate again.',
    })
  const blocks = reader.content()
  const result: { [key: string]: Json } = {
    role: 'assistant',
    content: blocks.length === 1 ? blocks[0]! : blocks,
    model: reader.model ?? chosen.model,
  }
  if (reader.stopReason !== undefined) result.stopReason = reader.stopReason
  return { result, notes }
}

/** Names of the models that a provider has. @throws McpError */
export async function listModels(order: Pick<Order, 'provider' | 'key'>, fetch: FetchHandler, signal: AbortSignal): Promise<string[]> {
  const speech = SPEECH[order.provider.kind]
  const { headers } = speech.request({ ...order, params: {} }, '')
  const path = order.provider.kind === 'anthropic' ? '/v1/models' : '/models'
  const text = await (await send(order.provider.url, path, { headers }, fetch, signal)).text()
  try {
    const said = parseJson(text)
    const list = isObject(said) && Array.isArray(said.data) ? said.data : []
    return list.flatMap((one) => (isObject(one) && typeof one.id === 'string' ? [one.id] : []))
  } catch {
    throw new McpError('garbled', `${hostOf(order.provider.url)} answered with something that is no list of models: ${cut(text)}`)
  }
}

async function send(
  base: string,
  path: string,
  { headers, body }: { headers: [string, string][]; body?: string },
  fetch: FetchHandler,
  signal: AbortSignal,
): Promise<Response> {
  const address = base.replace(/\/+$/, '') + path
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new McpError('unsent', `${JSON.stringify(base)} is no http(s) address to reach a model at`)
  let response: Response
  try {
    const init = body === undefined ? {} : { method: 'POST', body }
    response = await fetch(new Request(address, { ...init, headers, signal }))
  } catch (error) {
    if (signal.aborted) throw cancelled()
    if (error instanceof McpError) throw error
    throw new McpError('unreachable', `${hostOf(base)} was not reached: ${(error as Error).message}`)
  }
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  throw new McpError('http', `${hostOf(base)} refused with HTTP ${response.status}${refusalIn(text)}`, {
    status: response.status,
    ...(response.status === 401 || response.status === 403 ? { advice: 'Look at the key of this provider.' } : {}),
  })
}

async function eachEvent(response: Response, take: (data: string) => void): Promise<void> {
  if (response.body === null) return
  const parser = createParser({ onEvent: ({ data }) => take(data) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parser.feed(decoder.decode(value, { stream: true }))
    }
    // Some end without the last blank line.
    parser.feed('\n\n')
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** What a refusal says, in the places where providers say it. */
function refusalIn(text: string): string {
  try {
    const said = parseJson(text)
    const error = isObject(said) ? said.error : undefined
    const message = isObject(error) ? error.message : typeof error === 'string' ? error : isObject(said) ? said.message : undefined
    if (typeof message === 'string') return `: ${cut(message)}`
  } catch {
    // Not JSON: told as it is.
  }
  return text.trim() === '' ? '' : `: ${cut(text)}`
}

function cut(text: string): string {
  return text.length <= MOST_TOLD ? text : `${text.slice(0, MOST_TOLD)}…`
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function cancelled(): McpError {
  return new McpError('cancelled', 'Generating was cancelled by you')
}
