// What one step is given to work with: what was chosen and found, a way to send, and a pen to write down what it does.
import { writeJson, type Json } from '../json.ts'
import { reasonOf } from '../session/reason.ts'
import type { Courier } from './courier.ts'
import { maskJson } from './mask.ts'
import { ruleNote } from './rules.ts'
import type { Work } from './work.ts'

type Given = Omit<Work, 'send' | 'rule' | 'fact' | 'flaw' | 'decide' | 'document'>

const MOST_ATTEMPTS = 20

/** @param signal once aborted, the step is told so at once, whatever the other end does */
export function stepWork(given: Given, courier: Courier, onChange: () => void, signal: AbortSignal): Work {
  const { settings, memory, step } = given
  const byPerson = new Set<unknown>(Object.values(settings.endpoints ?? {}))
  return {
    ...given,
    open: (login) => {
      given.open(login)
      const old = Object.keys(memory.attempts)
      for (const state of old.slice(0, Math.max(0, old.length - MOST_ATTEMPTS))) delete memory.attempts[state]
    },
    send: (order) => {
      const mine = order.to === 'identity-provider' || byPerson.has(order.url)
      const sent = courier.send(
        { ...order, ...(mine ? { byPerson: true as const } : {}) },
        (trip) => {
          if (!step.trips.includes(trip)) step.trips.push(trip)
          onChange()
        },
        signal,
      )
      return unlessAborted(sent, signal)
    },
    rule: (...ids) => {
      for (const id of ids) if (!step.rules.some((one) => one.id === id)) step.rules.push(ruleNote(id))
    },
    fact: (name, value, more = {}) => void step.facts.push({ name, value, ...more }),
    flaw: (flaw) => void step.flaws.push(flaw),
    decide: (decision) => void step.decisions.push(decision),
    document: (value: Json) => void (step.document = writeJson(maskJson(value), 2)),
  }
}

/** Rejects as soon as the signal aborts. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const given = (): Error => new Error(reasonOf(signal, 'It was given up'))
  if (signal.aborted) throw given()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => (stop = () => reject(given())))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
