// The request headers that a browser keeps to itself (Fetch Standard, forbidden request-headers): a page may name them, and
// they do not go out, or go out as the browser has them.
const FORBIDDEN = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'access-control-request-private-network',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])
const OVERRIDES = new Set(['x-http-method', 'x-http-method-override', 'x-method-override'])

/** Whether a browser drops this header of a page's request. */
export function isForbidden(name: string, value = ''): boolean {
  const lower = name.trim().toLowerCase()
  if (OVERRIDES.has(lower)) return value.split(',').some((method) => /^(?:connect|trace|track)$/i.test(method.trim()))
  return FORBIDDEN.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')
}
