// Answers in the making, by ask: set aside, they wait with what was typed. And what became of the asks that are gone.
import { create } from 'zustand'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { useDesk } from '../session/asks.ts'
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

/** What was written for an ask that then went away: the same ask, made anew, has it again. */
interface Left {
  print: string
  draft: AskDraft
}

const LEFT = 'loupe.left-answers'
const MOST_LEFT = 10
let left: Left[] = readLeft()

const printOf = ({ connection, method, during, params }: PendingAsk) => writeJson([connection, method, during?.name ?? '', params])

function leave(ask: PendingAsk): void {
  const draft = useAskDrafts.getState().drafts.get(ask.key)
  if (draft === undefined) return
  left = [{ print: printOf(ask), draft }, ...left].slice(0, MOST_LEFT)
  forgetDraft(ask.key)
}

function takeUp(ask: PendingAsk): void {
  if (left.length === 0) return
  const print = printOf(ask)
  const found = left.find((one) => one.print === print)
  if (found === undefined || useAskDrafts.getState().drafts.has(ask.key)) return
  left = left.filter((one) => one !== found)
  changeDraft(ask.key, found.draft)
}

function readLeft(): Left[] {
  try {
    return JSON.parse(window.sessionStorage.getItem(LEFT) ?? '[]') as Left[]
  } catch {
    return []
  }
}

/** A reload takes every ask away. */
function keepLeft(): void {
  const { drafts } = useAskDrafts.getState()
  const begun = useDesk.getState().asks.flatMap((ask) => {
    const draft = drafts.get(ask.key)
    return draft === undefined ? [] : [{ print: printOf(ask), draft }]
  })
  try {
    window.sessionStorage.setItem(LEFT, JSON.stringify([...begun, ...left].slice(0, MOST_LEFT)))
  } catch {
    // Full or forbidden: what was written is lost then.
  }
}

useDesk.subscribe((now, before) => {
  if (now.withdrawn !== before.withdrawn)
    for (const { ask } of now.withdrawn) if (!before.withdrawn.some((one) => one.ask === ask)) leave(ask)
  if (now.asks !== before.asks) for (const ask of now.asks) if (!before.asks.includes(ask)) takeUp(ask)
})
for (const ask of useDesk.getState().asks) takeUp(ask)
if (typeof window !== 'undefined') window.addEventListener('pagehide', keepLeft)

function forgetDraft(key: string): void {
  useAskDrafts.setState(({ drafts }) => {
    const rest = new Map(drafts)
    rest.delete(key)
    return { drafts: rest }
  })
}

/** Answers an ask and notes how. */
export function reply(ask: PendingAsk, answer: AskReply, how: string): void {
  answerAsk(ask.key, answer)
  forgetDraft(ask.key)
  useAskDrafts.setState(({ answered }) => ({ answered: [{ ask, how, at: Date.now() }, ...answered].slice(0, 20) }))
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
