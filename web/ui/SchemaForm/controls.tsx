// The controls of single values. Each keeps the text as it was typed; what it means is read elsewhere.
import { useContext, useId, useMemo, useState } from 'react'
import { writeJson } from '#mcp/json.ts'
import { Combobox, type ComboboxProps } from '../Combobox.tsx'
import { JsonEditor } from '../JsonEditor.tsx'
import { reveal } from '../format.ts'
import { FileChoice, LongText, MOST_DRAWN } from './bytes.tsx'
import { Button } from '../Button.tsx'
import { withState, withText } from './draft-edit.ts'
import { useStore, type FieldView, type Place } from './form-store.ts'
import { SuggestContext, useSuggestions } from './suggest.ts'
import type { Node } from './node.ts'
import { optionFor, searchOptions } from './search-options.ts'
import style from './SchemaForm.module.css'

const PLACEHOLDER: { [shown: string]: string } = { 'not sent': 'not sent', null: 'null', empty: 'empty text' }

/** More options than this are searched, not scrolled. */
const MANY_OPTIONS = 100

function useControl({ place, id, field, problem, shown, describedBy }: FieldView) {
  const store = useStore()
  const change = (text: string) => store.change(place.steps, (before) => withText(before, text, place.node, place.required))
  const aria = {
    id,
    'aria-label': place.bare ? place.label : undefined,
    'aria-describedby': describedBy,
    'aria-invalid': (problem !== undefined && problem.level !== 'warn') || undefined,
    'aria-required': place.required || undefined,
  } as const
  return { place, store, id, field, shown, change, aria }
}

/** The text that a control shows: what was typed while it counts, the default while that is what is sent. */
function textOf({ node }: Place, shown: string, typed: string | undefined): string {
  if (shown === 'default') return typeof node.preset?.value === 'string' ? node.preset.value : writeJson(node.preset?.value)
  return shown === 'value' || (shown === 'not sent' && typed !== undefined && node.kind === 'number') ? (typed ?? '') : ''
}

export function TextControl({ view }: { view: FieldView }) {
  const { place, field, shown, change, aria } = useControl(view)
  const text = textOf(place, shown, field?.text)
  const { node } = place
  const example = node.examples.find((one) => typeof one === 'string')
  const hint = PLACEHOLDER[shown] ?? ''
  const edged = text !== text.trim() || text.includes('\t')
  const encoding = node.kind === 'text' ? node.encoding : undefined
  const suggested = useContext(SuggestContext) !== undefined
  const member = place.path[0]
  const shared = {
    ...aria,
    className: `${style.text} ${shown === 'value' || shown === 'empty' ? '' : style.off}`,
    value: text,
    placeholder: typeof example === 'string' && shown === 'not sent' ? `${hint} · for example ${reveal(example)}` : hint,
  }
  const file = encoding !== undefined && <FileChoice label={place.label} encoding={encoding} onChoose={change} />
  if (encoding !== undefined && text.length > MOST_DRAWN)
    return (
      <span className={style.grow}>
        <LongText id={aria.id} text={text} onClear={() => change('')} />
        {file}
      </span>
    )
  return (
    <span className={style.grow}>
      {suggested && typeof member === 'string' ? (
        <SuggestedText {...shared} member={member} onText={change} />
      ) : (
        <textarea {...shared} rows={Math.min(12, text.split('\n').length)} onChange={(event) => change(event.target.value)} />
      )}
      {edged && <span className={style.marks}>{whitespace(text)}</span>}
      {file}
      {node.kind === 'text' && node.format === 'date-time' && (
        <Button look="quiet" className={style.small} onClick={() => change(nowWithOffset())}>
          Now
        </Button>
      )}
    </span>
  )
}

interface SuggestedTextProps extends Omit<ComboboxProps, 'suggestions' | 'note' | 'onAsk' | 'onChange' | 'onChoose' | 'onLeave'> {
  member: string
  onText: (text: string) => void
}

function SuggestedText({ member, onText, ...rest }: SuggestedTextProps) {
  const { values, note, ask } = useSuggestions(member)
  return <Combobox {...rest} multiline suggestions={values} note={note} onAsk={ask} onChange={onText} />
}

/** Says which white space stands at the edges, since it cannot be seen. */
function whitespace(text: string): string {
  const name = (edge: string) => edge.replace(/\n/g, '¶').replace(/\t/g, '⇥').replace(/ /g, '·')
  const start = /^\s+/.exec(text)?.[0]
  const end = text.trim() === '' ? undefined : /\s+$/.exec(text)?.[0]
  return [start && `starts with ${name(start)}`, end && `ends with ${name(end)}`].filter(Boolean).join(', ')
}

