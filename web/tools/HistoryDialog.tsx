// All remembered calls of a tool and the requests saved under a name: fill the form, call again, compare two, carry
// saved ones to another browser in a file.
import { useId, useState, type ReactNode } from 'react'
import { parseJson, writeJson } from '#mcp/json.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DiffView } from '../ui/DiffView.tsx'
import { clock, day, duration } from '../ui/format.ts'
import { Said } from '../ui/Said.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { download } from '../ui/viewers/download.ts'
import type { PastCall } from './calls.ts'
import { ComparedResults } from './ComparedResults.tsx'
import { exportText, importText, NO_SAVED, savedKey, withSaved, type SavedRequest, type StoredRequest } from './saved-requests.ts'
import style from './History.module.css'

export interface HistoryDialogProps {
  storeKey: string
  server: string
  tool: string
  past: readonly PastCall[]
  current: (() => StoredRequest) | undefined
  onRefill: (request: StoredRequest) => void
  onRerun: (request: StoredRequest) => void
  onClose: () => void
}

export function HistoryDialog(props: HistoryDialogProps) {
  const { tool, past, onRefill, onRerun, onClose } = props
  const [ticked, setTicked] = useState<number[]>([])
  const chosen = past.filter(({ at }) => ticked.includes(at))
  const [newer, older] = chosen
  return (
    <Dialog title={`Requests of ${tool}`} open wide onClose={onClose}>
      <Saved {...props} />
      <section aria-label="Last calls" className={style.part}>
        <h3>Last calls</h3>
        {past.length === 0 && <p className={style.quiet}>None yet.</p>}
        <ul className={style.list}>
          {past.map((call) => (
            <li key={call.at}>
              <label className={style.what}>
                <input
                  type="checkbox"
                  aria-label={`Compare the call of ${clock(call.at)}`}
                  checked={ticked.includes(call.at)}
                  onChange={({ target: { checked } }) =>
                    // A third takes the place of the first.
                    setTicked((before) => (checked ? [...before, call.at].slice(-2) : before.filter((at) => at !== call.at)))
                  }
                />
                <code>{call.arguments}</code>
              </label>
              <span className={style.quiet}>
                {call.state}
                {call.ms !== undefined && ` · ${duration(call.ms)}`} · {day(call.at)}, {clock(call.at).slice(0, 8)}
              </span>
              <Acts request={call} onRefill={onRefill} onRerun={onRerun} />
            </li>
          ))}
        </ul>
        {past.length > 1 && chosen.length < 2 && <p className={style.quiet}>Tick two to compare them.</p>}
      </section>
      {newer !== undefined && older !== undefined && (
        <section aria-label="Comparison" className={style.part}>
          <h3>
            {clock(older.at).slice(0, 8)} → {clock(newer.at).slice(0, 8)}
          </h3>
          <Compared title="Arguments" older={older.arguments} newer={newer.arguments} />
          {(older.meta ?? newer.meta) !== undefined && <Compared title="_meta" older={older.meta ?? '{}'} newer={newer.meta ?? '{}'} />}
          <ComparedResults storeKey={props.storeKey} older={older} newer={newer} />
        </section>
      )}
    </Dialog>
  )
}

function Saved({ server, tool, current, onRefill, onRerun }: HistoryDialogProps) {
  const id = useId()
  const [saved, setSaved] = useSetting<SavedRequest[]>(savedKey(server), NO_SAVED)
  const [name, setName] = useState('')
  const [said, setSaid] = useState('')
  const mine = saved.filter((one) => one.tool === tool)
  const take = async (file: File) => {
    try {
      const more = importText(await file.text())
      setSaved((before) => withSaved(before, ...more))
      const here = more.filter((one) => one.tool === tool).length
      setSaid(`${more.length} taken in, ${here} of them of this tool.`)
    } catch (error) {
      setSaid(`Nothing was taken in. ${(error as Error).message}`)
    }
  }
  return (
    <section aria-label="Saved requests" className={style.part}>
      <h3>Saved requests</h3>
      <form
        className={style.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '' || current === undefined) return
          setSaved((before) => withSaved(before, { name: name.trim(), tool, ...current() }))
          setName('')
        }}
      >
        <input
          aria-label="Name for what the form holds"
          placeholder="name"
          data-focus=""
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || current === undefined}>
          Save what the form holds
        </Button>
      </form>
      <ul className={style.list}>
        {mine.map((one) => (
          <li key={one.name}>
            <span className={style.what}>
              <b>{one.name}</b> <code>{one.arguments}</code>
            </span>
            <Acts request={one} onRefill={onRefill} onRerun={onRerun}>
              <Button
                look="quiet"
                aria-label={`Delete ${one.name}`}
                onClick={() => setSaved((before) => before.filter((other) => other !== one))}
              >
                Delete
              </Button>
            </Acts>
          </li>
        ))}
      </ul>
      <div className={style.line}>
        <Button
          look="quiet"
          disabled={saved.length === 0}
          onClick={() => download(`${server.replace(/[/\\]/g, '-')}.requests.json`, exportText(saved), 'application/json')}
        >
          Export all of this server
        </Button>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="visually-hidden"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) void take(file)
            event.target.value = ''
          }}
        />
        <label htmlFor={id} className={style.file}>
          Import a file
        </label>
        <Said className={style.quiet}>{said}</Said>
      </div>
    </section>
  )
}

interface ActsProps {
  request: StoredRequest
  onRefill: (request: StoredRequest) => void
  onRerun: (request: StoredRequest) => void
  children?: ReactNode
}

function Acts({ request, onRefill, onRerun, children }: ActsProps) {
  return (
    <span className={style.acts}>
      <Button look="quiet" onClick={() => onRefill(request)}>
        Fill
      </Button>
      <Button look="quiet" onClick={() => onRerun(request)}>
        Send again
      </Button>
      {children}
    </span>
  )
}

function Compared({ title, older, newer }: { title: string; older: string; newer: string }) {
  return (
    <div>
      <b>{title}</b>
      <DiffView before={pretty(older)} after={pretty(newer)} label={title} />
    </div>
  )
}

function pretty(text: string): string {
  return writeJson(parseJson(text), 2)
}
