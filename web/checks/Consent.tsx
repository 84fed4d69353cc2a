// What is not played by itself, and why; and what a person may have played with what she lends.
import { useState } from 'react'
import { NEEDS_CONSENT } from '#mcp/conformance/consent.ts'
import { CONSENT } from '#mcp/conformance/scenario-consent.ts'
import type { Scenario } from '#mcp/conformance/scenario.ts'
import type { RunWish } from '../session/check-state.ts'
import { Button } from '../ui/Button.tsx'
import style from './Checks.module.css'
import { argumentsIn, EMPTY, Lend, pigsOf, type Lent } from './Lend.tsx'

const MAY: { [impact in Scenario['impact']]?: string } = { effects: 'may have effects', disruptive: 'may end a connection' }

export interface ConsentProps {
  busy: boolean
  /** The server is reached by HTTP: there may be tokens. */
  remote: boolean
  play: (wish: RunWish) => void
}

export function Consent({ busy, remote, play }: ConsentProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [lent, setLent] = useState<Lent>(EMPTY)
  const why = busy
    ? 'A run is under way, or the server is not connected'
    : chosen.size === 0
      ? 'Tick what may be played'
      : argumentsIn(lent) === undefined
        ? 'The arguments are no JSON object'
        : undefined
  const toggle = (ids: string[], on: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }
  return (
    <section className={style.area} aria-label="Needs your consent">
      <h3>Needs your consent</h3>
      <Lend lent={lent} remote={remote} onChange={setLent} />
      {CONSENT.map(({ title, scenarios }) => {
        const ids = scenarios.map(({ id }) => id)
        const all = ids.every((id) => chosen.has(id))
        return (
          <fieldset key={title} className={style.group}>
            <legend>
              {title} <span className={style.dim}>{MAY[scenarios[0]!.impact]}</span>{' '}
              <Button look="quiet" aria-label={`${all ? 'None' : 'All'}: ${title}`} onClick={() => toggle(ids, !all)}>
                {all ? 'None' : 'All'}
              </Button>
            </legend>
            <ul className={style.consent}>
              {scenarios.map(({ id, title: what }) => (
                <li key={id}>
                  <label className={style.tick}>
                    <input type="checkbox" checked={chosen.has(id)} onChange={(event) => toggle([id], event.target.checked)} /> {what}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
      <p className={style.none}>
        <Button why={why} onClick={() => play({ consent: [...chosen], pigs: pigsOf(lent, chosen.has('register')) })}>
          Play what is ticked
        </Button>{' '}
        In conversations of their own; what needs something that you do not lend is left out.
      </p>
      {NEEDS_CONSENT.length > 0 && <h3>Judged by no rule</h3>}
      <ul className={style.consent}>
        {NEEDS_CONSENT.map(({ title, why: reason, ids }) => (
          <li key={title}>
            {title} <span className={style.dim}>{reason}</span> <span className={style.id}>{ids.join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
