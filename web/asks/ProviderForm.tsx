// One provider: its kind, where it is, which model, and where its key comes from. The key itself is never remembered.
import { useState } from 'react'
import type { ProviderKind } from '#mcp/provider/speech.ts'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { SecretInput } from '../ui/SecretInput.tsx'
import { dropProvider, keepKey, keepProvider, KINDS, orderOf, providersNow, typedKey, type StoredProvider } from './providers.ts'
import style from './Asks.module.css'

export interface ProviderFormProps {
  provider?: StoredProvider
  onDone: (provider: StoredProvider | undefined) => void
}

function blank(kind: ProviderKind): StoredProvider {
  const { title, url, variable, model } = KINDS[kind]
  const taken = new Set(providersNow().map(({ id }) => id))
  let id: string = kind
  for (let at = 2; taken.has(id); at++) id = `${kind}-${at}`
  return { id, name: id === kind ? title : `${title} ${id.slice(kind.length + 1)}`, kind, url, variable, model, models: [] }
}

export function ProviderForm({ provider, onDone }: ProviderFormProps) {
  const [draft, setDraft] = useState(provider ?? blank('compatible'))
  const [key, setKey] = useState(() => (provider === undefined ? '' : typedKey(provider.id)))
  const [says, setSays] = useState('')
  const set = (change: Partial<StoredProvider>) => setDraft({ ...draft, ...change })
  const input = (name: 'name' | 'url' | 'model' | 'variable', label: string, note: string, placeholder: string) => (
    <Field label={label} note={note}>
      {(field) => (
        <input
          {...field}
          value={draft[name]}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          list={name === 'model' ? 'provider-models' : undefined}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  const list = () => {
    keepKey(draft.id, key)
    setSays('Asking…')
    call('models', [orderOf(draft)]).then(
      (models) => {
        setDraft((now) => ({ ...now, models: models.slice(0, 500), model: now.model === '' ? (models[0] ?? '') : now.model }))
        setSays(models.length === 0 ? 'It names no models.' : `It has ${models.length}.`)
      },
      (error: Error) => setSays(error.message),
    )
  }
  return (
    <div className={style.provider} role="group" aria-label="Provider">
      <div className={style.cells}>
        <Field label="Kind">
          {(field) => (
            <select
              {...field}
              value={draft.kind}
              onChange={(event) => {
                const kind = event.target.value as ProviderKind
                setDraft(provider === undefined ? blank(kind) : { ...draft, kind })
              }}
            >
              {Object.entries(KINDS).map(([kind, { title }]) => (
                <option key={kind} value={kind}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {input('name', 'Name', '', '')}
        {input('url', 'Address', draft.kind === 'anthropic' ? 'without /v1' : 'with /v1, where it has one', KINDS[draft.kind].url)}
        <div className={style.blockRow}>
          {input('model', 'Model', 'where no hint fits another', 'its name')}
          <Button look="quiet" onClick={list}>
            List
          </Button>
        </div>
        {input('variable', 'Key from the environment', 'optional', 'OPENAI_API_KEY')}
        <Field label="Key typed here" note="optional; kept in this tab alone">
          {(field) => <SecretInput {...field} what="the key" value={key} onChange={(event) => setKey(event.target.value)} />}
        </Field>
      </div>
      <datalist id="provider-models">
        {(draft.models ?? []).map((model) => (
          <option key={model}>{model}</option>
        ))}
      </datalist>
      {says !== '' && (
        <Note tone="info" role="status">
          {says}
        </Note>
      )}
      <p className={style.hint}>
        It is asked through the proxy, which alone reads the variable; neither the page nor any record holds its value.
      </p>
      <div className={style.row}>
        <Button
          onClick={() => {
            keepProvider(draft)
            keepKey(draft.id, key)
            onDone(draft)
          }}
          disabled={draft.url.trim() === '' || draft.name.trim() === ''}
        >
          Keep the provider
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            // It was kept to list the models.
            if (provider === undefined) keepKey(draft.id, '')
            onDone(undefined)
          }}
        >
          Never mind
        </Button>
        {provider !== undefined && (
          <Button
            look="danger"
            onClick={() => {
              dropProvider(provider.id)
              onDone(undefined)
            }}
          >
            Forget it
          </Button>
        )}
      </div>
    </div>
  )
}
