// The headers of a message that is composed: those of the session, to change or to leave out, and further ones.
import { Button } from '../ui/Button.tsx'
import { PairRows } from '../ui/PairRows.tsx'
import { SecretInput } from '../ui/SecretInput.tsx'
import type { RawDraft } from './raw-draft.ts'
import { isPlainHeader, isSecretHeader } from '#mcp/traffic/secret-headers.ts'
import style from './Raw.module.css'
import tones from './tones.module.css'

export interface RawHeadersProps {
  own: readonly (readonly [string, string])[]
  draft: RawDraft
  onChange: (change: Partial<RawDraft>) => void
}

export function RawHeaders({ own, draft, onChange }: RawHeadersProps) {
  const { changed, without, added } = draft
  const touched = without.length + Object.keys(changed).length + added.length
  return (
    <details className={style.headers}>
      <summary>
        Headers{' '}
        <span className={tones.dim}>
          {own.length - without.length + added.length}
          {touched > 0 && ', not as the session sends them'}
        </span>
      </summary>
      <ul>
        {own.map(([name, value]) => {
          const sent = !without.includes(name)
          const shown = changed[name] ?? value
          const Input = isSecretHeader(name) ? SecretInput : 'input'
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={sent}
                  onChange={() => onChange({ without: sent ? [...without, name] : without.filter((one) => one !== name) })}
                />
                <span className="mono">{name}</span>
              </label>
              <Input
                what={`the value of ${name}`}
                className="mono"
                aria-label={`Value of ${name}`}
                value={shown}
                disabled={!sent}
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => {
                  const { [name]: _, ...rest } = changed
                  onChange({ changed: target.value === value ? rest : { ...rest, [name]: target.value } })
                }}
              />
            </li>
          )
        })}
      </ul>
      <PairRows legend="Further headers" what="header" plain={isPlainHeader} rows={added} onChange={(rows) => onChange({ added: rows })} />
      {touched > 0 && (
        <div>
          <Button look="quiet" onClick={() => onChange({ changed: {}, without: [], added: [] })}>
            As the session sends them
          </Button>
        </div>
      )}
    </details>
  )
}
