// Has a provider write the answer: which one, how it goes, and the way to stop it. What it writes lands in the fields below.
import { useState } from 'react'
import type { Json } from '#mcp/json.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { Button } from '../ui/Button.tsx'
import { duration, reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import { useSetting } from '../ui/use-setting.ts'
import { startGeneration, stopGeneration, takeBack, useGeneration } from './generation.ts'
import { ProviderForm } from './ProviderForm.tsx'
import { NO_PROVIDERS, PROVIDERS, type StoredProvider } from './providers.ts'
import { Said } from '../ui/Said.tsx'
import style from './Asks.module.css'

export function ProviderBar({ ask, params }: { ask: PendingAsk; params: Json }) {
  const [providers] = useSetting<StoredProvider[]>(PROVIDERS, NO_PROVIDERS)
  const [last, setLast] = useSetting('provider.last', '')
  const [form, setForm] = useState<'new' | 'edit'>()
  const generation = useGeneration(ask.key)
  const chosen = providers.find(({ id }) => id === last) ?? providers[0]
  const running = generation?.state === 'running'
  const now = useNow(250, running)
  if (form !== undefined)
    return (
      <ProviderForm
        {...(form === 'edit' && chosen !== undefined ? { provider: chosen } : {})}
        onDone={(kept) => {
          if (kept !== undefined) setLast(kept.id)
          setForm(undefined)
        }}
      />
    )
  return (
    <>
      <div className={style.row} data-aside="">
        {chosen === undefined ? (
          <span className={style.hint}>Write it yourself, or let a model do it.</span>
        ) : (
          <>
            <select aria-label="Provider" value={chosen.id} disabled={running} onChange={(event) => setLast(event.target.value)}>
              {providers.map(({ id, name, model }) => (
                <option key={id} value={id}>
                  {name}
                  {model === '' ? '' : ` · ${model}`}
                </option>
              ))}
            </select>
            {running ? (
              <Button onClick={() => stopGeneration(ask.key)}>Stop</Button>
            ) : (
              <Button onClick={() => void startGeneration(ask, chosen, params)}>Generate</Button>
            )}
            <Button look="quiet" disabled={running} onClick={() => setForm('edit')}>
              Change…
            </Button>
          </>
        )}
        <Button look="quiet" disabled={running} onClick={() => setForm('new')}>
          + Provider
        </Button>
        {generation !== undefined && (
          <Said className={style.hint}>
            {running
              ? `${reveal(generation.provider)} writes`
              : generation.state === 'done'
                ? `written by ${reveal(generation.provider)} in ${duration((generation.endedAt ?? now) - generation.startedAt)}`
                : ''}
            {generation.toolUses > 0 && ` · ${generation.toolUses} tool use`}
          </Said>
        )}
        {generation?.before !== undefined && (
          <Button look="quiet" title="Puts your own text back, in place of the provider’s" onClick={() => takeBack(ask.key)}>
            Back to what I wrote
          </Button>
        )}
        {running && <span className={style.hint}>{Math.floor(Math.max(0, now - generation.startedAt) / 1000)} s</span>}
      </div>
      {generation?.notes.map((note) => (
        <Note key={note} tone="info">
          {note}
        </Note>
      ))}
      {generation?.says !== undefined && (
        <Note tone={generation.state === 'failed' ? 'bad' : 'info'} role="alert">
          {generation.says}
        </Note>
      )}
    </>
  )
}
