// Text in the ways it can be read: as it is, as JSON, as Markdown. Long texts come in steps.
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { JsonView } from '../JsonView.tsx'
import { Tabs } from '../Tabs.tsx'
import { count, reveal, size } from '../format.ts'
import { useSetting } from '../use-setting.ts'
import { download } from './download.ts'
import { fileName } from '#mcp/content/sniff.ts'
import { lookAtText, type TextMode } from '#mcp/content/text-kind.ts'
import { Oddities, ViewerBar } from './ViewerBar.tsx'
import style from './viewers.module.css'

const MarkdownViewer = lazy(() => import('./MarkdownViewer.tsx').then((module) => ({ default: module.MarkdownViewer })))

export interface TextViewerProps {
  text: string
  mimeType?: string
  /** What names the download: a URI or a word. */
  name?: string
  /** Shown as the kind; the media type unless given. */
  kind?: string
  facts?: readonly (string | undefined)[]
  notes?: readonly string[]
  /** How it is shown at first, if not in the best way. */
  initial?: TextMode
  /** Further buttons. */
  acts?: ReactNode
}

const TITLES: Record<TextMode, string> = { json: 'JSON', lines: 'JSON Lines', markdown: 'Markdown', text: 'Text' }

/** Characters drawn at a time. */
const STEP = 200_000

export function TextViewer({ text, mimeType = '', name = '', kind, facts = [], notes = [], initial, acts }: TextViewerProps) {
  const [force, setForce] = useState(false)
  const looked = useMemo(() => lookAtText(text, mimeType, force), [text, mimeType, force])
  const [chosen, setChosen] = useState(initial)
  const [wrap, setWrap] = useSetting('text.wrap', true)
  const [shown, setShown] = useState(STEP)
  const mode = chosen !== undefined && looked.modes.includes(chosen) ? chosen : looked.modes[0]!
  const bytes = useMemo(() => (text.length > 5_000_000 ? text.length : new Blob([text]).size), [text])
  return (
    <div className={style.viewer}>
      <ViewerBar kind={kind ?? (mimeType || 'text')} facts={[size(bytes), ...facts]}>
        {looked.modes.length > 1 && (
          <Tabs
            look="segmented"
            label="Shown as"
            tabs={looked.modes.map((id) => ({ id, title: TITLES[id] }))}
            selected={mode}
            onSelect={(id) => setChosen(id as TextMode)}
          />
        )}
        {looked.unread && (
          <Button look="quiet" title="It is large: the page may pause for a moment" onClick={() => setForce(true)}>
            Read as JSON
          </Button>
        )}
        {mode === 'text' && text.length > 80 && (
          <Button look="quiet" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
            Wrap
          </Button>
        )}
        {mode === 'text' && <CopyButton text={text} />}
        <Button look="quiet" onClick={() => download(fileName(name, mimeType || 'text/plain', 'text'), text, 'text/plain')}>
          Save
        </Button>
        {acts}
      </ViewerBar>
      <Oddities notes={[...notes, ...looked.notes]} />
      {(mode === 'json' || mode === 'lines') && looked.json !== undefined ? (
        <JsonView value={looked.json} />
      ) : mode === 'markdown' ? (
        <Suspense fallback={<pre className={style.text}>{text.slice(0, 4000)}</pre>}>
          <MarkdownViewer text={text} />
        </Suspense>
      ) : text === '' ? (
        <p className={style.nothing}>An empty text.</p>
      ) : (
        <div className={style.scroller}>
          {chunks(text.slice(0, shown)).map((chunk, at) => (
            <pre key={at} className={`${style.text} ${wrap ? style.wrapped : ''}`}>
              {reveal(chunk)}
            </pre>
          ))}
          {text.length > shown && (
            <p className={style.more}>
              <Button onClick={() => setShown(shown + STEP)}>Show {count(Math.min(STEP, text.length - shown), 'more character')}</Button> of{' '}
              {(text.length - shown).toLocaleString('en')} not shown
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Pieces of about 20,000 characters, cut at line ends where there are any, so that the browser lays out only those in sight. */
function chunks(text: string): string[] {
  const out: string[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + 20_000, text.length)
    const line = text.indexOf('\n', end)
    if (line >= 0 && line - end < 20_000) end = line + 1
    out.push(text.slice(at, end).replace(/\n$/, end < text.length ? '' : '\n'))
    at = end
  }
  return out
}
