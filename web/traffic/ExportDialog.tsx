// The record as a file to keep or to send: in which format, and what is taken out before it leaves.
import { useEffect, useRef, useState } from 'react'
import type { ConnectionState } from '../session/connection-state.ts'
import { call, type EngineFailure } from '../session/engine.ts'
import type { ExportPart, ExportPreview, ExportWish } from '../session/engine-record.ts'
import { DEFAULT_SETTINGS } from '../session/settings.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { count } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { download } from '../ui/viewers/download.ts'
import style from './ExportDialog.module.css'

const FORMATS: { id: ExportWish['as']; title: string; says: string; ending: string }[] = [
  { id: 'record', title: 'Record', says: 'JSON Lines: opens here again, whole', ending: 'jsonl' },
  { id: 'har', title: 'HAR 1.2', says: 'for a browser’s developer tools; HTTP alone', ending: 'har' },
  {
    id: 'page',
    title: 'Page',
    says: 'one HTML file with a viewer: opens in any browser and here again, and sends nothing',
    ending: 'html',
  },
  { id: 'report', title: 'Markdown report', says: 'for a bug tracker', ending: 'md' },
]

export interface ExportDialogProps {
  connection: ConnectionState
  /** What a report is of: the messages that were chosen, in words, and their seqs. */
  chosen: { what: string; seqs: number[]; notes?: { readonly [seq: string]: string } }
  initial: ExportWish['as']
  /** The records that there are to choose from; a file holds one. */
  records?: readonly { id: string; label: string }[]
  onRecord?: (id: string) => void
  onClose: () => void
}

