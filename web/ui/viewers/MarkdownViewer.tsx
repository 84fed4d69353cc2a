// Markdown from a stranger: no raw HTML, no remote images, and links that show where they lead.
import { Markdown } from 'markdown-to-jsx/react'
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react'
import { isWebUrl, reveal } from '../format.ts'
import { OutsideLink } from '../OutsideLink.tsx'
import { RemotePicture } from '../RemotePicture.tsx'
import { domFinder, useOffers, type ViewOffers } from './finder.ts'
import { piecesOf } from './markdown-pieces.ts'
import markdown from './MarkdownViewer.module.css'
import style from './viewers.module.css'

function SafeLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  return <OutsideLink href={href}>{children}</OutsideLink>
}

function SafeImage({ src, alt }: { src?: string; alt?: string }) {
  if (src !== undefined && DATA_IMAGE.test(src)) return <img src={src} alt={alt ?? ''} />
  return (
    <span className={markdown.dead}>
      [image{alt ? ` “${alt}”` : ''}, not loaded:{' '}
      {src !== undefined && isWebUrl(src) ? <RemotePicture src={src} alt={alt ?? ''} /> : reveal(src ?? 'no address')}]
    </span>
  )
}

const DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/

const OPTIONS = {
  disableParsingRawHTML: true,
  // The overrides below judge the address themselves, and show those that are dead.
  sanitizer: (value: string) => value,
  overrides: { a: SafeLink, img: SafeImage, iframe: () => null, style: () => null, script: () => null },
}

/** Drawn piece by piece as it comes into sight: 1 MB at once would hold up the page. A search has all of it drawn. */
export function MarkdownViewer({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  const [shown, setShown] = useState(1)
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (end === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setShown((before) => before + 1), {
      rootMargin: '600px',
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [end])
  const offers = useMemo<ViewOffers>(
    () =>
      root === null
        ? {}
        : {
            finder: domFinder(
              () => root,
              () => drawAll(pieces.length, setShown),
            ),
          },
    [root, pieces],
  )
  useOffers(offers)
  return (
    <div ref={setRoot} className={markdown.markdown}>
      {pieces.slice(0, shown).map((piece, at) => (
        <Piece key={at} text={piece} />
      ))}
      {pieces.length > shown && (
        <p key={shown} ref={setEnd} className={markdown.dead}>
          …
        </p>
      )}
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <div className={style.piece}>
      <Markdown options={OPTIONS}>{text}</Markdown>
    </div>
  )
})

/** A piece a frame. */
async function drawAll(count: number, setShown: (change: (before: number) => number) => void): Promise<void> {
  for (let drawn = 1; drawn <= count; drawn += 1) {
    const most = drawn
    setShown((before) => Math.max(before, most))
    await new Promise((resolve) => setTimeout(resolve))
  }
}
