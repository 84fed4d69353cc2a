// What is told of an address while it is typed: the one that was meant, and whether it carries a token in the clear. Apart from the draft,
// which the first screen needs.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { takesBearer, type Draft } from './draft.ts'

/** A URL that the person may have meant; undefined when there is none. */
export function meantUrl(url: string): string | undefined {
  const text = url.trim()
  if (text === '' || /^(?:https?|wss?):\/\//i.test(text)) return undefined
  const scheme = /^(localhost|127\.|\[::1\]|\d+\.\d+\.\d+\.\d+)/.test(text) ? 'http' : 'https'
  const meant = `${scheme}://${text.replace(/^[a-z]*:?\/\//i, '')}`
  return /^[\w.[\]:-]+(\/|$)/.test(text) && URL.canParse(meant) ? meant : undefined
}

/** Whether a token would cross a network in the clear. */
export function leaksToken({
  url,
  bearer,
  headers,
  auth = {},
}: Pick<Draft, 'url' | 'bearer' | 'headers'> & { auth?: AuthSettings }): boolean {
  const text = url.trim()
  if (!/^(?:http|ws):/i.test(text) || !URL.canParse(text)) return false
  const { hostname } = new URL(text)
  const here = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/i.test(hostname)
  const fixed = auth.mode === 'basic' || auth.mode === 'api-key'
  return (
    !here &&
    ((bearer.trim() !== '' && takesBearer({ auth })) ||
      fixed ||
      headers.some(({ name, value }) => /auth|token|key|cookie|secret/i.test(name) && value !== ''))
  )
}
