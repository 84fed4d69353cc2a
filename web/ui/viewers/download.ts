// Hands a file to the browser to keep, and blob: URLs that are given back when no longer shown.
import { useEffect, useState } from 'react'
import { essence, isTextType } from '#mcp/content/sniff.ts'

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

/**
 * The type under which bytes may be opened in a tab of this origin; undefined when they may not. Only what can run nothing
 * keeps its own: anything else that is text is opened as plain text.
 */
export function rawType(mimeType: string): string | undefined {
  const type = essence(mimeType)
  if (type === 'image/svg+xml' || isTextType(type)) return 'text/plain;charset=utf-8'
  return /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+|application\/pdf)$/.test(type) ? type : undefined
}

export function openRaw(data: BlobPart, mimeType: string): void {
  const type = rawType(mimeType)
  if (type === undefined) return
  const url = URL.createObjectURL(new Blob([data], { type }))
  window.open(url, '_blank', 'noopener')
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
