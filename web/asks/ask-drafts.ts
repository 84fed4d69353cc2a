// Answers in the making, by ask: set aside, they wait with what was typed. And what became of the asks that are gone.
import { create } from 'zustand'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { openAsk, setDecided, useDesk } from '../session/asks.ts'
import { answerAsk } from '../session/engine.ts'
import { onNotice } from '../session/notices.ts'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'

export interface AskDraft {
  /** Elicitation: the form. */
  form: Draft
  /** Sampling: the answer. */
  role: string
  content: Json[]
  model: string
  stopReason: string
  /** The whole result as JSON, when that is what is edited. */
  json?: string
  /** The request as the person changed it. */
  request?: Json
  /** What a rejection says, and its code. */
  rejection?: string
  code?: string
}

export interface Answered {
  ask: PendingAsk
  /** In one or two words: 'approved', 'rejected', 'cancelled'. */
  how: string
  at: number
  /** The rule that did it. */
  by?: string
}

/** An answer that waits for the others of its round. */
export interface Decided {
  ask: PendingAsk
  answer: AskReply
  how: string
  by?: string
}

interface Store {
  drafts: ReadonlyMap<string, AskDraft>
  decided: ReadonlyMap<string, Decided>
  /** Newest first. */
  answered: Answered[]
  /** The model named last. */
  model: string
  /** Pages of which the server said that what was to be done there is done. */
  complete: ReadonlySet<string>
}

export const useAskDrafts = create<Store>(() => ({
  drafts: new Map(),
  decided: new Map(),
  answered: [],
  model: 'a-person',
  complete: new Set(),
}))

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
  return { form: {}, role: 'assistant', content: [{ type: 'text', text: '' }], model, stopReason: 'endTurn' }
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
  if (draft !== undefined) left = [{ print: printOf(ask), draft }, ...left].slice(0, MOST_LEFT)
  forget(ask.key)
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
    const kept = parseJson(window.sessionStorage.getItem(LEFT) ?? '[]') as unknown as Left[]
    return kept.map(({ print, draft }) => ({ print, draft: { ...blankDraft(''), ...draft } }))
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
    window.sessionStorage.setItem(LEFT, writeJson([...begun, ...left].slice(0, MOST_LEFT)))
  } catch {
    // Full or forbidden: what was written is lost then.
  }
}

useDesk.subscribe((now, before) => {
  if (now.withdrawn !== before.withdrawn)
    for (const { ask } of now.withdrawn) if (!before.withdrawn.some((one) => one.ask === ask)) leave(ask)
  if (now.asks === before.asks || left.length === 0) return
  // A server may ask thousands of things at once.
  const known = new Set(before.asks)
  for (const ask of now.asks) if (!known.has(ask)) takeUp(ask)
})
useAskDrafts.subscribe(({ decided }, before) => {
  if (decided !== before.decided) setDecided(decided.keys())
})
for (const ask of useDesk.getState().asks) takeUp(ask)
if (typeof window !== 'undefined') window.addEventListener('pagehide', keepLeft)

function forget(key: string): void {
  useAskDrafts.setState(({ drafts, decided }) => ({
    drafts: new Map([...drafts].filter(([one]) => one !== key)),
    decided: new Map([...decided].filter(([one]) => one !== key)),
  }))
}

/**
 * Answers an ask and notes how; `by` names the rule that did. Answers of one round wait for each other, since they go back
 * together; a refusal ends the round at once.
 */
export function reply(ask: PendingAsk, answer: AskReply, how: string, by?: string): void {
  const decision: Decided = { ask, answer, how, ...(by === undefined ? {} : { by }) }
  const { round } = ask
  if (round === undefined || answer.kind === 'error') return send(decision)
  useAskDrafts.setState(({ decided }) => ({ decided: new Map(decided).set(ask.key, decision) }))
  const { decided } = useAskDrafts.getState()
  const all = [...decided.values()].filter((one) => one.ask.round?.id === round.id)
  if (all.length >= round.size) return all.forEach(send)
  const { open, asks } = useDesk.getState()
  if (open === ask.key) openAsk(asks.find((one) => one.round?.id === round.id && !decided.has(one.key))?.key)
}

/** Takes back an answer that was not sent yet. */
export function undecide(key: string): void {
  useAskDrafts.setState(({ decided }) => ({ decided: new Map([...decided].filter(([one]) => one !== key)) }))
}

function send({ ask, answer, how, by }: Decided): void {
  answerAsk(ask.key, answer, by)
  forget(ask.key)
  const said = by === undefined ? how : `${how} by your rule: ${by}`
  useAskDrafts.setState(({ answered }) => ({
    answered: [{ ask, how: said, at: Date.now(), ...(by === undefined ? {} : { by }) }, ...answered].slice(0, 50),
  }))
}

/** The result of a sampling request that a draft stands for. @throws SyntaxError when its JSON is broken. */
export function samplingResult({
  json,
  role,
  content,
  model,
  stopReason,
}: Pick<AskDraft, 'json' | 'role' | 'content' | 'model' | 'stopReason'>): Json {
  if (json !== undefined) return parseJson(json)
  const result: { [key: string]: Json } = { role, content: content.length === 1 ? content[0]! : content, model }
  if (stopReason !== '') result.stopReason = stopReason
  return result
}

/** The parts of a draft that a result of sampling stands for. */
export function draftOf(result: Json): Pick<AskDraft, 'role' | 'content' | 'model' | 'stopReason'> {
  const value = isObject(result) ? result : {}
  const { content = [] } = value
  return {
    role: typeof value.role === 'string' ? value.role : 'assistant',
    content: Array.isArray(content) ? content : [content],
    model: typeof value.model === 'string' ? value.model : '',
    stopReason: typeof value.stopReason === 'string' ? value.stopReason : '',
  }
}

/** Whether the person changed the request that they answer to. */
export function isEdited(ask: PendingAsk, { request }: AskDraft): boolean {
  return request !== undefined && writeJson(request) !== writeJson(ask.params)
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
  if (method === 'roots/list') return 'Roots request'
  return method === 'elicitation/create' ? 'Elicitation request' : `Request ${method}`
}
