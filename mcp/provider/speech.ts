// What is asked of a model and what comes back, and what one kind of provider has to know to be spoken to.
import type { Json } from '../json.ts'

/** 'compatible': `/chat/completions` as many servers and gateways have it. */
export type ProviderKind = 'compatible' | 'openai' | 'anthropic'

export interface Provider {
  kind: ProviderKind
  /** Base address, as in `http://localhost:11434/v1`. */
  url: string
  /** Asked for when no hint of the request names another that it has. */
  model: string
  /** Others that it has. */
  models?: readonly string[]
}

export interface Order {
  provider: Provider
  /** The key itself, or a place for the proxy to fill: `${OPENAI_API_KEY}`. Blank: none is sent. */
  key: string
  /** Params of sampling/createMessage. */
  params: Json
  /** Instead of the one that hints and provider name. */
  model?: string
}

/** A part of the answer in the making: text that came, or a tool use begun. */
export interface Sofar {
  text: string
  toolUses: number
}

export interface Generated {
  /** As sampling/createMessage wants it. */
  result: { [key: string]: Json }
  /** What of the request the provider was not told, and which hint chose the model. */
  notes: string[]
}

/** How one kind is spoken to. */
export interface Speech {
  request(order: Order, model: string): { path: string; headers: [string, string][]; body: { [key: string]: Json }; notes: string[] }
  /** Reads one answer, event by event. */
  reader(): AnswerReader
}

export interface AnswerReader {
  /** One event of the stream, or the whole answer (`whole`). @throws Error with what the provider said is wrong. */
  take(event: { [key: string]: Json }, whole: boolean): void
  /** It said that it is done. */
  readonly done: boolean
  readonly sofar: Sofar
  content(): Json[]
  readonly model: string | undefined
  readonly stopReason: string | undefined
}
