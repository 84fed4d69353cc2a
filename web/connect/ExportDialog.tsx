// A server written as another program wants it in its configuration, with the file that it goes into.
import { useMemo } from 'react'
import { HOSTS, type HostId } from '#mcp/config/hosts.ts'
import { lostIn, writeServer } from '#mcp/config/write.ts'
import { secretsOf, withReferences, type Remembered } from '../session/server.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useSetting } from '../ui/use-setting.ts'
import style from './ExportDialog.module.css'

export interface ExportDialogProps {
  /** With its secrets, where this page has them. */
  server: Pick<Remembered, 'name' | 'target'>
  /** Names of the values that this browser does not have. */
  withheld: string[]
  onClose: () => void
}

export function ExportDialog({ server, withheld, onClose }: ExportDialogProps) {
  const [host, setHost] = useSetting<HostId>('export.host', 'claude-code')
  const [secrets, setSecrets] = useSetting('export.secrets', false)
  const { name, target } = server
  const known = HOSTS.find(({ id }) => id === host) ?? HOSTS[0]!
  const has = secretsOf(target).length > 0
  const shown = secrets ? target : withReferences(target)
  const written = useMemo(() => attempt(known.id, name, shown), [known.id, name, shown])
  return (
    <Dialog
      title={`Export “${reveal(name)}”`}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {'text' in written && <CopyButton look="primary" text={written.text} />}
        </>
      }
    >
      <div className={style.export}>
        <Field label="For">
          {(field) => (
            <select {...field} data-focus value={known.id} onChange={(event) => setHost(event.target.value as HostId)}>
              {HOSTS.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {(has || withheld.length > 0) && (
          <Check
            label="With secret values"
            hint={
              withheld.length > 0
                ? `This browser does not have ${withheld.join(', ')}: they are written as places to fill in.`
                : 'Unticked, a value is written as a place that the host fills from its environment.'
            }
            checked={secrets}
            onChange={setSecrets}
          />
        )}
        {'fault' in written ? (
          <Note tone="bad" role="alert" title={`${known.title} cannot be told of this server`}>
            {written.fault}
          </Note>
        ) : (
          <>
            <p className={style.dim}>
              It goes into <code>{known.file[platform()]}</code>
              {known.project !== undefined && (
                <>
                  , or for one project into <code>{known.project}</code> in its folder
                </>
              )}
              .
            </p>
            <pre className={style.text} aria-label="Configuration">
              {written.text}
            </pre>
            {lostIn(known.id, target).map((one) => (
              <Note key={one} tone="warn">
                {one}
              </Note>
            ))}
          </>
        )}
      </div>
    </Dialog>
  )
}

function attempt(host: HostId, name: string, target: Remembered['target']): { text: string } | { fault: string } {
  try {
    return { text: writeServer(host, '', name, target) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function platform(): 'darwin' | 'win32' | 'linux' {
  const { userAgent } = navigator
  return /Mac/.test(userAgent) ? 'darwin' : /Windows/.test(userAgent) ? 'win32' : 'linux'
}
