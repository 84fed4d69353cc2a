// Which names of headers say that what stands beside them is a secret.
import { MASK } from './secret-names.ts'

const HEADER = /^(proxy-)?authorization$|^(set-)?cookie2?$|^mcp-session-id$|api[-_]?key|token|secret|password|credential|signature/i

export function isSecretHeader(name: string): boolean {
  return HEADER.test(name)
}

const PLAIN = new RegExp(
  `^(?:${[
    'accept(?:-.*)?|content-.*|host|origin|referer|user-agent|connection|keep-alive|transfer-encoding|te|trailer|upgrade(?:-.*)?|via',
    'forwarded|x-forwarded-.*|cache-control|pragma|date|expect|range|if-.*|dnt|priority|last-event-id|access-control-.*|sec-(?!.*key$).*',
    'mcp-(?!session-id$|param-).*|traceparent|tracestate|baggage|(?:x-)?(?:request|correlation|trace)-id|.*-version|x-requested-with',
  ].join('|')})$`,
  'i',
)

/** A header that is known to hold no secret. */
export function isPlainHeader(name: string): boolean {
  return PLAIN.test(name.trim())
}

/** A header of a request whose value may be a secret: one named like it, and any that a person made up, as API keys are sent under many names. */
export function isSecretRequestHeader(name: string): boolean {
  return isSecretHeader(name) || !(isPlainHeader(name) || /^mcp-param-/i.test(name))
}

/** `Bearer ••••`: the scheme stays, since a wrong one is what people look for. */
export function maskValue(name: string, value: string): string {
  const scheme = /^authorization$/i.test(name) ? (/^[A-Za-z]+ /.exec(value)?.[0] ?? '') : ''
  return `${scheme}${MASK}`
}
