// A form for any JSON Schema. The draft is the caller's; what is sent is made of it by `draftToArguments`, never read
// back from the form. Views import `LazySchemaForm.tsx`, since this brings RJSF along.
import { memo, useEffect, useMemo, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import type { Json } from '#mcp/json.ts'
import { Note } from '../Note.tsx'
import { draftToArguments } from './draft.ts'
import type { Draft } from './field-draft.ts'
import { FormStore, PlaceContext, StoreContext, type Place } from './form-store.ts'
import { useJudged } from './judged.ts'
import { modelOf } from './normalise.ts'
import { SuggestContext, type Suggest } from './suggest.ts'
import { ROOT_SCHEMA, ROOT_UI, ThemedForm } from './theme.tsx'
import { validator } from './validator.ts'
import style from './SchemaForm.module.css'

export interface SchemaFormProps {
  schema: Json
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** Tells this form's ids from those of others on the page. */
  idPrefix: string
  disabled?: boolean
  /** ⌘⏎ or Ctrl ⏎ in a field. */
  onSubmit?: () => void
  /** Show what is wrong with fields that nobody touched yet, too. */
  showAll?: boolean
  /** Suggests texts for the members of the form. */
  suggest?: Suggest
  /** Enter in a text sends, as in a line that asks for one thing. */
  enterSubmits?: boolean
}

const nothing = () => {}

/** Nothing is put in that was not typed. Told to the one that is typed in: of hundreds, none waits for it. */
function asTyped({ target }: FocusEvent<HTMLElement>): void {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLTextAreaElement)) return
  target.autocomplete = 'off'
  target.autocapitalize = 'off'
}

const empty = <></>

/** RJSF itself; it is drawn once. */
const Tree = memo(function Tree() {
  return (
    <ThemedForm
      tagName="div"
      schema={ROOT_SCHEMA}
      uiSchema={ROOT_UI}
      validator={validator}
      formData={undefined}
      onChange={nothing}
      noValidate
      noHtml5Validate
      showErrorList={false}
    >
      {empty}
    </ThemedForm>
  )
})

export function SchemaForm(props: SchemaFormProps) {
  const { schema, draft, onDraftChange, idPrefix, disabled = false, onSubmit, showAll = false, suggest, enterSubmits = false } = props
  const model = useMemo(() => modelOf(schema), [schema])
  const store = useMemo(
    () => new FormStore(draft, idPrefix),
    // A draft that comes later is handed over below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [schema, idPrefix],
  )
  const owner = useRef(onDraftChange)
  useEffect(() => {
    owner.current = onDraftChange
    store.onChange = (next) => owner.current(next)
  })
  const { problems } = useJudged(schema, draftToArguments(schema, draft))
  useEffect(() => {
    store.accept(draft, problems, showAll)
  }, [store, draft, problems, showAll])
  const place = useMemo<Place>(
    () => ({ node: model.node, steps: [], path: [], label: model.node.title ?? 'Arguments', required: true }),
    [model],
  )
  const source = useMemo(
    () => (suggest === undefined ? undefined : { suggest, given: () => draftToArguments(schema, store.draft).arguments }),
    [suggest, schema, store],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || onSubmit === undefined) return
    const inText = enterSubmits && !event.shiftKey && (event.target as HTMLElement).matches('[aria-autocomplete]')
    if (!inText && !event.metaKey && !event.ctrlKey) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <StoreContext value={store}>
      <PlaceContext value={place}>
        <SuggestContext value={source}>
          <fieldset
            className={style.form}
            disabled={disabled}
            onKeyDown={onKeyDown}
            onFocusCapture={asTyped}
            spellCheck={false}
            data-form={idPrefix}
          >
            {model.notes.length > 0 && <Oddities notes={model.notes} />}
            <Tree key={idPrefix} />
          </fieldset>
        </SuggestContext>
      </PlaceContext>
    </StoreContext>
  )
}

function Oddities({ notes }: { notes: readonly { at: string; says: string }[] }) {
  return (
    <details className={style.oddities}>
      <summary>{notes.length === 1 ? '1 note on this schema' : `${notes.length} notes on this schema`}</summary>
      {notes.map(({ at, says }) => (
        <Note key={at + says} tone="warn">
          {at !== '' && <code>{at}</code>} {says}
        </Note>
      ))}
    </details>
  )
}
