// What a person lends for checks that need something of the server's own: a tool, a prompt, a resource, tokens.
import { useId } from 'react'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { useList } from '../session/list-query.ts'
import { Field } from '../ui/Field.tsx'
import style from './Checks.module.css'

/** As it was typed. */
export interface Lent {
  tool: string
  given: string
  prompt: string
  /** What the prompt's arguments are, and the variables of the template, by name. */
  said: { [name: string]: string }
  template: string
  filled: { [name: string]: string }
  resource: string
  foreign: string
  other: string
  broad: string
  client: string
  code: string
  refresh: string
}
export const EMPTY: Lent = {
  tool: '',
  given: '{}',
  prompt: '',
  said: {},
  template: '',
  filled: {},
  resource: '',
  foreign: '',
  other: '',
  broad: '',
  client: '',
  code: '',
  refresh: '',
}

/** Undefined when they are no object. */
export function argumentsIn({ given }: Lent): { [name: string]: Json } | undefined {
  try {
    const value = parseJson(given)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function pigsOf(lent: Lent, register: boolean): GuineaPigs {
  const own = argumentsIn(lent)
  const { tool, prompt, template, client } = lent
  const resource = lent.resource.trim()
  const filled = <Name extends TextName>(...names: Name[]): { [name in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (lent[name].trim() === '' ? [] : [[name, lent[name].trim()]]))) as {
      [name in Name]?: string
    }
  const tokens = filled('foreign', 'other', 'broad')
  return {
    ...(tool === '' || own === undefined ? {} : { tool: { name: tool, arguments: own } }),
    ...(prompt === '' ? {} : { prompt: { name: prompt, arguments: given(lent.said) } }),
    ...(template === '' ? {} : { template: { name: template, arguments: given(lent.filled) } }),
    ...(resource === '' ? {} : { resource }),
    ...(Object.keys(tokens).length === 0 ? {} : { tokens }),
    ...(register ? { register: true as const } : {}),
    ...(client.trim() === '' ? {} : { login: { client: client.trim(), ...filled('code', 'refresh') } }),
  }
}

/** What was left empty is not given. */
const given = (values: { [name: string]: string }): { [name: string]: string } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** Those that are one text. */
type TextName = Exclude<keyof Lent, 'said' | 'filled'>

export interface LendProps {
  lent: Lent
  remote: boolean
  onChange: (lent: Lent) => void
}

export function Lend({ lent, remote, onChange }: LendProps) {
  const tools = namesIn(useList('tools/list').data?.items)
  const asked = useList('prompts/list').data?.items
  const prompts = namesIn(asked)
  const templates = textsIn(useList('resources/templates/list').data?.items, 'uriTemplate')
  const resources = useId()
  const uris = textsIn(useList('resources/list').data?.items, 'uri')
  const set = (name: TextName) => (value: string) => onChange({ ...lent, [name]: value })
  return (
    <>
      <div className={style.lend}>
        <Field label="Tool that may be called">
          {(field) => <Choice field={field} value={lent.tool} names={tools} onChange={set('tool')} />}
        </Field>
        <Field label="With the arguments" {...(argumentsIn(lent) === undefined ? { error: 'That is no JSON object.' } : {})}>
          {(field) => <input {...field} value={lent.given} spellCheck={false} onChange={(event) => set('given')(event.target.value)} />}
        </Field>
        <Field label="Prompt that may be asked for">
          {(field) => (
            <Choice field={field} value={lent.prompt} names={prompts} onChange={(prompt) => onChange({ ...lent, prompt, said: {} })} />
          )}
        </Field>
        <Values
          of={lent.prompt}
          names={argumentsOf(asked, lent.prompt)}
          values={lent.said}
          onChange={(said) => onChange({ ...lent, said })}
        />
        {templates.length > 0 && (
          <Field label="Template that may be read">
            {(field) => (
              <Choice
                field={field}
                value={lent.template}
                names={templates}
                onChange={(template) => onChange({ ...lent, template, filled: {} })}
              />
            )}
          </Field>
        )}
        <Values
          of={lent.template}
          names={variablesOf(lent.template)}
          values={lent.filled}
          onChange={(filled) => onChange({ ...lent, filled })}
        />
        <Field label="Resource that may be read">
          {(field) => (
            <input
              {...field}
              list={resources}
              value={lent.resource}
              spellCheck={false}
              placeholder="uri"
              onChange={(event) => set('resource')(event.target.value)}
            />
          )}
        </Field>
        <datalist id={resources}>
          {uris.slice(0, 100).map((uri) => (
            <option key={uri} value={uri}>
              {uri}
            </option>
          ))}
        </datalist>
      </div>
      {remote && (
        <details className={style.accounts}>
          <summary>Tokens and accounts that may be used</summary>
          <div className={style.lend}>
            {SECRETS.map(([name, label, hint]) => (
              <Field key={name} label={label} hint={hint}>
                {(field) => (
                  <input
                    {...field}
                    type={name === 'client' ? 'text' : 'password'}
                    autoComplete="off"
                    spellCheck={false}
                    value={lent[name]}
                    onChange={(event) => set(name)(event.target.value)}
                  />
                )}
              </Field>
            ))}
          </div>
        </details>
      )}
    </>
  )
}

const SECRETS: readonly (readonly [name: TextName, label: string, hint: string])[] = [
  ['foreign', 'Token for another server', 'It has to be refused.'],
  ['other', 'Token of another account', 'It may not use our session.'],
  ['broad', 'Token of a wider scope', 'It has to be enough.'],
  ['client', 'Client', 'Its id where tokens are had.'],
  ['code', 'Code', 'Not used yet; it is spent.'],
  ['refresh', 'Refresh token', 'Used twice; it is spent.'],
]

interface ValuesProps {
  /** The prompt or the template. */
  of: string
  names: readonly string[]
  values: { [name: string]: string }
  onChange: (values: { [name: string]: string }) => void
}

/** One field for each of its values; they are texts. */
function Values({ of, names, values, onChange }: ValuesProps) {
  return names.map((name) => (
    <Field key={`${of} ${name}`} label={`${name} of ${of}`}>
      {(field) => (
        <input
          {...field}
          value={values[name] ?? ''}
          spellCheck={false}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  ))
}

/** Names of the arguments that a prompt takes. */
function argumentsOf(prompts: readonly unknown[] | undefined, name: string): string[] {
  const own = prompts?.find((one) => (one as { name?: unknown } | null)?.name === name) as { arguments?: unknown } | undefined
  return name === '' || !Array.isArray(own?.arguments) ? [] : namesIn(own.arguments)
}

/** Names of the variables of a template (RFC 6570), each once. */
function variablesOf(template: string): string[] {
  const names = [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(([, body = '']) => body.split(','))
  return [...new Set(names.map((name) => name.replace(/\*$|:\d+$/, '').trim()).filter((name) => name !== ''))]
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

const namesIn = (items: readonly unknown[] | undefined): string[] => textsIn(items, 'name')

function textsIn(items: readonly unknown[] | undefined, member: 'name' | 'uri' | 'uriTemplate'): string[] {
  const texts = (items ?? []).map((one) =>
    typeof one === 'object' && one !== null ? (one as { [name: string]: unknown })[member] : undefined,
  )
  return [...new Set(texts.filter((one): one is string => typeof one === 'string'))]
}
