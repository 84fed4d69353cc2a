// Sends any text as a message, good or broken on purpose, and shows what comes back beside it.
import { useEffect, useMemo, type KeyboardEvent } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RawMethod } from '#mcp/session-types.ts'
import { isPipe } from '#mcp/transport/target.ts'
import { currentRoute, go, useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { call } from '../session/engine.ts'
import { useProxy } from '../session/proxy-state.ts'
import { spellKeys } from '../session/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { Menu } from '../ui/Menu.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import pane from '../ui/Pane.module.css'
import { RawHeaders } from './RawHeaders.tsx'
import { RawNotes } from './RawNotes.tsx'
import { RawReply } from './RawReply.tsx'
import { detours, EMPTY, idsToRenew, keptBack, sendRaw, setRawDraft, stopRaw, useRawDraft, useRawRun, type RawDraft } from './raw-draft.ts'
import { templates } from './raw-templates.ts'
import style from './Raw.module.css'
import tones from './tones.module.css'

const NONE: [string, string][] = []
const METHODS: RawMethod[] = ['POST', 'GET', 'DELETE']

export function RawPanel() {
  const connection = useConnection()
  return connection === undefined ? null : <Raw key={connection.id} connection={connection} />
}

function Raw({ connection }: { connection: ConnectionState }) {
  const { id, target, facts, status } = connection
  const narrow = useNarrow()
  const pipe = target.kind === 'stdio' || isPipe(target.url)
  const choices = useMemo(() => templates(facts?.envelope), [facts?.envelope])
  const draft = useRawDraft(id) ?? { ...EMPTY, text: choices[0]!.text }
  const run = useRawRun(id)
  const own = useOwnHeaders(connection, draft, pipe)
  // A link may bring a message: it fills the composer once, and leaves the address.
  const brought = useRoute().query.text
  useEffect(() => {
    if (brought === undefined) return
    setRawDraft(id, { ...EMPTY, text: brought })
    const { text: _, ...rest } = currentRoute().query
    go({ query: rest }, 'replace')
  }, [brought, id])
  const proxyThere = useProxy(({ state }) => state.kind === 'open')
  const detour = detours(connection, proxyThere, own, draft)
  const renewed = idsToRenew(draft).length
  const up = status === 'connected'
  const set = (change: Partial<RawDraft>) => setRawDraft(id, { ...draft, ...change })
  const send = (proxy = false) => {
    if (up) void sendRaw(id, draft, own, proxy, proxy || detour)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    send()
  }
  const composer = (
    <section className={style.composer} aria-label="Message to send" onKeyDown={onKeyDown}>
      <div className={pane.bar}>
        <h2>Raw</h2>
        {!pipe && (
          <select aria-label="HTTP method" value={draft.http} onChange={({ target }) => set({ http: target.value as RawMethod })}>
            {METHODS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <span className={pane.end}>
          <Menu
            label="Templates"
            items={choices.map(({ id, title, breaks, text }, index) => ({
              id,
              title,
              note: breaks,
              parted: breaks !== undefined && choices[index - 1]?.breaks === undefined,
              onSelect: () => set({ text, http: 'POST', usedIds: undefined }),
            }))}
          />
        </span>
      </div>
      <div className={style.text}>
        {draft.http === 'POST' || pipe ? (
          <JsonEditor tall label="Message" text={draft.text} onChange={(text) => set({ text })} />
        ) : (
          <p className={tones.dim}>
            {draft.http === 'GET'
              ? 'A GET carries no message. It asks for the stream, and stays open until it is stopped.'
              : 'A DELETE carries no message. It ends the session of the header Mcp-Session-Id.'}
          </p>
        )}
      </div>
      {!pipe && <RawHeaders own={own} draft={draft} onChange={set} />}
      <RawNotes
        connection={connection}
        draft={draft}
        kept={pipe ? [] : keptBack(own, draft)}
        detour={detour}
        onProxy={() => send(true)}
        onKeepId={() => set({ usedIds: [] })}
      />
      <div className={pane.act}>
        {run?.running === true && <Button onClick={() => stopRaw(id)}>Stop</Button>}
        <Button look="primary" disabled={!up} hint={narrow ? undefined : spellKeys('mod+enter')} onClick={() => send()}>
          Send
        </Button>
        <span className={pane.hint}>
          {!up
            ? 'Connect first.'
            : pipe
              ? 'It leaves as one line; line breaks become spaces.'
              : `It leaves as it stands, byte for byte${renewed === 0 ? '' : renewed === 1 ? ', but for its id' : ', but for its ids'}.`}
        </span>
      </div>
    </section>
  )
  return (
    <div className={style.panel}>
      <SplitView
        name={narrow ? 'raw.tall' : 'raw'}
        label="Size of what came back"
        direction={narrow ? 'column' : 'row'}
        fixed="second"
        initial={narrow ? 300 : 560}
        min={narrow ? 120 : 280}
        first={composer}
        second={<RawReply connection={id} run={run} pipe={pipe} />}
      />
    </div>
  )
}

/** What the session would send with this text, as the engine says. */
function useOwnHeaders({ id, generation, status, facts }: ConnectionState, { text, http }: RawDraft, pipe: boolean): [string, string][] {
  const { data } = useQuery({
    queryKey: ['raw-headers', id, generation, facts?.sessionId, http, text],
    queryFn: () => call('rawHeaders', [id, text, http]),
    placeholderData: keepPreviousData,
    enabled: !pipe && status === 'connected',
    gcTime: 1000,
  })
  return data ?? NONE
}
