// Buttons, tabs, fields: what a person presses and fills in.
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { Menu } from '../ui/Menu.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { OutsideLink } from '../ui/OutsideLink.tsx'
import { PairRows } from '../ui/PairRows.tsx'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { emptyDraft } from '../ui/SchemaForm/draft.ts'
import { SecretInput } from '../ui/SecretInput.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Shown } from './Shown.tsx'
import style from './Gallery.module.css'

const nothing = () => undefined
const TABS = [
  { id: 'one', title: 'Chosen' },
  { id: 'two', title: 'Other', note: 3 },
  { id: 'off', title: 'Disabled', disabled: true },
]
const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'A text that must be there.' },
    count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    choice: { enum: ['red', 'green'] },
    flag: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['text', 'flag'],
}

export function Controls() {
  return (
    <div className={style.column}>
      <Shown name="Button">
        <Button look="primary" hint="Ctrl ⏎">
          Primary
        </Button>
        <Button>Plain</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button look="ask">Ask</Button>
        <Button look="primary" disabled>
          Primary
        </Button>
        <Button disabled>Plain</Button>
        <Button look="quiet" disabled>
          Quiet
        </Button>
        <Button why="It is running">Not now</Button>
        <CopyButton text="" />
        <Menu label="Menu" items={[{ id: 'one', title: 'One', onSelect: nothing }]} />
      </Shown>
      <Shown name="Tabs">
        <div>
          <Tabs label="Line" tabs={TABS} selected="one" onSelect={nothing} />
        </div>
        <span>
          <Tabs look="segmented" label="Segmented" tabs={TABS} selected="one" onSelect={nothing} />
        </span>
      </Shown>
      <Shown name="Field">
        <div>
          <Field label="With a hint" note="optional" hint="What it is for.">
            {(field) => <input {...field} placeholder="a placeholder" />}
          </Field>
        </div>
        <div>
          <Field label="With an error" error="That is no URL: its scheme is missing.">
            {(field) => <input {...field} value="example.com" readOnly />}
          </Field>
        </div>
        <div>
          <Field label="Disabled">{(field) => <input {...field} value="cannot be changed now" disabled readOnly />}</Field>
        </div>
        <div>
          <Field label="Choice">
            {(field) => (
              <select {...field}>
                <option>One of some</option>
              </select>
            )}
          </Field>
        </div>
        <div>
          <Check label="Ticked" hint="What comes of it." checked onChange={nothing} />
          <Check label="Not ticked" checked={false} onChange={nothing} />
        </div>
        <div>
          <NumberField label="Number" unit="seconds" value={60} onChange={nothing} />
        </div>
        <div>
          <SecretInput what="the token" value="secret" readOnly aria-label="Secret" />
        </div>
        <div>
          <Combobox value="weather" onChange={nothing} suggestions={['weather']} placeholder="suggests" />
        </div>
        <div>
          <PairRows
            legend="Headers"
            note="sent with every request"
            what="header"
            rows={[{ name: 'X-Trace', value: 'on' }]}
            onChange={nothing}
          />
        </div>
      </Shown>
      <Shown name="OutsideLink">
        <OutsideLink href="https://example.com/">a page elsewhere</OutsideLink>
      </Shown>
      <Shown name="SchemaForm">
        <div>
          <LazySchemaForm schema={SCHEMA} draft={emptyDraft()} onDraftChange={nothing} idPrefix="gallery" showAll />
        </div>
      </Shown>
    </div>
  )
}
