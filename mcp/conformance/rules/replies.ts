// What a server does with the answers to what it asks: those that say no, that do not fit, that never end, that set bounds.
import { isObject, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { isText } from '../items.ts'
import { ALL, between, since } from '../revision.ts'
import { each, remembering, type Level, type Look, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'
import { objectOf } from '../task-parts.ts'
import { done } from '../tools-known.ts'

/** Rounds after which a loop is one. */
export const MANY_ROUNDS = 25
/** Noes that a server may want to hear. */
const NOES = 3
/** The only root that a client tells of (one that is there on most machines), and a member of an answer that no form has. */
export const NARROW = 'file:///dev'
export const INVALID = 'loupe-invalid'

/** As it came, cut to what can be read. */
const shortly = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text)

interface Talk<T> {
  /** Our answer to what was asked. */
  reply(memory: T, answer: Obj, seen: Message): Look
  /** It asks once more. */
  again?(memory: T): Look
  /** The call is answered to the end. */
  end(memory: T, seen: Message): Look
  /** It was given up, at this time, or what came for it is no answer to it. */
  spoilt?(memory: T, how: { at: number } | { text: string }): void
  /** Nothing more will come. */
  over?(memory: T): { says: string; outcome?: 'inconclusive' } | undefined
}

/** In the older era an answer is a message of its own, in the newer it comes with the request sent anew. */
function talking<T extends { seq?: number }>(
  level: Level,
  start: () => T,
  { reply, again, end, spoilt, over }: Talk<T>,
): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['request', 'sent', 'result', 'failure', 'garbled'],
    level,
    () => ({ asked: new Set<string>(), own: start() }),
    (seen, memory) => {
      const { kind, reading, params, result } = seen
      if (kind === 'request') {
        if (seen.id !== undefined && seen.id !== null) memory.asked.add(idKey(seen.id))
        return again?.(memory.own) ?? null
      }
      if (kind !== 'sent' && (kind === 'garbled' || seen.asked === undefined)) {
        if (seen.trip?.asked[0]?.method === 'tools/call') spoilt?.(memory.own, { text: seen.text })
        return null
      }
      if (kind !== 'sent' && seen.method !== 'tools/call') return null
      if (seen.method === 'notifications/cancelled') spoilt?.(memory.own, { at: seen.at })
      if (kind !== 'sent') return result.resultType === 'input_required' ? (again?.(memory.own) ?? null) : end(memory.own, seen)
      const answers = seen.method === 'tools/call' ? Object.values(objectOf(params.inputResponses)) : answerIn(seen, memory.asked)
      let told: Look = null
      for (const answer of answers) {
        memory.own.seq = seen.seq
        told = reply(memory.own, objectOf(answer), seen) ?? told
      }
      return reading.kind === 'garbled' ? null : told
    },
    function* ({ own }) {
      const told = over?.(own)
      if (told !== undefined && own.seq !== undefined) yield { ...told, seq: own.seq }
    },
  )
}

function answerIn({ reading, id }: Message, asked: ReadonlySet<string>): Json[] {
  return reading.kind === 'result' && id !== undefined && id !== null && asked.has(idKey(id)) ? [reading.result] : []
}

/** A path or a file: URI, somewhere in arguments. */
function pathIn(value: Json | undefined): string | undefined {
  if (isText(value)) return /^(?:file:|\/[\w.-]|[A-Za-z]:\\)/.test(value) && !/^(?:file:\/\/)?\/dev(?:\/|$)/.test(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const one of Object.values(value)) {
    const found = pathIn(one)
    if (found !== undefined) return found
  }
  return undefined
}

