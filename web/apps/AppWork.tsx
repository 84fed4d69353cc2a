// An app in its frame, with what it asks for above and what is known of it beneath. The frame stays the same element in every
// display mode: moved, it would begin anew.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isObject, type Json } from '#mcp/json.ts'
import { DISPLAY_MODES, type DisplayMode } from '#mcp/apps/host-context.ts'
import { STAGE_SANDBOX, stageOrigin, stageUrl, type StagePlace } from '#mcp/apps/stage.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { linkTo } from '../route/route.ts'
import { reveal } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import { appOf } from '#mcp/apps/app-tool.ts'
import { isLoosened, outsideOf } from '#mcp/apps/csp.ts'
import { AppLog } from './AppLog.tsx'
import { AppPolicy } from './AppPolicy.tsx'
import { AppSaid } from './AppSaid.tsx'
import { AppTools } from './AppTools.tsx'
import { ConsentStrip } from './ConsentStrip.tsx'
import { FeedEditor } from './FeedEditor.tsx'
import { HostEditor } from './HostEditor.tsx'
import { loosenedKey, NONE } from './loosened.ts'
import type { AppSession, Feed } from './app-session.ts'
import { hostContext, pageTheme, SURROUNDINGS, themeOf, USUAL_SURROUNDINGS, type Surroundings } from './surroundings.ts'
import { Said } from '../ui/Said.tsx'
import style from './Apps.module.css'

const STAGE_WORDS = {
  reading: 'reading its document',
  loading: 'opening the sandbox',
  greeting: 'waiting for ui/initialize',
  ready: 'ready',
  refused: 'not drawn',
  gone: 'taken down',
}
const MODE_WORDS: { [mode in DisplayMode]: string } = { inline: 'Inline', fullscreen: 'Fullscreen', pip: 'Picture in picture' }
/** Pixels of an app that has not told its height. */
const USUAL_HEIGHT = 240

export interface AppWorkProps {
  session: AppSession
  server: string
  tool: Json
  callId: number | undefined
  place: StagePlace
  fed: Feed
  onFeed: (feed: Feed) => void
}

