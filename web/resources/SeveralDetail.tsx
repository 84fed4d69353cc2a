// Several resources read at once: each with its own state, so that one that fails takes none of the others along.
import { useEffect, useRef, useState } from 'react'
import { readContents } from '#mcp/content-read.ts'
import type { Resource } from '#mcp/model.ts'
import type { Answer } from '#mcp/session-types.ts'
import { linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { request } from '../session/engine.ts'
import { ResourceView } from '../ui/ContentView.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { count, duration, reveal, size } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { inTurn } from './in-turn.ts'
import style from './ResourcesPanel.module.css'

export interface SeveralDetailProps {
  connection: ConnectionState
  chosen: readonly Resource[]
  onClose: () => void
}

type Reading = { state: 'reading' } | { state: 'done'; answer: Answer } | { state: 'failed'; message: string }

/** Requests under way at a time. */
const AT_ONCE = 4

export function SeveralDetail({ connection, chosen, onClose }: SeveralDetailProps) {
  const [readings, setReadings] = useState<ReadonlyMap<number, Reading>>(new Map())
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const running = [...readings.values()].some(({ state }) => state === 'reading')
  const ready = connection.status === 'connected'
  const read = () => {
    stop.current?.abort()
    const control = new AbortController()
    stop.current = control
    setReadings(new Map(chosen.map(({ index }) => [index, { state: 'reading' }])))
    const put = (index: number, reading: Reading) => setReadings((before) => new Map(before).set(index, reading))
    void inTurn(chosen, AT_ONCE, async ({ index, uri }) => {
      try {
        const answer = await request(connection.id, 'resources/read', { uri }, { signal: control.signal })
        put(index, { state: 'done', answer })
      } catch (error) {
        put(index, { state: 'failed', message: (error as Error).message })
      }
    })
  }
  return (
    <section
      className={style.several}
      aria-label="Several resources"
      data-state={running ? 'running' : readings.size > 0 ? 'done' : 'idle'}
    >
      <div className={style.acts}>
        <Button look="primary" why={!ready ? 'Not connected' : chosen.length === 0 ? 'Nothing is ticked' : undefined} onClick={read}>
          Read {count(chosen.length, 'resource')}
        </Button>
        {running && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
        <Button look="quiet" onClick={onClose}>
          Back to one
        </Button>
        <span className={style.quietly}>{chosen.length === 0 && 'Tick what is to be read.'}</span>
      </div>
      {chosen.map((resource) => {
        const reading = readings.get(resource.index)
        return (
          <details key={resource.index} className={style.reading} open>
            <summary>
              <b>{reveal(resource.name === '' ? resource.uri : resource.name)}</b> <span className="mono">{reveal(resource.uri)}</span>{' '}
              <State reading={reading} />
            </summary>
            {reading?.state === 'failed' && <Note tone="bad" title={reading.message} />}
            {reading?.state === 'done' && <Contents answer={reading.answer} />}
          </details>
        )
      })}
    </section>
  )
}

function State({ reading }: { reading: Reading | undefined }) {
  if (reading === undefined) return null
  if (reading.state !== 'done') return <span className={style.quietly}>{reading.state === 'reading' ? 'reading…' : 'failed'}</span>
  const { ms, bytes, answerSeq } = reading.answer
  return (
    <span className={style.quietly}>
      {duration(ms)} · {size(bytes)} ·{' '}
      <a className="mono" href={linkTo({ panel: 'traffic', item: String(answerSeq) })}>
        #{answerSeq}
      </a>
    </span>
  )
}

function Contents({ answer }: { answer: Answer }) {
  const contents = readContents(answer.result)
  if (contents.length === 0) return <p className={style.quiet}>The answer has no contents.</p>
  return contents.map((one, at) => (
    <Boundary key={at} what={`Part ${at + 1}`}>
      {contents.length > 1 && <div className={style.partUri}>{one.uri === '' ? 'It has no “uri”.' : reveal(one.uri)}</div>}
      <ResourceView contents={one} />
    </Boundary>
  ))
}
