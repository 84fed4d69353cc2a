// What stands around every control: name, type, description, the state menu, what is wrong, what is odd.
import { useId, type ReactNode } from 'react'
import { writeJson } from '#mcp/json.ts'
import { reveal } from '../format.ts'
import { Note } from '../Note.tsx'
import { JsonEditor } from '../JsonEditor.tsx'
import { Boundary } from '../Boundary.tsx'
import { buildField, type FieldDraft } from './draft.ts'
import { withState } from './draft-edit.ts'
import { shownState, stateChoices, typeWords } from './field-state.ts'
import { useField, useFieldId, useFormValue, useProblem, useStore, type Place } from './form-store.ts'
import style from './SchemaForm.module.css'

const GROUPS = ['object', 'list', 'tuple', 'union', 'many', 'boolean']

export function Frame({ place, acts, children }: { place: Place; acts?: ReactNode; children: ReactNode }) {
  const { node, steps, path, label, name, required, bare = false } = place
  const id = useFieldId(path)
  const field = useField(steps)
  const problem = useProblem(path)
  const showAll = useFormValue((store) => store.showAll)
  const json = field?.state === 'json'
  const group = !json && GROUPS.includes(node.kind)
  // A union's own frame has no name of its own: the branch inside carries the field's.
  const named = group && node.kind !== 'union'
  const block = group && node.kind !== 'boolean' && node.kind !== 'many'
  const shown = problem !== undefined && (showAll || field?.state !== undefined) ? problem : undefined
  const control = json ? <AsJson place={place} field={field} /> : <Boundary what={`The field ${label}`}>{children}</Boundary>
  if (bare)
    return (
      <div className={style.bare}>
        <div
          className={block ? style.bareBlock : style.row}
          role={group ? 'group' : undefined}
          aria-label={group && node.kind !== 'union' ? label : undefined}
        >
          {control}
          {(required || json) && <StateMenu place={place} field={field} />}
        </div>
        <Words node={node} id={`${id}-about`} />
      </div>
    )
  const problemLine = (
    <div id={`${id}-problem`} className={shown?.level === 'warn' ? style.warning : style.problem}>
      {shown?.says}
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
          <StateMenu place={place} field={field} />
          {acts}
        </div>
        <Words node={node} id={`${id}-about`} />
        {problemLine}
      </div>
    )
  return (
    <div
      className={style.field}
      data-pointer={id}
      role={named ? 'group' : undefined}
      aria-labelledby={named ? `${id}-label` : undefined}
      aria-describedby={named ? `${id}-about ${id}-problem` : undefined}
    >
      <div className={style.head}>
        {group ? (
          <span id={`${id}-label`} className={style.name}>
            {reveal(label)}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={id} className={style.name}>
            {reveal(label)}
          </label>
        )}
        <span className={style.type}>
          {name !== undefined && <code>{reveal(name)}</code>} {typeWords(node)}
          {required && path.length > 0 && ', required'}
          {node.readOnly && ', read-only'}
          {node.deprecated && ', deprecated'}
        </span>
        {(block || acts !== undefined) && (
          <span className={style.acts}>
            {block && <StateMenu place={place} field={field} />}
            {acts}
          </span>
        )}
      </div>
      <Words node={node} id={`${id}-about`} />
      {block ? (
        <div className={node.kind === 'union' ? style.union : style.inset}>{control}</div>
      ) : (
        <div className={style.row}>
          {control}
          <StateMenu place={place} field={field} />
        </div>
      )}
      {problemLine}
    </div>
  )
}

function Words({ node, id }: { node: Place['node']; id: string }) {
  return (
    <div id={id} className={style.about}>
      {node.description !== undefined && <div className={style.description}>{reveal(node.description)}</div>}
      {node.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
    </div>
  )
}

function StateMenu({ place, field }: { place: Place; field: FieldDraft | undefined }) {
  const store = useStore()
  const own = useId()
  const id = useFieldId(place.path)
  const { node, required, steps, label } = place
  const shown = shownState(node, field, required)
  const choices = stateChoices(node, required)
  if (!choices.some((choice) => choice.shown === shown)) choices.push({ shown, title: shown, state: field?.state })
  return (
    <span className={style.stateBox}>
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
    </span>
  )
}

function AsJson({ place, field }: { place: Place; field: FieldDraft | undefined }) {
  const store = useStore()
  const id = useFieldId(place.path)
  return (
    <JsonEditor
      id={id}
      label={place.bare ? place.label : undefined}
      text={field?.json ?? ''}
      placeholder="JSON"
      onChange={(json) => store.change(place.steps, (before) => ({ ...before, state: 'json', json }))}
    />
  )
}
