// What an app wants to do, whole, and the answer: once, always or never. It is deaf for a moment, since a click meant for the
// app may land on it.
import { useEffect, useState } from 'react'
import { filesOf } from '#mcp/apps/app-files.ts'
import { isObject, type Json } from '#mcp/json.ts'
import { AddressView } from '../ui/AddressView.tsx'
import { Button } from '../ui/Button.tsx'
import { reveal, size } from '../ui/format.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import type { Pending } from './app-session.ts'
import { CONSENT_WORDS } from './consents.ts'
import style from './Apps.module.css'

const DEAF = 500

export function ConsentStrip({ ask, server, waiting }: { ask: Pending; server: string; waiting: number }) {
  const [deaf, setDeaf] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), DEAF)
    return () => clearTimeout(timer)
  }, [])
  const why = deaf ? 'In a moment: it has only just come' : undefined
  const name = nameOf(ask.params)
  return (
    <div className={style.consent} data-testid="app-consent">
      <Note
        tone="ask"
        role="status"
        title={`${CONSENT_WORDS[ask.kind].asks}${name === undefined ? '' : `: ${reveal(name)}`}`}
        actions={
          <>
            <Button look="ask" why={why} onClick={() => ask.answer(true)}>
              Allow once
            </Button>
            <Button why={why} onClick={() => ask.answer(true, true)}>
              Always for {reveal(server)}
            </Button>
            <Button why={why} onClick={() => ask.answer(false)}>
              Refuse
            </Button>
            <Button why={why} onClick={() => ask.answer(false, true)}>
              Never for {reveal(server)}
            </Button>
            {waiting > 0 && <span className={style.quiet}>{waiting} more after this</span>}
          </>
        }
      >
        {ask.kind === 'link' && isObject(ask.params) && typeof ask.params.url === 'string' ? (
          <AddressView url={ask.params.url} />
        ) : ask.kind === 'download' && isObject(ask.params) ? (
          <Files params={ask.params} />
        ) : (
          <div className={style.asked}>
            <JsonView bare value={shown(ask.params)} label="What it wants" />
          </div>
        )}
      </Note>
    </div>
  )
}

function Files({ params }: { params: { [name: string]: Json } }) {
  const read = filesOf(params)
  if ('fault' in read) return null
  return (
    <ul className={style.stopped}>
      {read.files.map(({ uri, name, mimeType, bytes }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that does not change
        <li key={at}>
          <b className="mono">{reveal(name)}</b> {reveal(mimeType)}{' '}
          {bytes === undefined ? <>from the server’s {reveal(uri)}</> : size(bytes.length)}
        </li>
      ))}
    </ul>
  )
}

function nameOf(params: Json): string | undefined {
  return isObject(params) && typeof params.name === 'string' ? params.name : undefined
}

function shown(params: Json): Json {
  return isObject(params) && typeof params.name === 'string' ? (params.arguments ?? {}) : params
}