export function AppWork({ session, server, tool, callId, place, fed, onFeed }: AppWorkProps) {
  const state = useStore(session.store)
  const { stage, resource, mode, size } = state
  const [set, setSurroundings] = useSetting<Surroundings>(SURROUNDINGS, USUAL_SURROUNDINGS)
  const [tab, setTab] = useState('log')
  const latestFeed = useRef(() => onFeed(fed))
  useEffect(() => {
    latestFeed.current = () => onFeed(fed)
  })
  const frame = useRef<HTMLIFrameElement>(null)
  // A policy holds from the beginning: another one needs another frame.
  const [loosened, setLoosened] = useSetting(loosenedKey(server), NONE)
  const app = appOf(tool)?.uri ?? ''
  const wantsLoose = loosened.includes(app)
  const [loose] = useState(wantsLoose)
  useEffect(() => {
    if (wantsLoose !== loose) latestFeed.current()
  }, [wantsLoose, loose])
  const setLoose = (on: boolean): void => setLoosened(on ? [...loosened, app] : loosened.filter((one) => one !== app))
  const box = useMeasured(
    (width, height) => {
      const measured = { width, height, mode: session.store.getState().mode, pageTheme: pageTheme() }
      session.context(hostContext(set, measured, tool, callId))
    },
    [set, mode, session],
  )
  const origin = stageOrigin(location.origin, place)
  const outside = outsideOf(resource?.csp)
  const shown = resource !== undefined && stage !== 'refused' && stage !== 'gone'
  useEffect(() => (shown && frame.current !== null ? session.attach(frame.current, origin) : undefined), [session, origin, shown])
  // With the drawing itself: Esc may come as soon as the app is seen to fill the window.
  useLayoutEffect(() => {
    if (mode !== 'fullscreen') return
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') session.setMode('inline')
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [mode, session])
  const hasTools = isObject(state.facts?.capabilities) && state.facts.capabilities.tools !== undefined
  const modes = DISPLAY_MODES.filter((one) => state.facts?.modes.includes(one) ?? one === 'inline')
  const height = Math.min(size.height ?? USUAL_HEIGHT, set.maxHeight)
  return (
    <section className={style.app} aria-label="App" data-stage={stage}>
      {stage === 'refused' && (
        <Note tone="bad" title="The app is not drawn" role="alert">
          {reveal(state.fault ?? '')}{' '}
          {state.readSeq !== undefined && <a href={linkTo({ panel: 'traffic', item: String(state.readSeq) })}>Its answer in Traffic</a>}
        </Note>
      )}
      {stage === 'reading' && (
        <Said as="p" className={style.quiet}>
          Reading its document, {reveal(app)}…
        </Said>
      )}
      <div className={style.stage} data-mode={shown ? mode : 'inline'} hidden={!shown}>
        <div className={style.bar}>
          <span className={style.from} title="What is in this frame was written by the server">
            App of {reveal(server)}
            {state.facts?.info !== undefined && ` · ${reveal(state.facts.info.name)} ${reveal(state.facts.info.version)}`}
          </span>
          <Said className={style.state}>{STAGE_WORDS[stage]}</Said>
          <span className={style.modes}>
            {modes.length > 1 &&
              modes.map((one) => (
                <Button key={one} look="quiet" aria-pressed={mode === one} onClick={() => session.setMode(one)}>
                  {MODE_WORDS[one]}
                </Button>
              ))}
          </span>
        </div>
        {state.pending[0] !== undefined && (
          <ConsentStrip key={state.pending[0].id} ask={state.pending[0]} server={server} waiting={state.pending.length - 1} />
        )}
        <div
          ref={box}
          className={style.box}
          style={mode === 'inline' ? { height, ...(set.width > 0 ? { width: set.width } : {}) } : undefined}
          data-border={resource?.prefersBorder !== false}
        >
          {shown && (
            <iframe
              ref={frame}
              title="App of the server, in its sandbox"
              className={style.frame}
              sandbox={STAGE_SANDBOX}
              referrerPolicy="no-referrer"
              style={{ colorScheme: themeOf(set, { pageTheme: pageTheme() }) }}
              src={stageUrl(location.origin, place, resource.csp, loose)}
              onLoad={() =>
                session.silent(
                  `The sandbox at ${origin} did not answer. Is Loupe’s command still running, and its port open to this browser?`,
                )
              }
            />
          )}
        </div>
      </div>
      {shown && state.mute && (
        <Note tone="bad" title="The app does not answer" role="status" actions={<Button onClick={() => onFeed(fed)}>Draw it anew</Button>}>
          Its document has said nothing for five seconds: its script never rests, its process ended, or it left its page.
        </Note>
      )}
      {shown && state.shy && !state.mute && (
        <Note tone="warn" title="The app has not greeted" role="status" actions={<Button onClick={() => onFeed(fed)}>Draw it anew</Button>}>
          Its document is there, and has not sent <code>ui/initialize</code> for five seconds. An app begins with it; until then it is given
          neither arguments nor a result.
        </Note>
      )}
      {stage === 'gone' && (
        <Note tone="info" title="The app was taken down" actions={<Button onClick={() => onFeed(fed)}>Draw it again</Button>} />
      )}
      {!loose && state.violations.some((one) => isLoosened(one) && !one.probe) && (
        <Note
          tone="warn"
          title="It runs text as code, and was stopped"
          actions={<Button onClick={() => setLoose(true)}>Allow it for this app</Button>}
        >
          The extension’s policy has no eval, WebAssembly or workers made of text, though some hosts do. If the app does not work, that may
          be why. Allowed, it begins anew and still reaches no further host.
        </Note>
      )}
      {loose && (
        <Note tone="warn" actions={<Button onClick={() => setLoose(false)}>Not any more</Button>}>
          You let this app run text as code (eval), which the extension’s own policy forbids.
        </Note>
      )}
      {outside.length > 0 && (
        <Note tone="warn">
          The app may reach {outside.slice(0, 5).join(', ')}
          {outside.length > 5 ? ` and ${outside.length - 5} more` : ''}: its resource declares that.
        </Note>
      )}
      {stage !== 'refused' && (
        <>
          <Tabs
            label="About the app"
            panelId="app-about"
            tabs={[
              { id: 'log', title: 'Messages', note: state.log.length + state.forgotten },
              { id: 'feed', title: 'Input' },
              { id: 'host', title: 'Host' },
              { id: 'policy', title: 'Policy', ...(state.violations.length === 0 ? {} : { note: state.violations.length }) },
              ...(hasTools ? [{ id: 'tools', title: 'Its tools' }] : []),
              { id: 'said', title: 'Said', ...(state.messages.length === 0 ? {} : { note: state.messages.length }) },
            ]}
            selected={tab}
            onSelect={setTab}
          />
          <div id="app-about" role="tabpanel" aria-label="About the app" className={style.about}>
            {tab === 'log' && <AppLog state={state} onClear={session.clearLog} />}
            {tab === 'feed' && <FeedEditor fed={fed} onFeed={onFeed} onEnd={() => void session.end('A person took it down.')} />}
            {tab === 'host' && <HostEditor set={set} onSet={setSurroundings} loose={loose} onLoose={setLoose} />}
            {tab === 'policy' && <AppPolicy state={state} loose={loose} />}
            {tab === 'tools' && hasTools && <AppTools session={session} />}
            {tab === 'said' && <AppSaid state={state} server={server} />}
          </div>
        </>
      )}
    </section>
  )
}

/** Tells the size of an element now, whenever it changes, and whenever one of `again` does. */
function useMeasured(tell: (width: number, height: number) => void, again: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  const measure = useCallback(() => {
    const element = box.current
    if (element !== null && element.clientWidth > 0) latest.current(element.clientWidth, element.clientHeight)
  }, [])
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', measure)
    const marks = new MutationObserver(measure)
    marks.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      observer.disconnect()
      marks.disconnect()
      dark.removeEventListener('change', measure)
    }
  }, [measure])
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the caller names what changes what it tells
  useEffect(measure, again)
  return box
}
