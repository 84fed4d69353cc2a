// What stands around every control: name, type, description, the state menu, what is wrong, what is odd.
import { useCallback, useId, useState, type ReactNode } from 'react'
import { writeJson } from '#mcp/json.ts'
import { reveal } from '../format.ts'
import { Note } from '../Note.tsx'
import { JsonEditor } from '../JsonEditor.tsx'
import { jsonFault } from '../json-fault.ts'
import { Boundary } from '../Boundary.tsx'
import { buildField } from './draft.ts'
import { withState } from './draft-edit.ts'
import { stateChoices, typeWords } from './field-state.ts'
import { useStore, type FieldView } from './form-store.ts'
import type { NearWatch } from './near.ts'
import style from './SchemaForm.module.css'

const GROUPS = ['object', 'list', 'tuple', 'union', 'many', 'boolean']

export interface FrameProps {
  view: FieldView
  /** What can be done with the row that it stands in. */
  acts?: ReactNode
  /** Says when the field comes within reach; left out where it is. */
  near?: NearWatch | undefined
  children: ReactNode
}

export function Frame({ view, acts, near: watch, children }: FrameProps) {
  const { place, id, field, problem, describedBy } = view
  const { node, path, label, name, required, bare = false } = place
  const [near, setNear] = useState(watch === undefined)
  const waiting = useCallback(
    (element: HTMLElement | null) => void (element !== null && watch?.wait(element, () => setNear(true))),
    [watch],
  )
  const json = field?.state === 'json'
  const group = !json && GROUPS.includes(node.kind)
  // A union's own frame has no name of its own: the branch inside carries the field's.
  const named = group && node.kind !== 'union'
  const block = group && node.kind !== 'boolean' && node.kind !== 'many'
  const control = json ? <AsJson view={view} /> : <Boundary what={`The field ${label}`}>{children}</Boundary>
  if (bare) {
    // The members of a choice stand within it; what is sent for the choice is said at its head, once.
    const step = place.steps.at(-1)
    const members = node.kind === 'object' && step !== undefined && 'branch' in step && path.length > 0
    return (
      <div className={style.bare}>
        <div
          className={block ? (members ? style.inset : style.bareBlock) : style.row}
          role={group ? 'group' : undefined}
          aria-label={group && node.kind !== 'union' ? label : undefined}
        >
          {control}
          {(required || json) && !(members && !json && view.shown === 'value') && <StateMenu view={view} />}
        </div>
        <Words view={view} />
      </div>
    )
  }
  // Broken JSON is told by its editor, with the place.
  const told = problem?.level === 'fatal' && jsonFault((json ? field?.json : field?.text) ?? '') !== undefined
  const problemLine = problem !== undefined && (
    <div id={`${id}-problem`} hidden={told} className={problem.level === 'warn' ? style.warning : style.problem}>
      {problem.says}
    </div>
  )
  if (place.row !== undefined && !block && node.kind !== 'boolean' && node.kind !== 'many')
    return (
      <div className={style.compact}>
        <label htmlFor={id} className={style.index} data-row-number={place.row}>
          <span className="visually-hidden">{reveal(label)}</span>
        </label>
        <div className={style.row}>
          {control}
          <StateMenu view={view} />
          {acts}
        </div>
        <Words view={view} />
        {problemLine}
      </div>
    )
  return (
    <div
      ref={near ? undefined : waiting}
      className={style.field}
      data-pointer={id}
      role={named ? 'group' : undefined}
      aria-labelledby={named ? `${id}-label` : undefined}
      aria-describedby={named ? describedBy : undefined}
    >
      <div className={style.head}>
        {group ? (
          <span id={`${id}-label`} className={style.name}>
            {reveal(label)}
          </span>
        ) : (
          <label htmlFor={id} className={style.name}>
            {reveal(label)}
          </label>
        )}
        <span className={style.type}>
          {name !== undefined && <code>{reveal(name)}</code>}
          {`${name === undefined ? '' : ' '}${typeWords(node)}${required && path.length > 0 ? ', required' : ''}${node.readOnly ? ', read-only' : ''}${node.deprecated ? ', deprecated' : ''}`}
        </span>
        {(block || acts !== undefined) && (
          <span className={style.acts}>
            {block && near && <StateMenu view={view} />}
            {acts}
          </span>
        )}
      </div>
      <Words view={view} />
      {block ? (
        <div className={node.kind === 'union' ? style.union : style.inset}>{control}</div>
      ) : (
        <div className={style.row}>
          {control}
          {near && <StateMenu view={view} />}
        </div>
      )}
      {problemLine}
    </div>
  )
}

/** Ten lines are seen at once; the narrowest have forty characters. */
function mayScroll(text: string): boolean {
  return text.length > 400 || text.split('\n').length > 10
}

function Words({ view: { aboutId, place } }: { view: FieldView }) {
  const { description, notes } = place.node
  // One element where there is one thing to say: a form has hundreds of these.
  if (notes.length === 0) return description === undefined ? null : <Description id={aboutId} text={description} of={place.label} />
  return (
    <div id={aboutId} className={style.about}>
      {description !== undefined && <Description text={description} of={place.label} />}
      {notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
    </div>
  )
}

function Description({ id, text, of }: { id?: string; text: string; of: string }) {
  if (!mayScroll(text))
    return (
      <div id={id} className={style.description}>
        {reveal(text)}
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div id={id} className={style.description} tabIndex={0} role="group" aria-label={`Description of ${of}`}>
      {reveal(text)}
    </div>
  )
}

function StateMenu({ view: { place, id, field, shown } }: { view: FieldView }) {
  const store = useStore()
  const own = useId()
  const { node, required, steps, label } = place
  const choices = stateChoices(node, required)
  if (!choices.some((choice) => choice.shown === shown)) choices.push({ shown, title: shown, state: field?.state })
  return (
    <select
      id={`${id}-state${own}`}
      className={`${style.state} ${shown === 'value' ? '' : style.stateOff}`}
      aria-label={`State of ${label}`}
      title="What is sent for this field"
      value={shown}
      onChange={(event) => {
        const choice = choices.find((one) => one.shown === event.target.value)
        if (choice === undefined) return
        store.change(steps, (before) => {
          if (choice.state !== 'json') return withState(before, choice.state)
          const built = buildField(node, before, required, [])
          return { ...before, state: 'json', json: before.json ?? (built.sent ? writeJson(built.value, 2) : '') }
        })
        if (choice.shown === 'value' || choice.shown === 'JSON') requestAnimationFrame(() => document.getElementById(id)?.focus())
      }}
    >
      {choices.map((choice) => (
        <option key={choice.shown} value={choice.shown}>
          {choice.title}
        </option>
      ))}
    </select>
  )
}

function AsJson({ view: { place, id, field, describedBy } }: { view: FieldView }) {
  const store = useStore()
  return (
    <JsonEditor
      id={id}
      label={place.bare ? place.label : undefined}
      describedBy={describedBy}
      text={field?.json ?? ''}
      placeholder="JSON"
      onChange={(json) => store.change(place.steps, (before) => ({ ...before, state: 'json', json }))}
    />
  )
}
