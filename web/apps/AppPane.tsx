// A tool's app beside its result: drawn when it is first looked at, fed with each call, and everything about it beneath.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isObject } from '#mcp/json.ts'
import { appOf } from '#mcp/apps/app-tool.ts'
import { stageFault, type StagePlace } from '#mcp/apps/stage.ts'
import { declaredTo } from '../session/opening.ts'
import { listQuery, type Listing } from '../session/list-query.ts'
import { useProxy } from '../session/proxy-state.ts'
import { readSetting } from '../ui/use-setting.ts'
import type { AppViewProps, ShownCall } from '../ui/app-slot.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { AppWork } from './AppWork.tsx'
import { createAppSession, type AppSession, type Feed } from './app-session.ts'
import { hostContext, pageTheme, SURROUNDINGS, USUAL_SURROUNDINGS } from './surroundings.ts'

export function AppPane({ connection, tool, call, hidden }: AppViewProps) {
  const client = useQueryClient()
  const proxy = useProxy(({ state }) => state)
  // To a host that declares no apps, a tool with one is a tool as any other.
  const [declared] = useState(() => declaredTo(connection.name).apps === true)
  const [wanted, setWanted] = useState(!hidden && declared)
  const [session, setSession] = useState<AppSession>()
  const [fed, setFed] = useState<Feed>()
  const current = useRef<AppSession>(undefined)
  const link = appOf(tool)
  const port = proxy.kind === 'open' ? proxy.stagePort : undefined
  // A proxy that is gone for a moment takes no app down.
  const [place, setPlace] = useState<StagePlace>()
  if (proxy.kind === 'open' && port !== undefined && (port !== place?.port || proxy.stageOrigin !== place.origin))
    setPlace({ port, ...(proxy.stageOrigin === undefined ? {} : { origin: proxy.stageOrigin }) })
  const unheld = place === undefined ? undefined : stageFault(location.origin, place)
  if (!hidden && declared && !wanted) setWanted(true)
  const { id, generation, name } = connection

  // A list that was asked for again is no reason to begin an app anew.
  const definition = useRef({ tool, generation })
  useEffect(() => {
    definition.current = { tool, generation }
  })
  const start = useCallback(
    async (feed: Feed, callId: number | undefined, reason: string) => {
      await current.current?.end(reason)
      const { tool } = definition.current
      const set = readSetting(SURROUNDINGS, USUAL_SURROUNDINGS)
      const measured = { width: 0, height: 0, mode: 'inline' as const, pageTheme: pageTheme() }
      const made = createAppSession({
        connection: id,
        server: name,
        tool,
        hostInfo: { name: 'mcp-loupe', version: proxyVersion() },
        context: hostContext(set, measured, tool, callId),
        toolNamed: (wanted) => {
          const { items = [] } =
            (client.getQueryData(listQuery(id, definition.current.generation, 'tools/list').queryKey) as Listing | undefined) ?? {}
          return items.find((one) => isObject(one) && one.name === wanted)
        },
      })
      current.current = made
      setSession(made)
      setFed(feed)
      void made.feed(feed.arguments, feed.end, feed.steps)
    },
    [client, id, name],
  )

  const callId = call?.id
  /** The calls that an app was begun for, and told the end of. */
  const begun = useRef<number>(undefined)
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (!wanted || call === undefined) return
    const { end } = outcome(call)
    if (begun.current !== call.id) {
      begun.current = call.id
      if (end !== undefined) told.current = call.id
      void start({ arguments: call.arguments, ...outcome(call) }, call.id, 'The tool is called again.')
    } else if (end !== undefined && told.current !== call.id) {
      told.current = call.id
      setFed((before) => (before === undefined || before.end !== undefined ? before : { ...before, end }))
      void current.current?.feed(call.arguments, end)
    }
  }, [wanted, call, start])
  useEffect(() => () => void current.current?.end('The page shows something else.'), [])

  const facts = useMemo(() => link?.notes ?? [], [link])
  if (link === undefined) return null
  return (
    <div hidden={hidden}>
      {facts.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
      {link.fault !== undefined ? (
        <Note tone="bad" title="The app cannot be drawn">
          {link.fault}
        </Note>
      ) : place === undefined || unheld !== undefined ? (
        <Note tone="bad" title="The app cannot be drawn here">
          {unheld ?? 'An app is drawn on an origin of its own, which Loupe’s command opens; this page has none.'}
        </Note>
      ) : !wanted ? (
        !hidden && (
          <Note
            tone="info"
            title="Apps are not declared to this server"
            actions={<Button onClick={() => setWanted(true)}>Draw it all the same</Button>}
          >
            The switch is off in Settings, so its tools are called as those without an app.
          </Note>
        )
      ) : session === undefined || fed === undefined ? (
        wanted && (
          <EmptyState title="Not called yet">
            The app is drawn when the tool is called.{' '}
            <Button onClick={() => void start({ arguments: {} }, undefined, '')}>Open it without a call</Button>
          </EmptyState>
        )
      ) : (
        <AppWork
          key={sessionKey(session)}
          session={session}
          server={name}
          tool={tool}
          callId={callId}
          place={place}
          fed={fed}
          onFeed={(feed) => void start(feed, callId, 'It is fed anew.')}
        />
      )}
    </div>
  )
}

function outcome({ state, result, reason }: ShownCall): Pick<Feed, 'end'> {
  if (state === 'running') return {}
  return { end: result === undefined ? { reason: reason ?? 'The call failed.' } : { result } }
}

function proxyVersion(): string {
  const { state } = useProxy.getState()
  return state.kind === 'open' ? state.version : ''
}

const keys = new WeakMap<AppSession, number>()
let lastKey = 0

function sessionKey(session: AppSession): number {
  if (!keys.has(session)) keys.set(session, (lastKey += 1))
  return keys.get(session)!
}
