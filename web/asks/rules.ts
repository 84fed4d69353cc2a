// Answers asks by the rules that a person wrote for their server, and no others. What a rule cannot answer is left to the person.
import { create } from 'zustand'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import { formPrint, NO_RULES, rulesKey, type Rule, type Rules } from '../session/ask-rules.ts'
import { useDesk } from '../session/asks.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'
import { reply } from './ask-drafts.ts'
import { readElicitation } from './ask-read.ts'
import { echoOf, ruleFor, ruleWords } from './rule-words.ts'
import { startGeneration } from './generation.ts'
import { providersNow } from './providers.ts'

/** A server that asks without end must not be answered without end. */
const MOST_A_MINUTE = 30

interface Resting {
  ask: string
  why: string
}

/** Asks that a rule left to the person, and why. */
export const useResting = create<{ resting: readonly Resting[] }>(() => ({ resting: [] }))

const times = new Map<string, number[]>()

function leave(ask: PendingAsk, why: string): void {
  useResting.setState(({ resting }) => ({ resting: [{ ask: ask.key, why }, ...resting].slice(0, 20) }))
}

/** What a rule answers at once; a text says why it does not. */
export function answerBy(rule: Rule, { method, params, round }: Pick<PendingAsk, 'method' | 'params' | 'round'>): AskReply | string {
  const sampling = method === 'sampling/createMessage'
  switch (rule.kind) {
    case 'decline':
      if (!sampling) return { kind: 'result', result: { action: 'decline' } }
      return { kind: 'error', code: -1, message: round === undefined ? 'User rejected sampling request' : 'declined by a rule' }
    case 'fixed':
      return fixed(rule, sampling, params)
    case 'echo': {
      if (sampling) return { kind: 'result', result: echoOf(params) }
      const ask = readElicitation(params)
      if (ask.mode === 'url') return VISIT
      const content = defaultsOf(ask.schema)
      const required = Array.isArray(ask.schema.required) ? ask.schema.required : []
      if (required.some((name) => !Object.hasOwn(content, String(name)))) return 'the defaults alone do not make a whole answer'
      return { kind: 'result', result: { action: 'accept', content } }
    }
    case 'provider':
      return readElicitation(params).mode === 'url' ? VISIT : 'no provider answers such a request'
  }
}

const VISIT = 'a page to visit is put to you, whatever the rule'

function fixed({ result: text, only }: Rule, sampling: boolean, params: Json): AskReply | string {
  let result: Json
  try {
    result = parseJson(text ?? '')
  } catch {
    return 'the fixed answer of the rule is no JSON'
  }
  if (!sampling && isObject(result) && result.action === 'accept') {
    if (readElicitation(params).mode === 'url') return VISIT
    if (only !== undefined && only !== formPrint(params)) return `the rule answers another form (${only})`
  }
  return { kind: 'result', result }
}

/** The rule by which such asks are answered from now on as this one was. */
export function ruleLike({ method, params }: Pick<PendingAsk, 'method' | 'params'>, answer: AskReply): Rule {
  if (answer.kind === 'error') return { kind: 'decline' }
  const { action, content } = isObject(answer.result) ? answer.result : {}
  const form = method === 'elicitation/create'
  if (form && action === 'decline') return { kind: 'decline' }
  const rule: Rule = { kind: 'fixed', result: writeJson(answer.result, 2) }
  if (form && content !== undefined) rule.only = formPrint(params)
  return rule
}

/** Answers, and has all that the server asks of this kind answered so from now on. */
export function replyAlways(ask: PendingAsk, answer: AskReply, how: string): void {
  const key = rulesKey(ask.connectionName)
  const kind = ask.method === 'elicitation/create' ? 'elicitation' : 'sampling'
  const before = readSetting<Rules>(key, NO_RULES)
  writeSetting<Rules>(key, { ...before, [kind]: ruleLike(ask, answer) })
  reply(ask, answer, `${how}, and so from now on`)
}

function defaultsOf({ properties }: { [name: string]: Json }): { [name: string]: Json } {
  const members = isObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    members.flatMap(([name, member]): [string, Json][] =>
      isObject(member) && member.default !== undefined ? [[name, member.default]] : [],
    ),
  )
}

function consider(ask: PendingAsk): void {
  const rule = ruleFor(readSetting(rulesKey(ask.connectionName), NO_RULES), ask.method)
  if (rule === undefined) return
  const now = Date.now()
  const recent = (times.get(ask.connection) ?? []).filter((at) => now - at < 60_000)
  if (recent.length >= MOST_A_MINUTE)
    return leave(ask, `the rule has answered ${recent.length === 1 ? 'once' : `${recent.length} times`} within a minute, and rests`)
  times.set(ask.connection, [...recent, now])
  const by = ruleWords(rule, ask.method)
  const visit = ask.method === 'elicitation/create' && readElicitation(ask.params).mode === 'url'
  if (rule.kind === 'provider' && !visit) return void askProvider(ask, rule.provider, by)
  const answer = answerBy(rule, ask)
  if (typeof answer === 'string') return leave(ask, answer)
  reply(ask, answer, howOf(answer), by)
}

async function askProvider(ask: PendingAsk, id: string | undefined, by: string): Promise<void> {
  const provider = providersNow().find((one) => one.id === id)
  if (provider === undefined) return leave(ask, 'the provider of the rule is not known any more')
  const generated = await startGeneration(ask, provider, ask.params)
  const waits = () => useDesk.getState().asks.some(({ key }) => key === ask.key)
  if (!waits()) return
  if (generated === undefined) return leave(ask, 'the provider did not answer, or was stopped')
  const { values, result } = generated
  const said = `${by} (${provider.name})`
  if (values === undefined) return reply(ask, { kind: 'result', result }, 'approved', said)
  const fault = await faultOf(ask.params, values)
  if (!waits()) return
  if (fault !== undefined) return leave(ask, `what the provider filled in does not fit the form: ${fault}`)
  reply(ask, { kind: 'result', result: { action: 'accept', content: values } }, 'approved', said)
}

async function faultOf(params: Json, values: Json): Promise<string | undefined> {
  const ask = readElicitation(params)
  if (ask.mode === 'url') return VISIT
  try {
    const { judgeValue } = await import('../ui/SchemaForm/judged.ts')
    const [first] = await judgeValue(ask.schema, values)
    return first === undefined ? undefined : `${first.at} ${first.says}`.trim()
  } catch (error) {
    return `it could not be judged (${(error as Error).message})`
  }
}

function howOf(answer: AskReply): string {
  if (answer.kind === 'error') return 'rejected'
  const action: Json | undefined = isObject(answer.result) ? answer.result.action : undefined
  return action === 'decline' ? 'rejected' : action === 'cancel' ? 'cancelled' : 'approved'
}

useDesk.subscribe(({ asks }, before) => {
  if (asks === before.asks) return
  const fresh = asks.filter((ask) => !before.asks.includes(ask))
  // An answer changes the desk: not while it tells of a change.
  if (fresh.length > 0) queueMicrotask(() => fresh.filter((ask) => useDesk.getState().asks.includes(ask)).forEach(consider))
})
useDesk.getState().asks.forEach(consider)