export const REPLY_RULES: readonly Rule[] = [
  {
    id: 'CF-06',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/client/sampling', '2026-07-28/client/sampling'],
    says: 'A loop of sampling and tools comes to an end.',
    looksAt: 'sampling that was answered with the wish to use a tool',
    mend: 'Bound the rounds; let the last be one without tools.',
    ...talking<{ seq?: number; rounds: number }>('SHOULD', () => ({ rounds: 0 }), {
      reply(memory, { stopReason }) {
        if (stopReason !== 'toolUse') return null
        memory.rounds += 1
        return memory.rounds === MANY_ROUNDS ? `it goes on after ${MANY_ROUNDS} rounds` : null
      },
      end(memory) {
        const { rounds } = memory
        memory.rounds = 0
        return rounds === 0 || rounds >= MANY_ROUNDS ? null : undefined
      },
    }),
  },
  {
    id: 'CF-09',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/client/roots', '2026-07-28/client/roots'],
    says: 'A tool keeps within the roots of the client.',
    looksAt: 'call, with a path outside, of a tool that asked for the roots',
    mend: 'Compare each path with the roots, after it is made absolute and its links are followed.',
    ...talking<{ seq?: number; narrow: boolean }>('SHOULD', () => ({ narrow: false }), {
      reply(memory, { roots }) {
        if (Array.isArray(roots)) memory.narrow = roots.length === 1 && objectOf(roots[0]).uri === NARROW
        return null
      },
      end({ narrow }, seen) {
        const path = narrow ? pathIn(seen.asked?.params.arguments) : undefined
        if (path === undefined) return null
        return done(seen) ? { says: `it went to ${path}`, at: '/result' } : undefined
      },
    }),
  },
  {
    id: 'CF-14',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'A no is taken for an answer.',
    looksAt: 'call whose elicitation was declined or cancelled',
    mend: 'End the call, or go on without it.',
    ...talking<{ seq?: number; noes: number; at?: number; came?: string }>('derived', () => ({ noes: 0 }), {
      reply(memory, { action }, { at }) {
        if (action !== 'decline' && action !== 'cancel') return null
        memory.noes += 1
        memory.at = at
        return null
      },
      spoilt(memory, how) {
        if (memory.noes === 0) return
        memory.came ??=
          'text' in how
            ? `what came for the call is no answer to it: ${shortly(how.text)}`
            : `the call had no answer ${((how.at - (memory.at ?? how.at)) / 1000).toFixed(1)} s later, and was given up`
      },
      end(memory) {
        const { noes } = memory
        memory.noes = 0
        return noes === 0 ? null : noes > NOES ? `it asked ${noes} times` : undefined
      },
      over: ({ noes, came }) =>
        noes === 0
          ? undefined
          : came?.startsWith('what came') === true
            ? { says: came, outcome: 'inconclusive' }
            : { says: came ?? 'the call has no answer' },
    }),
  },
  {
    id: 'CF-15',
    level: 'SHOULD',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'What was filled in is checked.',
    looksAt: 'form whose fields were filled with what they may not have',
    mend: 'Validate the content by your own schema; refuse it, or ask again.',
    ...talking<{ seq?: number; invalid: boolean }>('SHOULD', () => ({ invalid: false }), {
      reply(memory, { action, content }) {
        memory.invalid = action === 'accept' && isObject(content) && content[INVALID] !== undefined
        return null
      },
      again(memory) {
        const { invalid } = memory
        memory.invalid = false
        return invalid ? undefined : null
      },
      end(memory, seen) {
        const { invalid } = memory
        memory.invalid = false
        return invalid ? (done(seen) ? { says: 'the call goes well', at: '/result' } : undefined) : null
      },
    }),
  },
  {
    id: 'CP-09',
    level: 'MUST NOT',
    revisions: between('2025-11-25', '2025-11-25'),
    spec: ['2025-11-25/client/elicitation', '2025-11-25/client/sampling'],
    says: 'Of what the client declared, no more is used than was declared.',
    looksAt: 'request for sampling or elicitation',
    yields: ['CF-04'],
    mend: 'Ask for "url" where elicitation.url is declared, and send tools where sampling.tools is.',
    ...each(['request elicitation/create', 'request sampling/createMessage'], 'MUST NOT', ({ method, params }, { offered }) => {
      const { elicitation, sampling } = offered
      if (method === 'elicitation/create') {
        if (!isObject(elicitation)) return null
        return params.mode === 'url' && elicitation.url === undefined
          ? { says: 'elicitation.url was not declared', at: '/params/mode' }
          : undefined
      }
      const tools = ['tools', 'toolChoice'].find((name) => params[name] !== undefined)
      if (!isObject(sampling)) return null
      return tools !== undefined && sampling.tools === undefined
        ? { says: 'sampling.tools was not declared', at: `/params/${tools}` }
        : undefined
    }),
  },
]
