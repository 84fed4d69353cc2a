// Text in the ways it can be read. What is short lies in the page; what is long is asked for by windows, from a worker
// where it is large.
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { BigPart, type BigLook, type BigSource, type TableFacts } from '#mcp/content/big.ts'
import { fileName } from '#mcp/content/sniff.ts'
import type { TextMode } from '#mcp/content/text-kind.ts'
import type { HeldRef } from '#mcp/held.ts'
import { LONG_TEXT } from '#mcp/long-text.ts'
import type { Json } from '#mcp/json.ts'
import { deferred } from '../deferred.tsx'
import { JsonTree } from '../JsonView.tsx'
import { Note } from '../Note.tsx'
import { count, size } from '../format.ts'
import { useSetting } from '../use-setting.ts'
import type { BigTreeProps } from './BigTree.tsx'
import { keptSource, sourceOf } from './held-access.ts'
import { heldAccess } from './held-way.ts'
import { PlainText } from './PlainText.tsx'
import type { SoughtPlace } from './sought-place.ts'
import { Viewer, type Shown } from './Viewer.tsx'
import { Oddities } from './ViewerBar.tsx'
import style from './viewers.module.css'

const MarkdownViewer = deferred(async () => (await import('./MarkdownViewer.tsx')).MarkdownViewer)
const PageView = deferred(async () => (await import('./PageView.tsx')).PageView)
const BigText = deferred(async () => (await import('./BigText.tsx')).BigText)
const BigTree = deferred(async () => (await import('./BigTree.tsx')).BigTree)
const TableView = deferred(async () => (await import('./TableView.tsx')).TableView)

// A large result is no moment to fetch code: it comes when the page has nothing better to do.
if (typeof requestIdleCallback === 'function')
  requestIdleCallback(() => {
    BigText.preload()
    BigTree.preload()
    heldAccess().catch(() => undefined)
  })

export interface TextViewerProps extends Shown {
  /** The text, or its beginning where `held` is given. */
  text: string
  held?: HeldRef
  mimeType?: string
  /** Shown as the kind; the media type unless given. */
  kind?: ReactNode
  /** How it is shown at first, if not in the best way. */
  initial?: TextMode
  /** Things said about values of its JSON, by JSON Pointer: shown at their place. */
  marks?: BigTreeProps['notes']
  /** A place in its JSON, gone to when it changes. */
  goTo?: SoughtPlace | undefined
}

const TITLES: Record<TextMode, string> = {
  json: 'JSON',
  lines: 'JSON Lines',
  markdown: 'Markdown',
  table: 'Table',
  page: 'Page',
  text: 'Text',
}

/** Characters that lie in the page whole; longer texts are drawn by windows. */
const SHORT = 100_000

/** What is known of a text, and where it is asked for. `json`: its value, where that lies in the page. */
interface Known {
  look: BigLook
  source: BigSource
  json?: Json
}

export function TextViewer(props: TextViewerProps) {
  const { text, held, mimeType = '', name = '', kind, facts = [], notes = [], initial, acts, raw, lead, marks, goTo } = props
  const large = held !== undefined || text.length > LONG_TEXT
  const near = useMemo(() => {
    if (large) return undefined
    const source = new BigPart(text)
    const look = source.lookNow(mimeType, name)
    return { look, source, json: source.json }
  }, [large, text, mimeType, name])
  const far = useKnownAfar(large ? text : undefined, held, mimeType, name)
  const known = near ?? far.known
  const [chosen, setChosen] = useState(initial)
  const [went, setWent] = useState(goTo)
  if (went !== goTo) {
    setWent(goTo)
    if (goTo?.asked === true) setChosen('json')
  }
  const [wrap, setWrap] = useSetting('text.wrap', true)
  const [fault, setFault] = useState<string>()
  const modes = known?.look.modes ?? ['text']
  const mode = chosen !== undefined && modes.includes(chosen) ? chosen : modes[0]!
  const bytes = useMemo(() => (large ? undefined : new TextEncoder().encode(text).length), [large, text])
  const whole = large ? () => known?.source.copy() ?? text : () => text
  const look = known?.look
  const { language, table } = look ?? {}
  const said = [
    bytes === undefined ? count(held?.length ?? text.length, 'character') : size(bytes),
    look?.lines !== undefined && look.lines > 1 && mode === 'text' ? count(look.lines, 'line') : undefined,
    mode === 'table' && table !== undefined ? `${count(table.rows, 'row')}, ${count(table.columns.length, 'column')}` : undefined,
    mode === 'text' && language !== undefined ? language : undefined,
    ...facts,
  ]
  return (
    <Viewer
      kind={kind ?? (mimeType || 'text')}
      facts={said}
      notes={[...notes, ...(look?.notes ?? []), ...(mode === 'table' ? (table?.notes ?? []) : [])]}
      modes={modes.map((id) => ({ id, title: TITLES[id] }))}
      mode={mode}
      onMode={(id) => {
        setFault(undefined)
        setChosen(id as TextMode)
      }}
      copy={whole}
      file={{ name: fileName(name, mimeType || 'text/plain', 'text'), mimeType: mimeType || 'text/plain', data: whole }}
      wrap={mode === 'text' && text.length > 40 ? { on: wrap, set: setWrap } : undefined}
      find={text !== '' && mode !== 'page'}
      label={TITLES[mode]}
      acts={acts}
      raw={raw}
      lead={lead}
    >
      {fault !== undefined || far.fault !== undefined ? (
        <div className={style.pad}>
          <Note tone="bad" role="alert" title={fault ?? far.fault!} />
        </div>
      ) : (
        known !== undefined && (
          <View
            known={known}
            mode={mode}
            text={text}
            wrap={wrap}
            onFault={setFault}
            short={!large && text.length <= SHORT}
            notes={marks}
            goTo={goTo}
          />
        )
      )}
    </Viewer>
  )
}

