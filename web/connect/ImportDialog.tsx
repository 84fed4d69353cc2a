// Servers out of another program's configuration: pasted, opened or dropped. Each is shown with exactly what it would start
// or reach; chosen ones go into the list of remembered servers, and nothing is started.
import { useId, useMemo, useState, type DragEvent } from 'react'
import { maskArgs, maskUrl } from '#mcp/traffic/secret-names.ts'
import { hostOf } from '#mcp/config/hosts.ts'
import { fill, placeholdersOf, type Placeholder } from '#mcp/config/placeholders.ts'
import { readConfig, type Config } from '#mcp/config/read.ts'
import type { ConfigServer } from '#mcp/config/server.ts'
import type { Target } from '#mcp/transport/target.ts'
import { secretsOf } from '../session/server.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Check } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { SecretInput } from '../ui/SecretInput.tsx'
import { writeCommandLine } from './command-line.ts'
import type { FoundConfig } from './host-configs.ts'
import style from './ImportDialog.module.css'

export interface Imported {
  name: string
  target: Target
}

export interface ImportDialogProps {
  /** What was pasted or dropped; '' to begin with nothing. */
  text: string
  /** Name of the file it is from; '' for a pasted text. */
  fileName: string
  /** Why a file that was asked for is not here. */
  fault?: string
  onText: (text: string, fileName: string) => void
  /** Configurations on this machine. */
  found: FoundConfig[]
  onFound: (file: string) => void
  /** Whether the list has this very server already. */
  isKnown: (server: Imported) => boolean
  onKeep: (servers: Imported[]) => void
  /** Whether values are kept in this browser. */
  secrets: boolean
  onSecrets: (keep: boolean) => void
  onUse: (server: Imported) => void
  onClose: () => void
}

