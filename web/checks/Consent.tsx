// What is not played by itself, and why; and what a person may have played with what she lends.
import { useState } from 'react'
import { NEEDS_CONSENT } from '#mcp/conformance/consent.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from '#mcp/conformance/scenario-consent.ts'
import type { GuineaPigs, Scenario } from '#mcp/conformance/scenario.ts'
import { isObject, parseJson } from '#mcp/json.ts'
import type { RunWish } from '../session/check-state.ts'
import { useList } from '../session/list-query.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import style from './Checks.module.css'

const MAY: { [impact in Scenario['impact']]?: string } = { effects: 'may have effects', disruptive: 'may end a connection' }

export interface ConsentProps {
  busy: boolean
  play: (wish: RunWish) => void
}

export function Consent({ busy, play }: ConsentProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tool, setTool] = useState('')
  const [given, setGiven] = useState('{}')
  const [prompt, setPrompt] = useState('')
  const [resource, setResource] = useState('')
  const tools = namesIn(useList('tools/list').data?.items)
  const prompts = namesIn(useList('prompts/list').data?.items)
  const own = objectIn(given)
  const pigs: GuineaPigs = {
    ...(tool === '' || own === undefined ? {} : { tool: { name: tool, arguments: own } }),
    ...(prompt === '' ? {} : { prompt: { name: prompt, arguments: {} } }),
    ...(resource.trim() === '' ? {} : { resource: resource.trim() }),
  }
  const why = busy
    ? 'A run is under way, or the server is not connected'
    : chosen.size === 0
      ? 'Tick what may be played'
      : own === undefined
        ? 'The arguments are no JSON object'
        : undefined
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <section className={style.area} aria-label="Needs your consent">
      <h3>Needs your consent</h3>
      <div className={style.lend}>
        <Field label="Tool that may be called">{(field) => <Choice field={field} value={tool} names={tools} onChange={setTool} />}</Field>
        <Field label="With the arguments" {...(own === undefined ? { error: 'That is no JSON object.' } : {})}>
          {(field) => <input {...field} value={given} spellCheck={false} onChange={(event) => setGiven(event.target.value)} />}
        </Field>
        <Field label="Prompt that may be asked for">
          {(field) => <Choice field={field} value={prompt} names={prompts} onChange={setPrompt} />}
        </Field>
        <Field label="Resource that may be read">
          {(field) => (
            <input {...field} value={resource} spellCheck={false} placeholder="uri" onChange={(event) => setResource(event.target.value)} />
          )}
        </Field>
      </div>
      <ul className={style.consent}>
        {[...INTERACTIVE_SCENARIOS, ...STRESS_SCENARIOS].map(({ id, title, impact }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.has(id)} onChange={(event) => toggle(id, event.target.checked)} /> {title}{' '}
              <span className={style.dim}>{MAY[impact]}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className={style.none}>
        <Button why={why} onClick={() => play({ consent: [...chosen], pigs })}>
          Play what is ticked
        </Button>{' '}
        In conversations of their own; what needs something that you do not lend is left out.
      </p>
      <h3>Played by nobody yet</h3>
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

interface ChoiceProps {
  field: { id: string }
  value: string
  names: string[]
  onChange: (name: string) => void
}

function Choice({ field, value, names, onChange }: ChoiceProps) {
  return (
    <select {...field} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">none</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

function namesIn(items: readonly unknown[] | undefined): string[] {
  return [
    ...new Set(
      (items ?? []).flatMap((one) =>
        typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' ? [one.name] : [],
      ),
    ),
  ]
}

function objectIn(text: string) {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
