// A web address that a server wrote: whole, its host set off, opened by a click alone. What is odd about it is the
// caller's to show (`readAddress().notes`).
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { reveal } from './format.ts'
import { readAddress } from './web-address.ts'
import style from './AddressView.module.css'

export interface AddressViewProps {
  url: string
  /** Between the address and the acts on it. */
  children?: ReactNode
}

export function AddressView({ url, children }: AddressViewProps) {
  const { parts } = readAddress(url)
  // What is opened is the address as the browser reads it; where the server wrote it otherwise, that stands beneath.
  const href = parts === undefined ? undefined : parts.before + parts.host + parts.after
  return (
    <>
      <div className={style.url} aria-label="Address" role="group">
        {parts === undefined ? (
          reveal(url)
        ) : (
          <>
            {reveal(parts.before)}
            <b>{reveal(parts.host)}</b>
            {reveal(parts.after)}
          </>
        )}
      </div>
      {href !== undefined && href !== url && href !== `${url}/` && (
        <p className={style.wrote}>
          The server wrote it as <code>{reveal(url)}</code>
        </p>
      )}
      {children}
      <div className={style.acts}>
        {href !== undefined && (
          <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
            Open in a new tab
          </a>
        )}
        <CopyButton text={href ?? url} label="Copy the address" />
      </div>
    </>
  )
}