function nowWithOffset(): string {
  const now = new Date()
  const offset = -now.getTimezoneOffset()
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
}

export function NumberControl({ view }: { view: FieldView }) {
  const { place, field, shown, change, aria } = useControl(view)
  const text = field?.state === 'value' ? (field.text ?? '') : textOf(place, shown, undefined)
  return (
    <input
      {...aria}
      type="text"
      inputMode={place.node.kind === 'number' && place.node.integer ? 'numeric' : 'decimal'}
      className={`${style.grow} ${shown === 'value' ? '' : style.off}`}
      value={text}
      placeholder={PLACEHOLDER[shown] ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
}

export function BooleanControl({ view }: { view: FieldView }) {
  const { place, store, field, shown, aria } = useControl(view)
  const group = useId()
  const value =
    shown === 'value' ? field?.text : shown === 'default' ? String(place.node.preset?.value) : shown === 'not sent' ? '' : undefined
  const options = [...(place.required ? [] : ['']), 'true', 'false']
  return (
    <span className={style.radios}>
      {options.map((option, index) => (
        <label key={option}>
          <input
            type="radio"
            // The first one is where "go to the problem" lands.
            id={index === 0 ? aria.id : undefined}
            name={group}
            checked={value === option}
            onChange={() =>
              store.change(place.steps, (before) =>
                option === ''
                  ? withState(before, place.node.preset === undefined ? undefined : 'unset')
                  : { ...before, state: 'value', text: option },
              )
            }
          />
          {option === '' ? 'not sent' : option}
        </label>
      ))}
    </span>
  )
}

export function ConstControl({ view }: { view: FieldView }) {
  const { place, store, shown, aria } = useControl(view)
  const { node } = place
  const text = node.kind === 'const' ? (typeof node.value === 'string' ? node.value : writeJson(node.value)) : 'null'
  if (place.required && shown !== 'not sent') return <input {...aria} className={style.grow} readOnly value={text} />
  return (
    <select
      {...aria}
      className={style.grow}
      value={shown === 'not sent' ? '' : 'const'}
      onChange={(event) => store.change(place.steps, (before) => withState(before, event.target.value === '' ? undefined : 'value'))}
    >
      <option value="">not sent</option>
      <option value="const">{reveal(text)}</option>
    </select>
  )
}

export function EnumControl({ view }: { view: FieldView }) {
  const { place, store, field, shown, aria } = useControl(view)
  const { node } = place
  if (node.kind !== 'enum') return null
  const preset = node.preset === undefined ? undefined : writeJson(node.preset.value)
  const only = place.required && node.options.length === 1 && !node.nullable ? node.options[0]!.text : undefined
  const value = shown === 'null' ? 'null' : shown === 'default' ? (preset ?? '') : shown === 'value' ? (field?.text ?? only ?? '') : ''
  const choose = (text: string) =>
    store.change(place.steps, (before) => {
      if (text === '') return withState(before, preset === undefined ? undefined : 'unset')
      return text === 'null' && node.nullable ? withState(before, 'null') : { ...before, state: 'value', text }
    })
  if (node.options.length > MANY_OPTIONS) return <SearchedEnum aria={aria} node={node} value={value} choose={choose} />
  return (
    <select
      {...aria}
      className={`${style.grow} ${shown === 'value' ? '' : style.off}`}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{place.required ? 'choose …' : 'not sent'}</option>
      {node.options.map((option) => (
        <option key={option.text} value={option.text} title={option.note}>
          {reveal(option.label)}
          {option.text === preset ? ' (default)' : ''}
        </option>
      ))}
      {node.nullable && <option value="null">null</option>}
      {isStray(node, value) && <option value={value}>{reveal(value)} (not one of them)</option>}
    </select>
  )
}

/** A draft may be older than the schema: what it holds is sent, so it is seen. */
function isStray(node: Extract<Node, { kind: 'enum' }>, value: string): boolean {
  return value !== '' && !(value === 'null' && node.nullable) && !node.options.some(({ text }) => text === value)
}

interface SearchedEnumProps {
  aria: ReturnType<typeof useControl>['aria']
  node: Extract<Node, { kind: 'enum' }>
  value: string
  choose: (text: string) => void
}

function SearchedEnum({ aria, node, value, choose }: SearchedEnumProps) {
  const [typed, setTyped] = useState<string>()
  const current = node.options.find((option) => option.text === value)
  // What is typed holds until something else is chosen elsewhere; a choice that was made hides none of the others.
  const typing = typed !== undefined && (current === undefined ? value === '' : current === optionFor(node.options, typed))
  const wanted = typing ? typed : ''
  const labels = useMemo(() => searchOptions(node.options, wanted), [node, wanted])
  return (
    <span className={style.grow}>
      <Combobox
        {...aria}
        value={typing ? typed : (current?.label ?? (value === 'null' ? 'null' : ''))}
        placeholder={`${node.options.length} options: type to search`}
        suggestions={labels}
        note={labels.length > MANY_OPTIONS ? `${MANY_OPTIONS} of ${labels.length}` : ''}
        onChange={(now) => {
          setTyped(now)
          // What is none of the options is not sent in their place.
          choose(optionFor(node.options, now)?.text ?? '')
        }}
        onChoose={(label) => {
          setTyped(undefined)
          choose(optionFor(node.options, label)?.text ?? '')
        }}
        onLeave={() => {
          if (current !== undefined) setTyped(undefined)
        }}
      />
      {typing && current === undefined && typed !== '' && <span className={style.marks}>None of the options yet: nothing is sent.</span>}
    </span>
  )
}

export function ManyControl({ view }: { view: FieldView }) {
  const { place, store, field, shown, aria } = useControl(view)
  const { node } = place
  const [search, setSearch] = useState('')
  if (node.kind !== 'many') return null
  const preset = shown === 'default' && Array.isArray(node.preset?.value) ? node.preset.value.map((one) => writeJson(one)) : undefined
  const picked = preset ?? (shown === 'value' ? (field?.picked ?? []) : [])
  const many = node.options.length > MANY_OPTIONS
  const wanted = search.toLowerCase()
  const found = many
    ? node.options.filter(({ text, label }) => picked.includes(text) || (wanted !== '' && label.toLowerCase().includes(wanted)))
    : node.options
  const drawn = many ? found.slice(0, Math.max(MANY_OPTIONS, picked.length)) : found
  return (
    <span className={style.checks}>
      {many && (
        <input
          id={aria.id}
          type="search"
          aria-label={`Search the options of ${place.label}`}
          placeholder={`${node.options.length} options: type to search`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {drawn.map((option, index) => (
        <label key={option.text}>
          <input
            type="checkbox"
            id={index === 0 && !many ? aria.id : undefined}
            checked={picked.includes(option.text)}
            onChange={(event) =>
              store.change(place.steps, (before) => {
                const next = event.target.checked ? [...picked, option.text] : picked.filter((text) => text !== option.text)
                return { ...withState(before, next.length === 0 ? (preset === undefined ? undefined : 'unset') : 'value'), picked: next }
              })
            }
          />
          {reveal(option.label)}
        </label>
      ))}
      {drawn.length < found.length && (
        <span className={style.marks}>
          {found.length - drawn.length} more {found.length - drawn.length === 1 ? 'matches' : 'match'}.
        </span>
      )}
    </span>
  )
}

export function JsonControl({ view }: { view: FieldView }) {
  const { place, store, field, shown, aria } = useControl(view)
  const { node, steps } = place
  const text = shown === 'default' ? writeJson(node.preset?.value, 2) : field?.state === 'value' ? (field.text ?? '') : ''
  const only = node.kind === 'json' ? node.only : undefined
  const [opened, setOpened] = useState(false)
  // Arguments that no schema describes: most tools without any take none.
  if (place.path.length === 0 && only === 'object' && field?.state === undefined && text === '' && !opened)
    return (
      <span className={style.radios}>
        <span className={style.quiet}>None are declared: an empty object is sent.</span>
        <Button id={aria.id} look="quiet" onClick={() => setOpened(true)}>
          Write some as JSON
        </Button>
      </span>
    )
  return (
    <JsonEditor
      id={aria.id}
      label={aria['aria-label']}
      describedBy={aria['aria-describedby']}
      invalid={aria['aria-invalid']}
      text={text}
      placeholder={`${PLACEHOLDER[shown] === undefined ? '' : `${shown} · `}${only === 'object' ? '{ … }' : only === 'array' ? '[ … ]' : 'any JSON'}`}
      onChange={(next) => store.change(steps, (before) => withText(before, next, node, place.required))}
    />
  )
}
