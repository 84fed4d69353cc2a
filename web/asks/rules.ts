// Answers asks by the rules that a person wrote for their server, and no others. What a rule cannot answer is left to the person.
import { create } from 'zustand'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import { NO_RULES, rulesKey, type Rule } from '../session/ask-rules.ts'
import { useDesk } from '../session/asks.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { readSetting } from '../ui/use-setting.ts'
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
      try {
        return { kind: 'result', result: parseJson(rule.result ?? '') }
      } catch {
        return 'the fixed answer of the rule is no JSON'
      }
    case 'echo': {
      if (sampling) return { kind: 'result', result: echoOf(params) }
      const ask = readElicitation(params)
      if (ask.mode === 'url') return 'a page to visit is put to you, whatever the rule'
      const content = defaultsOf(ask.schema)
      const required = Array.isArray(ask.schema.required) ? ask.schema.required : []
      if (required.some((name) => !Object.hasOwn(content, String(name)))) return 'the defaults alone do not make a whole answer'
      return { kind: 'result', result: { action: 'accept', content } }
    }
    case 'provider':
      return 'no provider answers such a request'
  }
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
  if (recent.length >= MOST_A_MINUTE) return leave(ask, `the rule has answered ${recent.length} times within a minute, and rests`)
  times.set(ask.connection, [...recent, now])
  const by = ruleWords(rule, ask.method)
  if (rule.kind === 'provider' && ask.method === 'sampling/createMessage') return void askProvider(ask, rule.provider, by)
  const answer = answerBy(rule, ask)
  if (typeof answer === 'string') return leave(ask, answer)
  reply(ask, answer, howOf(answer), by)
}

async function askProvider(ask: PendingAsk, id: string | undefined, by: string): Promise<void> {
  const provider = providersNow().find((one) => one.id === id)
  if (provider === undefined) return leave(ask, 'the provider of the rule is not known any more')
  const generated = await startGeneration(ask.key, provider, ask.params)
  if (!useDesk.getState().asks.some(({ key }) => key === ask.key)) return
  if (generated === undefined) return leave(ask, 'the provider did not answer')
  reply(ask, { kind: 'result', result: generated.result }, 'approved', `${by} (${provider.name})`)
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
