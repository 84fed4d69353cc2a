// A local command: the line as pasted, the same as one box for each argument, its environment and its folder.
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useProxy } from '../session/proxy-state.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PairRows } from '../ui/PairRows.tsx'
import { readCommandLine } from './command-line.ts'
import { nameFault, setTokens, typeLine, urlInLine, type Draft, type Faults } from './draft.ts'
import style from './Fields.module.css'

export interface TargetFieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  faults: Faults
  /** Hears a paste first; true when it was taken. */
  onPaste?: (text: string) => boolean
}

export function StdioFields({ draft, onChange, faults, onPaste }: TargetFieldsProps) {
  const proxy = useProxy((store) => store.state)
  const { notes, env, cwd } = readCommandLine(draft.line)
  const url = urlInLine(draft.line)
  const paste = (event: ClipboardEvent) => {
    if (onPaste?.(event.clipboardData.getData('text')) === true) event.preventDefault()
  }
  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const set = (at: number, text: string) => onChange(setTokens(draft.tokens.map((token, index) => (index === at ? text : token))))
  return (
    <>
      <Field
        label="Command line"
        hint={
          url === undefined
            ? 'As in a terminal, but no shell reads it. A piece of an mcp.json may be pasted as well.'
            : 'This is a URL: no command is started, the server is reached there.'
        }
        error={faults.line}
      >
        {(field) => (
          <textarea
            {...field}
            data-search=""
            className={`mono ${style.line}`}
            rows={1}
            value={draft.line}
            placeholder="npx -y @modelcontextprotocol/server-everything"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange(typeLine(event.target.value))}
            onKeyDown={submitOnEnter}
            onPaste={paste}
          />
        )}
      </Field>
      {url === undefined && notes.length > 0 && (
        <ul className={style.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {url === undefined && draft.tokens.length > 0 && (
        <div role="group" aria-label="What is started" className={style.tokens}>
          <h3>
            What is started <span className={style.dim}>one box for each argument</span>
          </h3>
          {env.length > 0 && (
            <p className={style.dim}>
              With {env.map(({ name }) => name).join(', ')} from the line in its environment{cwd === undefined ? '' : `, in ${cwd}`}.
            </p>
          )}
          {draft.tokens.map((token, index) => (
            <div key={index} className={style.token}>
              <input
                className="mono"
                aria-label={index === 0 ? 'Program' : `Argument ${index}`}
                value={token}
                placeholder={index === 0 ? 'program' : 'an empty argument'}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                onChange={(event) => set(index, event.target.value)}
              />
              <Button
                look="quiet"
                aria-label={index === 0 ? 'Remove the program' : `Remove argument ${index}`}
                onClick={() => onChange(setTokens(draft.tokens.filter((_, at) => at !== index)))}
              >
                ✕
              </Button>
            </div>
          ))}
          <div>
            <Button look="quiet" onClick={() => onChange(setTokens([...draft.tokens, '']))}>
              + Add argument
            </Button>
          </div>
        </div>
      )}
      <PairRows
        legend="Environment"
        note="added to Loupe’s own"
        what="variable"
        rows={draft.env}
        onChange={(rows) => onChange({ env: rows })}
        check={(name) => nameFault('variable', name)}
        placeholder={{ name: 'API_KEY', value: 'as it is, without quotes' }}
      />
      <Field label="Folder" note="optional" hint="Where the command starts.">
        {(field) => (
          <input
            {...field}
            className="mono"
            value={draft.cwd}
            placeholder={cwd ?? (proxy.kind === 'open' ? proxy.cwd : 'where Loupe was started')}
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => onChange({ cwd: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Watch"
        note="optional"
        hint="Files and folders, one a line: when one of them changes, the server is started again. A dot is its folder; node_modules and hidden files are left out."
      >
        {(field) => (
          <textarea
            {...field}
            className={`mono ${style.line}`}
            rows={1}
            value={draft.watch}
            placeholder="build"
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => onChange({ watch: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