interface ViewProps extends Pick<BigTreeProps, 'notes' | 'goTo'> {
  known: Known
  mode: TextMode
  text: string
  wrap: boolean
  /** All of it is here, and short enough to lie in the page whole. */
  short: boolean
  onFault: (message: string) => void
}

function View({ known, mode, text, wrap, short, notes, goTo, onFault }: ViewProps) {
  const { look, source, json } = known
  switch (mode) {
    case 'json':
    case 'lines':
      if (json !== undefined && short) return <JsonTree value={json} label={TITLES[mode]} notes={notes} goTo={goTo} />
      return <BigTree source={source} label={TITLES[mode]} notes={notes} goTo={goTo} onFault={onFault} />
    case 'markdown':
      if (short) return <MarkdownViewer text={text} />
      return <Whole source={source} onFault={onFault} View={MarkdownViewer} />
    case 'page':
      if (short) return <PageView text={text} />
      return <Whole source={source} onFault={onFault} View={PageView} />
    case 'table':
      return <Tabular source={source} known={look.table} onFault={onFault} />
    default:
      if (look.length === 0) return <p className={style.nothing}>An empty text.</p>
      if (short && text.trim() === '') return <p className={style.nothing}>White space alone: {whiteWords(text)}.</p>
      if (short) return <PlainText text={text} wrap={wrap} language={look.language} />
      return <BigText source={source} lines={look.lines ?? 1} wrap={wrap} onFault={onFault} />
  }
}

/** What cannot be seen, in words: "3 spaces, 1 line break". */
function whiteWords(text: string): string {
  const breaks = text.match(/\r\n|\n|\r/g)?.length ?? 0
  const tabs = text.match(/\t/g)?.length ?? 0
  const spaces = text.match(/[^\S\r\n\t]/g)?.length ?? 0
  return [spaces > 0 && count(spaces, 'space'), tabs > 0 && count(tabs, 'tab'), breaks > 0 && count(breaks, 'line break')]
    .filter((one) => one !== false)
    .join(', ')
}

/** A table, whose columns and rows are counted when it is wanted where they are not known yet. */
function Tabular({ source, known, onFault }: { source: BigSource; known: TableFacts | undefined; onFault: (message: string) => void }) {
  const [found, setFound] = useState<TableFacts>()
  useEffect(() => {
    if (known !== undefined) return
    let gone = false
    source.facts().then(
      (facts) => !gone && setFound(facts),
      (error: unknown) => !gone && onFault((error as Error).message),
    )
    return () => {
      gone = true
    }
  }, [source, known, onFault])
  const table = known ?? found
  if (table === undefined) return null
  return (
    <>
      {known === undefined && <Oddities notes={table.notes} />}
      <TableView source={source} table={table} label="Table" onFault={onFault} />
    </>
  )
}

/** What must be read whole to be drawn. */
function Whole({
  source,
  onFault,
  View,
}: {
  source: BigSource
  onFault: (message: string) => void
  View: ComponentType<{ text: string }>
}) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let gone = false
    source.copy().then(
      (all) => !gone && setText(all),
      (error: unknown) => !gone && onFault((error as Error).message),
    )
    return () => {
      gone = true
    }
  }, [source, onFault])
  return text === undefined ? null : <View text={text} />
}

/** Asks what a text is where it lies; one that lies here is handed over first. */
function useKnownAfar(
  text: string | undefined,
  held: HeldRef | undefined,
  mimeType: string,
  name: string,
): { known?: Known; fault?: string } {
  const [state, setState] = useState<{ known?: Known; fault?: string }>({})
  useEffect(() => {
    if (text === undefined) return
    // The code that draws comes while the text is looked at.
    BigText.preload()
    BigTree.preload()
    let gone = false
    const ask = async () => {
      const source = held === undefined ? await keptSource(text) : sourceOf(held)
      const look = await source.look(mimeType, name)
      if (!gone) setState({ known: { look, source } })
    }
    ask().catch((error: unknown) => !gone && setState({ fault: (error as Error).message }))
    return () => {
      gone = true
    }
  }, [text, held, mimeType, name])
  return state
}
