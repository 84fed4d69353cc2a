// The switches of what we say that we can do: parts stand beneath their whole, and count only with it.
import type { Capabilities } from '../session/engine-messages.ts'
import { Check } from '../ui/Field.tsx'
import style from './SettingsPanel.module.css'

type Able = keyof Capabilities

const ABLE: { name: Able; label: string; hint: string; parts?: { name: Able; label: string; hint: string }[] }[] = [
  {
    name: 'sampling',
    label: 'Sampling',
    hint: 'The server may ask for a model’s answer; you are the model, or a provider is.',
    parts: [
      { name: 'samplingTools', label: 'with tools', hint: 'sampling.tools, from 2025-11-25.' },
      { name: 'samplingContext', label: 'with context', hint: 'sampling.context: soft-deprecated, and none is added.' },
    ],
  },
  {
    name: 'elicitation',
    label: 'Elicitation',
    hint: 'The server may ask you something.',
    parts: [
      { name: 'elicitationForm', label: 'by a form', hint: 'elicitation.form; before 2025-11-25 there was nothing else.' },
      { name: 'elicitationUrl', label: 'by a page to visit', hint: 'elicitation.url, from 2025-11-25.' },
    ],
  },
  {
    name: 'roots',
    label: 'Roots',
    hint: 'The server may ask which folders it should keep to.',
    parts: [{ name: 'rootsChanged', label: 'and tell changes', hint: 'roots.listChanged, not in the newer era.' }],
  },
  { name: 'tasks', label: 'Tasks', hint: 'The server may make a task of a call (io.modelcontextprotocol/tasks, in the newer era alone).' },
  {
    name: 'tasksOfOurs',
    label: 'Asks as tasks',
    hint: 'The server may make a task of what it asks, and come for the answer later (tasks.requests, 2025-11-25 alone).',
  },
  { name: 'apps', label: 'Apps', hint: 'A tool may bring a page of its own, drawn in a sandbox (io.modelcontextprotocol/ui).' },
  { name: 'skills', label: 'Skills', hint: 'The server may serve skills (io.modelcontextprotocol/skills).' },
]

export interface CapabilityChecksProps {
  legend: string
  /** Behind each label, to tell two sets of switches apart. */
  suffix?: string
  value: Required<Capabilities>
  /** What is so for all servers: where `value` is not, that is said. */
  usual?: Required<Capabilities>
  onChange: (name: Able, on: boolean) => void
}

export function CapabilityChecks({ legend, suffix = '', value, usual, onChange }: CapabilityChecksProps) {
  const check = (name: Able, label: string, hint: string) => {
    const differs = usual !== undefined && usual[name] !== value[name]
    return (
      <Check
        key={name}
        label={label + suffix}
        hint={differs ? 'Not as above.' : usual === undefined ? hint : undefined}
        checked={value[name]}
        onChange={(on) => onChange(name, on)}
      />
    )
  }
  return (
    <fieldset className={style.checks}>
      <legend>{legend}</legend>
      {ABLE.map(({ name, label, hint, parts = [] }) => (
        <div key={name} className={style.able}>
          {check(name, label, hint)}
          {value[name] && parts.length > 0 && (
            <div className={style.parts}>{parts.map((part) => check(part.name, `${label} ${part.label}`, part.hint))}</div>
          )}
        </div>
      ))}
    </fieldset>
  )
}
