// Markdown from a stranger: no raw HTML, no remote images, and links that show where they lead.
import { Markdown } from 'markdown-to-jsx/react'
import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { count, isWebUrl, reveal } from '../format.ts'
import style from './viewers.module.css'

/** Characters drawn unless more are asked for. */
const STEP = 60_000

function SafeLink({ href, children }: { href?: string; children?: ReactNode }) {
  if (href === undefined || !isWebUrl(href))
    return (
      <span>
        {children} {href !== undefined && href !== '' && <span className={style.dead}>({reveal(href)})</span>}
      </span>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {children}
    </a>
  )
}

function SafeImage({ src, alt }: { src?: string; alt?: string }) {
  if (src !== undefined && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/.test(src)) return <img src={src} alt={alt ?? ''} />
  return (
    <span className={style.dead}>
      [image{alt ? ` “${alt}”` : ''}, not loaded:{' '}
      {src !== undefined && isWebUrl(src) ? <SafeLink href={src}>{src}</SafeLink> : reveal(src ?? 'no address')}]
    </span>
  )
}

const OPTIONS = {
  disableParsingRawHTML: true,
  // The overrides below judge the address themselves, and show those that are dead.
  sanitizer: (value: string) => value,
  overrides: { a: SafeLink, img: SafeImage, iframe: () => null, style: () => null, script: () => null },
}

export function MarkdownViewer({ text }: { text: string }) {
  const [shown, setShown] = useState(STEP)
  const drawn = useMemo(() => <Markdown options={OPTIONS}>{beginning(text, shown)}</Markdown>, [text, shown])
  return (
    <div className={style.markdown}>
      {drawn}
      {text.length > shown && (
        <Button onClick={() => setShown(shown + STEP)}>Show {count(Math.min(STEP, text.length - shown), 'more character')}</Button>
      )}
    </div>
  )
}

/** The first `most` characters, cut between paragraphs where that is possible. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.lastIndexOf('\n\n', most)
  return text.slice(0, cut > most / 2 ? cut : most)
}
