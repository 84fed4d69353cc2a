// What a scenario sent in order to provoke, known by its id (`loupe-<name>…`), and what came of it.
import { isObject } from '../json.ts'
import { idKey } from '../jsonrpc.ts'
import { breach, type Level, type Look, type Rule } from './rule.ts'
import { headerOf } from './trips.ts'
import type { Facts } from './facts.ts'
import type { Obj, Trip } from './seen.ts'

/** How a probe was answered. */
export interface Heard {
  /** Absent over a pipe, and where no reply came. */
  status: number | undefined
  result: Obj | undefined
  /** The code of an error. */
  code: number | undefined
  trip: Trip
}

/** The id, or of a notification the method, that a trip carried; of an array that of its first member. */
export function markOf({ body, text }: Trip): string {
  const one = Array.isArray(body) ? body[0] : body
  if (isObject(one)) return typeof one.id === 'string' ? one.id : one.id === undefined && typeof one.method === 'string' ? one.method : ''
  return body === undefined ? (/^\{"jsonrpc":"2\.0","id":"(loupe-[^"]*)"/.exec(text ?? '')?.[1] ?? '') : ''
}

export function heardOf(trip: Trip): Heard {
  const { last, status } = trip
  return {
    status,
    result: last?.kind === 'result' ? last.result : undefined,
    code: last?.kind === 'failure' ? Number(last.error?.code) : undefined,
    trip,
  }
}

/** The two members of a rule that looks at how the probes with one of these names ended. */
export function probed(name: string, level: Level, look: (heard: Heard, facts: Facts) => Look): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['over'],
    judge(facts) {
      let tried: number | undefined
      return {
        tried: () => tried,
        *see({ trip, seq: over }) {
          if (trip === undefined || !markOf(trip).startsWith(`loupe-${name}`)) return
          // Who may not do it at all learns nothing of how it would be done; checks of tokens ask for just that.
          const told = lacksScope(trip) && !/-(?:token|account)$/.test(name) ? null : look(heardOf(trip), facts)
          if (told === null) return void (tried = trip.seq)
          // What it says is in the answer, where one came.
          const seq = trip.last?.seq ?? over
          if (told === undefined) yield { outcome: 'pass', seq }
          else {
            const {
              says,
              at,
              outcome = breach(level),
              echo,
            }: Exclude<Look, string | undefined | null> = typeof told === 'string' ? { says: told } : told
            yield { outcome, says, seq, ...(at === undefined ? {} : { pointer: at }), ...(echo === undefined ? {} : { echo }) }
          }
        },
      }
    },
  }
}

const lacksScope = ({ status, replyHeaders, reply = '' }: Trip): boolean =>
  status === 403 && (/insufficient_scope/.test(headerOf(replyHeaders, 'www-authenticate') ?? '') || /insufficient[_ -]scope/i.test(reply))

/** It must not be served; with `codes`, the error must be one of them. */
export function refused({ status, result, code }: Heard, ...codes: number[]): Look {
  if (result !== undefined) return 'it is answered with a result'
  if (code !== undefined) return codes.length === 0 || codes.includes(code) ? undefined : { says: `the code is ${code}`, at: '/error/code' }
  if (status === undefined) return null
  if (status >= 500) return `it is answered with HTTP ${status}`
  return status >= 400 ? undefined : null
}

/** It must be served. */
export function served({ status, result, code }: Heard): Look {
  if (result !== undefined) return undefined
  if (code !== undefined) return { says: `it is answered with the error ${code}`, at: '/error' }
  return status !== undefined && status >= 400 ? `it is answered with HTTP ${status}` : null
}

/** All of several probes that were sent at once are answered. */
export function allServed(name: string, level: Level, pipe: boolean): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['sent', 'result', 'failure'],
    judge(facts) {
      const waiting = new Map<string, number>()
      return {
        *see(seen) {
          if (!('method' in seen) || (facts.transport === 'streamable-http') === pipe) return
          if (seen.kind === 'sent') {
            if (typeof seen.id === 'string' && seen.id.startsWith(`loupe-${name}`)) waiting.set(idKey(seen.id), seen.seq)
            return
          }
          const id = seen.asked?.id
          if (id === undefined || !waiting.delete(idKey(id)) || waiting.size > 0) return
          yield { outcome: 'pass', seq: seen.seq }
        },
        *end() {
          for (const seq of waiting.values()) yield { outcome: breach(level), says: 'this one has no answer', seq }
        },
      }
    },
  }
}
