// Hands a file to the browser to keep, and blob: URLs that are given back when no longer shown.
import { useEffect, useState } from 'react'

/** Saves `data` under `name`. The type is only used by the browser's own dialog. */
export function download(name: string, data: BlobPart, mimeType = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([data], { type: mimeType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this task; a minute is far more than it needs to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A blob: URL for `bytes`, undefined until it is made; revoked when the component goes. */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer>, mimeType: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mimeType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, mimeType])
  return url
}