export function ImportDialog(props: ImportDialogProps) {
  const { text, fileName, fault, onText, found, onFound, isKnown, onKeep, secrets, onSecrets, onUse, onClose } = props
  const [values, setValues] = useState<{ [placeholder: string]: string }>({})
  const [chosen, setChosen] = useState<{ [at: number]: boolean }>({})
  const pick = useId()
  const read = useMemo(() => attempt(text, fileName), [text, fileName])
  const filled = (target: Target) => fill(target, ({ text: place, kind }) => (kind === 'env' ? place : values[place] || undefined))
  const rows = ('servers' in read ? read.servers : []).map((server, at) => {
    const target = server.target && filled(server.target)
    const known = target !== undefined && isKnown({ name: server.name, target })
    return { server, at, target, known, picked: target !== undefined && (chosen[at] ?? (!server.disabled && !known)) }
  })
  const picked = rows.flatMap(({ server, target, picked }) => (picked && target !== undefined ? [{ name: server.name, target }] : []))
  const change = (next: string, from: string) => {
    setChosen({})
    onText(next, from)
  }
  return (
    <Dialog
      title="Import servers"
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" disabled={picked.length === 0} onClick={() => onKeep(picked)}>
            {picked.length === 0 ? 'Add to the list' : `Add ${picked.length} ${picked.length === 1 ? 'server' : 'servers'} to the list`}
          </Button>
        </>
      }
    >
      <div className={style.import} {...dropOf(change)}>
        {found.length > 0 && (
          <div className={style.found}>
            <span className={style.label}>On this machine:</span>
            {found.map(({ host, file }) => (
              <Button
                key={file}
                aria-pressed={file === fileName}
                title={file}
                onClick={() => {
                  setChosen({})
                  onFound(file)
                }}
              >
                {host}
              </Button>
            ))}
          </div>
        )}
        {fault !== undefined && (
          <Note tone="bad" role="alert" title="That file was not read">
            {fault}
          </Note>
        )}
        <label className={style.label} htmlFor={pick}>
          The mcp.json of any host, a settings file, Codex’s config.toml, a server.json of the registry: paste it, drop it here, or
        </label>
        <input
          id={pick}
          type="file"
          accept=".json,.jsonc,.toml,.yaml,.yml,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file !== undefined) void file.text().then((content) => change(content, file.name))
          }}
        />
        <textarea
          className="mono"
          aria-label="Configuration"
          rows={text === '' ? 8 : 4}
          spellCheck={false}
          value={text}
          data-focus
          placeholder={'{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }'}
          onChange={(event) => change(event.target.value, '')}
        />
        {'fault' in read && text.trim() !== '' && (
          <Note tone="bad" role="alert" title="No servers could be read from this">
            {read.fault}
          </Note>
        )}
        {'servers' in read && (
          <>
            <p className={style.dim}>
              {read.host === undefined ? '' : `Read as ${hostOf(read.host).title} writes it. `}Nothing is started: added servers wait in the
              list until you connect.
            </p>
            <ul className={style.servers} aria-label="Servers found">
              {rows.map(({ server, at, target, known, picked }) => (
                <Row
                  key={at}
                  server={server}
                  target={target}
                  known={known}
                  picked={picked}
                  onPick={(yes) => setChosen({ ...chosen, [at]: yes })}
                  values={values}
                  onValue={(place, value) => setValues({ ...values, [place]: value })}
                  onUse={onUse}
                />
              ))}
            </ul>
            {picked.some(({ target }) => secretsOf(target).length > 0) && (
              <Check
                label="Remember secrets in this browser"
                hint="Unticked, tokens, header values and environment values are known until the page is reloaded."
                checked={secrets}
                onChange={onSecrets}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Row({
  server,
  target,
  known,
  picked,
  onPick,
  values,
  onValue,
  onUse,
}: {
  server: ConfigServer
  target: Target | undefined
  known: boolean
  picked: boolean
  onPick: (picked: boolean) => void
  values: { [placeholder: string]: string }
  onValue: (placeholder: string, value: string) => void
  onUse: (server: Imported) => void
}) {
  const { name, disabled, notes } = server
  const title = reveal(name) || 'a server without a name'
  const open: Placeholder[] = server.target === undefined ? [] : placeholdersOf(server.target)
  const said = [...(known ? ['It is in the list already.'] : []), ...(disabled ? ['Its host has it switched off.'] : []), ...notes]
  return (
    <li className={style.server}>
      <label className={style.name}>
        <input type="checkbox" checked={picked} disabled={target === undefined} onChange={(event) => onPick(event.target.checked)} />
        <b>{title}</b>
      </label>
      {target !== undefined && (
        <Button look="quiet" aria-label={`Fill the form with ${title}`} onClick={() => onUse({ name, target })}>
          Fill the form
        </Button>
      )}
      {target !== undefined && (
        <div className={`${style.where} mono`}>
          {target.kind === 'stdio' ? writeCommandLine([target.command, ...maskArgs(target.args)]) : maskUrl(target.url)}
          {target.kind === 'stdio' && target.cwd !== undefined && <span className={style.dim}> in {target.cwd}</span>}
        </div>
      )}
      {target !== undefined && namesIn(target).length > 0 && (
        <div className={style.dim}>
          {target.kind === 'stdio' ? 'Environment' : 'Headers'}: {namesIn(target).join(', ')}
        </div>
      )}
      {open
        .filter(({ kind }) => kind !== 'env')
        .map(({ text: place, name: what }) => (
          <div key={place} className={style.place}>
            <span className="mono">{what}</span>
            <SecretInput
              aria-label={what}
              what={what}
              value={values[place] ?? ''}
              placeholder="not filled in"
              onChange={(event) => onValue(place, event.target.value)}
            />
          </div>
        ))}
      {open.some(({ kind }) => kind === 'env') && (
        <div className={style.dim}>
          {'Taken from the environment that Loupe was started in: '}
          {[...new Set(open.filter(({ kind }) => kind === 'env').map(({ name: what }) => what))].join(', ')}
        </div>
      )}
      {said.length > 0 && <div className={target === undefined ? style.bad : style.dim}>{said.join(' ')}</div>}
    </li>
  )
}

function namesIn(target: Target): string[] {
  if (target.kind === 'stdio') return target.env.map(({ name }) => name)
  return [...target.headers.map(({ name }) => name), ...(target.bearer === undefined ? [] : ['Authorization'])]
}

function attempt(text: string, fileName: string): Config | { fault: string } {
  try {
    return readConfig(text, fileName)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Handlers that take a dropped file, or dropped text, from an element. */
function dropOf(onText: (text: string, fileName: string) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      event.stopPropagation()
      const [file] = event.dataTransfer.files
      if (file !== undefined) void file.text().then((content) => onText(content, file.name))
      else onText(event.dataTransfer.getData('text/plain'), '')
    },
  }
}