export function ExportDialog({ connection, chosen, initial, records = [], onRecord, onClose }: ExportDialogProps) {
  const { id, name, record, target, facts, dropped } = connection
  const [as, setAs] = useState(initial)
  const [secrets, setSecrets] = useState(false)
  const [preview, setPreview] = useState<ExportPreview>()
  /** Shares from 0 to 1, of what takes its time: of the record that was looked at for secrets, and of the file that was written. */
  const [looked, setLooked] = useState<number>()
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    setPreview(undefined)
    setLooked(undefined)
    call('previewExport', [id], { signal, onPart: (share) => !signal.aborted && setLooked(share as number) }).then(
      (found) => !signal.aborted && setPreview(found),
      (error: Error) => !signal.aborted && setFault(error.message),
    )
    return () => control.abort()
  }, [id])
  const format = FORMATS.find((one) => one.id === as)!
  const { name: program, version } = DEFAULT_SETTINGS.clientInfo
  const [part, setPart] = useState<Exclude<ExportPart, { share: number }>>()
  const waits = useRef<AbortController>(null)
  useEffect(() => () => waits.current?.abort(), [])
  /** The file, and how many messages what was found in it leaves out. */
  const make = async (now: boolean): Promise<[Blob, number]> => {
    waits.current?.abort()
    const control = (waits.current = new AbortController())
    let unjudged = 0
    const onPart = (given: unknown) => {
      const told = given as ExportPart
      if (control.signal.aborted) return
      if (told.share !== undefined) setShare(told.share)
      else if (told.written) unjudged = told.unjudged
      else setPart(told)
    }
    setPart(undefined)
    setShare(undefined)
    const { seqs, notes = {} } = chosen
    const wish = { as, secrets, seqs, notes, by: { name: program, version }, now }
    const blob = await call('export', [id, wish], { signal: control.signal, onPart }).finally(
      () => waits.current === control && setShare(undefined),
    )
    setPart(unjudged === 0 ? undefined : { unjudged, written: true })
    return [blob, unjudged]
  }
  const save = async (now = false) => {
    setFault(undefined)
    try {
      const time = new Date().toISOString().slice(0, 19).replaceAll(/[:-]/g, '')
      const [file, unjudged] = await make(now)
      download(`${name.replaceAll(/[^\w.-]+/g, '-')}-${time}.${format.ending}`, file)
      if (unjudged === 0) onClose()
    } catch (error) {
      // Whoever did not want to wait has begun another one.
      if ((error as EngineFailure).kind !== 'cancelled') setFault((error as Error).message)
    }
  }
  const waiting = part?.written === false
  const empty = as === 'report' && chosen.seqs.length === 0
  const pipe = as === 'har' && (facts?.transport ?? target.kind) === 'stdio'
  return (
    <Dialog
      title="Export"
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {as === 'report' && !empty && <CopyButton text={async () => (await make(false))[0].text()} />}
          {share !== undefined && <Button onClick={() => waits.current?.abort()}>Stop writing</Button>}
          {waiting && <Button onClick={() => void save(true)}>Save as far as it is</Button>}
          <Button look="primary" disabled={empty || pipe || waiting || share !== undefined} onClick={() => void save()}>
            {secrets ? 'Save, with secrets' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={style.export}>
        {records.length > 1 && (
          <Field label="Record of" hint="A file holds the record of one connection: export each on its own.">
            {(field) => (
              <select {...field} value={id} onChange={(event) => onRecord?.(event.target.value)}>
                {records.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <fieldset className={style.formats}>
          <legend className="visually-hidden">Format</legend>
          {FORMATS.map(({ id, title, says }) => (
            <label key={id}>
              <input type="radio" name="format" data-focus={id === as ? '' : undefined} checked={id === as} onChange={() => setAs(id)} />
              <span>
                {title} <span className={style.dim}>{id === 'report' ? `${says}: ${chosen.what}` : says}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {pipe && (
          <Note tone="info" title="There is no HTTP in this record">
            Its messages went through a pipe, which HAR cannot hold. Choose Record, or Page.
          </Note>
        )}
        <Check
          label="With secrets"
          hint="Unticked, each is replaced by a name of its own wherever it stands, so that equal ones are still seen to be equal."
          checked={secrets}
          onChange={setSecrets}
        />
        {fault !== undefined && (
          <Note tone="bad" role="alert" title="The record could not be written">
            {fault}
          </Note>
        )}
        {share !== undefined && (
          <p>
            <progress aria-label="Written so far" value={share} /> {Math.floor(share * 100)} % written
          </p>
        )}
        {part !== undefined && (
          <Note
            tone={waiting ? 'info' : 'warn'}
            role="status"
            title={
              waiting
                ? `Its last ${count(part.unjudged, 'message')} are judged first`
                : `Written; its last ${count(part.unjudged, 'message')} had not been judged`
            }
          >
            {waiting
              ? 'The file tells what was found in it. It is written when that is known, in twenty seconds at the latest.'
              : 'What was found in it is partial, and the file says so. Save it once more in a while for the rest.'}
          </Note>
        )}
        {dropped > 0 && (
          <Note tone="warn" title={`It begins late: ${count(dropped, 'older message')} were dropped`}>
            The file says so, and who checks it is told: what may have hung on them is not judged.
          </Note>
        )}
        {record !== undefined && record.redacted !== undefined && (
          <p className={style.dim}>This record was saved without its secrets: they are not in it any more.</p>
        )}
        <section aria-label="What is replaced" aria-busy={preview === undefined}>
          {preview === undefined ? (
            <p className={style.dim}>Looking for secrets…{looked === undefined ? '' : ` ${Math.floor(looked * 100)} % of the record`}</p>
          ) : preview.redactions.length === 0 ? (
            <p>No secrets were found in {count(preview.messages, 'message')}.</p>
          ) : (
            <>
              <p>{secrets ? 'It will hold these secrets:' : `Replaced in ${count(preview.messages, 'message')}:`}</p>
              <ul className={`${style.list} ${secrets ? style.kept : ''}`}>
                {preview.redactions.map(({ placeholder, where, count: times }) => (
                  <li key={placeholder}>
                    <span>{where}</span>
                    <span className={style.dim}>
                      {times === 1 ? 'once' : `${times.toLocaleString('en')} times`}
                      {secrets ? '' : `, as ${placeholder}`}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className={style.dim}>
            What is not named like a secret stays: arguments, results and log lines are written as they crossed the wire. Look them over
            before you send the file on.
          </p>
        </section>
      </div>
    </Dialog>
  )
}
