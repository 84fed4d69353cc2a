// Answers in the making, by ask: set aside, they wait with what was typed. And what became of the asks that are gone.
import { create } from 'zustand'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { answerAsk } from '../session/engine.ts'
import { onNotice } from '../session/notices.ts'
import type { Draft } from '../ui/SchemaForm/draft.ts'

export interface AskDraft {
  /** Elicitation: the form. */
  form: Draft
  /** Sampling: the answer. */
  role: string
  text: string
  model: string
  stopReason: string
  /** The whole result as JSON, when that is what is edited. */
  json?: string
  /** The request as the person changed it, as JSON. */
  request?: string
}

export interface Answered {
  ask: PendingAsk
  /** In one or two words: 'approved', 'rejected', 'cancelled'. */
  how: string
  at: number
}

interface Store {
  drafts: ReadonlyMap<string, AskDraft>
  /** Newest first. */
  answered: Answered[]
  /** The model named last. */
  model: string
  /** Pages of which the server said that what was to be done there is done. */
  complete: ReadonlySet<string>
}

export const useAskDrafts = create<Store>(() => ({ drafts: new Map(), answered: [], model: 'a-person', complete: new Set() }))

/** Names the visit to a page that a server asked for; '' when it gave no id. */
export function elicitation(connection: string, id: unknown): string {
  return typeof id === 'string' ? `${connection} ${id}` : ''
}

onNotice(({ connection, method, params }) => {
  const name = elicitation(connection, isObject(params) ? params.elicitationId : undefined)
  if (method !== 'notifications/elicitation/complete' || name === '') return
  useAskDrafts.setState(({ complete }) => ({ complete: new Set([...complete, name].slice(-50)) }))
})

export function blankDraft(model: string): AskDraft {
  return { form: {}, role: 'assistant', text: '', model, stopReason: 'endTurn' }
}

export function changeDraft(key: string, change: Partial<AskDraft>): void {
  useAskDrafts.setState(({ drafts, model }) => ({
    drafts: new Map(drafts).set(key, { ...(drafts.get(key) ?? blankDraft(model)), ...change }),
    ...(change.model === undefined ? {} : { model: change.model }),
  }))
}

/** Answers an ask and notes how. */
export function reply(ask: PendingAsk, answer: AskReply, how: string): void {
  answerAsk(ask.key, answer)
  useAskDrafts.setState(({ drafts, answered }) => {
    const rest = new Map(drafts)
    rest.delete(ask.key)
    return { drafts: rest, answered: [{ ask, how, at: Date.now() }, ...answered].slice(0, 20) }
  })
}

/** The result of a sampling request that a draft stands for. @throws SyntaxError when its JSON is broken. */
export function samplingResult({ json, role, text, model, stopReason }: AskDraft): Json {
  if (json !== undefined) return parseJson(json)
  const result: { [key: string]: Json } = { role, content: { type: 'text', text }, model }
  if (stopReason !== '') result.stopReason = stopReason
  return result
}

/** Whether the person changed the request that they answer to. */
export function isEdited(ask: PendingAsk, { request }: AskDraft): boolean {
  if (request === undefined) return false
  try {
    return writeJson(parseJson(request)) !== writeJson(ask.params)
  } catch {
    return true
  }
}

/** One line about an ask, for lists. */
export function askSummary({ method, params }: PendingAsk): string {
  if (!isObject(params)) return ''
  if (method === 'elicitation/create') return typeof params.message === 'string' ? params.message : ''
  const last = Array.isArray(params.messages) ? params.messages.at(-1) : undefined
  const content = isObject(last) ? (Array.isArray(last.content) ? last.content[0] : last.content) : undefined
  return isObject(content) && typeof content.text === 'string' ? content.text : ''
}

export function askTitle(method: string): string {
  if (method === 'sampling/createMessage') return 'Sampling request'
  return method === 'elicitation/create' ? 'Elicitation request' : `Request ${method}`
}
