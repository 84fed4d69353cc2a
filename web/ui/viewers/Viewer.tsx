// The frame around anything shown, the same everywhere: what it is at the left, what can be done with it at the right.
// It fills the window on demand, without its view being made anew.
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Json } from '#mcp/json.ts'
import { Button } from '../Button.tsx'
import { Tabs } from '../Tabs.tsx'
import { useCopy } from '../use-copy.ts'
import { download, openRaw, rawType } from './download.ts'
import { FindBar } from './FindBar.tsx'
import { laterFinder, Offers, type ViewOffers } from './finder.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { RawBlock } from './RawBlock.tsx'
import { Oddities, ViewerBar } from './ViewerBar.tsx'
import style from './viewers.module.css'

/** What every viewer is told by whoever shows something in it. */
export interface Shown {
  /** What names the download: a URI or a word. */
  name?: string
  facts?: readonly (string | undefined)[]
  notes?: readonly string[]
  /** Further buttons. */
  acts?: ReactNode
  /** The block or the contents as they came. */
  raw?: Json
  /** Above the view: what it is about. */
  lead?: ReactNode
}

export interface ViewerProps extends Omit<Shown, 'name'> {
  kind: ReactNode
  /** Ways to show it; a choice when there are several. */
  modes?: readonly { id: string; title: string }[]
  mode?: string
  onMode?: (id: string) => void
  /** Accessible name of that choice. */
  modesLabel?: string
  /** What copying gives. */
  copy?: string | (() => string | Promise<string>)
  /** Saved under its name, and opened raw where its type allows. */
  file?: { name: string; mimeType: string; data: () => BlobPart | Promise<BlobPart> }
  wrap?: { on: boolean; set: (on: boolean) => void }
  /** Whether the text in the view is searched by the frame; false where there is none. A view may offer better. */
  find?: boolean
  /** Named in labels: "Find in …". */
  label?: string
  children?: ReactNode
}

const NOTHING: ViewOffers = {}

export function Viewer(props: ViewerProps) {
  const { kind, facts, notes = [], acts, raw, lead, modes = [], mode, onMode, modesLabel = 'Shown as', copy, file, wrap } = props
  const { find = true, label = 'this text', children } = props
  const [offers, setOffers] = useState(NOTHING)
  const [finding, setFinding] = useState(false)
  const [full, setFull] = useState(false)
  const [asCame, setAsCame] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const [{ within, finder: inPage }] = useState(laterFinder)
  const finder = offers.finder ?? (find ? inPage : undefined)
  const tell = useCallback((given: ViewOffers) => setOffers(given), [])

  useLayoutEffect(() => {
    const element = frame.current
    if (!full || element === null) return
    // In the top layer, where it is: its view keeps its place, its folds and its hits.
    element.popover = 'manual'
    element.showPopover()
    return () => {
      element.hidePopover()
      element.removeAttribute('popover')
    }
  }, [full])
  // With the drawing itself: Esc may come as soon as the window is seen to be filled.
  useLayoutEffect(() => {
    if (!full) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      setFull(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [full])

  return (
    <Offers.Provider value={tell}>
      <div ref={frame} className={`${style.viewer} ${full ? style.full : ''}`} data-full={full || undefined}>
        <ViewerBar kind={kind} facts={facts} stays={finding}>
          {finding && finder !== undefined && <FindBar finder={finder} label={label} onClose={() => setFinding(false)} />}
          {modes.length > 1 && onMode !== undefined && (
            <Tabs look="segmented" label={modesLabel} tabs={[...modes]} selected={mode ?? modes[0]!.id} onSelect={onMode} />
          )}
          {acts}
          <span className={style.tools}>
            {finder !== undefined && !finding && <Tool glyph="find" label="Find" onClick={() => setFinding(true)} />}
            {wrap !== undefined && <Tool glyph="wrap" label="Wrap" pressed={wrap.on} onClick={() => wrap.set(!wrap.on)} />}
            {offers.unfold !== undefined && <Tool glyph="unfold" label="Unfold" onClick={() => offers.unfold?.(true)} />}
            {offers.unfold !== undefined && <Tool glyph="fold" label="Fold" onClick={() => offers.unfold?.(false)} />}
            {copy !== undefined && <CopyTool text={copy} />}
            {file !== undefined && (
              <Tool
                glyph="save"
                label="Save"
                title={`Save as “${file.name}”`}
                act={async () => download(file.name, await file.data(), file.mimeType)}
              />
            )}
            {file !== undefined && rawType(file.mimeType) !== undefined && (
              <Tool
                glyph="open"
                label="Open raw"
                title="Open raw in a new tab"
                act={async () => openRaw(await file.data(), file.mimeType)}
              />
            )}
            {raw !== undefined && (
              <Tool glyph="raw" label="As it came" title="As it came, with _meta" pressed={asCame} onClick={() => setAsCame(!asCame)} />
            )}
            {children !== undefined && (
              <Tool
                glyph={full ? 'less' : 'full'}
                label={full ? 'Leave full screen' : 'Full screen'}
                pressed={full}
                onClick={() => setFull(!full)}
              />
            )}
          </span>
        </ViewerBar>
        {lead}
        <Oddities notes={notes} />
        <div ref={within} className={style.view}>
          {children}
        </div>
        {asCame && raw !== undefined && <RawBlock value={raw} />}
      </div>
    </Offers.Provider>
  )
}

interface ToolProps {
  glyph: GlyphName
  label: string
  title?: string
  pressed?: boolean
  onClick?: () => void
  /** Says in place when it fails. */
  act?: () => Promise<void>
}

function Tool({ glyph, label, title = label, pressed, onClick, act }: ToolProps) {
  const [fault, setFault] = useState<string>()
  return (
    <Button
      look="quiet"
      className={style.tool}
      aria-label={label}
      aria-pressed={pressed}
      title={fault ?? title}
      data-fault={fault}
      onClick={() => {
        onClick?.()
        act?.().then(
          () => setFault(undefined),
          (error: unknown) => setFault((error as Error).message),
        )
      }}
    >
      <Glyph name={glyph} />
    </Button>
  )
}

function CopyTool({ text }: { text: string | (() => string | Promise<string>) }) {
  const { said, done, copy } = useCopy(text)
  return (
    <Button look="quiet" className={style.tool} aria-label="Copy" title={said ?? 'Copy'} onClick={copy}>
      <Glyph name={done ? 'done' : 'copy'} />
      {!done && said}
    </Button>
  )
}
