// HTML drawn in a frame that may do nothing: no scripts, no origin, no network, nowhere to go. Shown when it is asked for.
import { useMemo } from 'react'
import { useBlobUrl } from './download.ts'
import { Oddities } from './ViewerBar.tsx'
import style from './viewers.module.css'

/** Beside the sandbox and the page's own policy, which the frame inherits: a third door, in case one is left open. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">`
const NOTE = 'Drawn without its scripts, its styles and anything that it would load; its links and forms are dead.'

export function PageView({ text }: { text: string }) {
  const bytes = useMemo(() => new TextEncoder().encode(POLICY + text), [text])
  const url = useBlobUrl(bytes, 'text/html;charset=utf-8')
  return (
    <>
      <Oddities notes={[NOTE]} />
      {url !== undefined && <iframe className={style.page} sandbox="" src={url} title="The page, drawn" referrerPolicy="no-referrer" />}
    </>
  )
}
