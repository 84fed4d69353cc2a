// Where a person hosts a Client ID Metadata Document: whether its address can be one, and what must stand there.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Note } from '../ui/Note.tsx'
import { clientDocument, documentFault } from './client-document.ts'
import style from './Auth.module.css'

export function ClientDocument({ settings, redirectUri }: { settings: AuthSettings; redirectUri: string }) {
  const url = settings.metadataDocument ?? ''
  if (url === '') return null
  const fault = documentFault(url)
  if (fault !== undefined)
    return (
      <Note tone="warn" title="No metadata document can be there">
        {fault}
      </Note>
    )
  const text = clientDocument(url, redirectUri, settings)
  return (
    <details className={style.fold}>
      <summary>What the metadata document must hold</summary>
      <p className={style.dim}>
        Served at that address as application/json, for everyone: the authorization server fetches it, not this page.{' '}
        <CopyButton text={text} aria-label="Copy the metadata document" />
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={style.wire} tabIndex={0} aria-label="Metadata document">
        {text}
      </pre>
    </details>
  )
}
