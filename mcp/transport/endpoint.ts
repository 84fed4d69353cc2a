// What the `endpoint` event of an HTTP+SSE stream names (2024-11-05, transports): one reading for the client and for the rules.

/** Never legal in a URI, and a sign of words, quotes or JSON (RFC 3986, 2). */
const NO_URI = /[\s"<>\\`{}]/

export type Endpoint = { kind: 'address'; href: string } | { kind: 'elsewhere'; href: string } | { kind: 'none'; why: string }

/** `base`: the address of the stream, to which what it names is relative. */
export function readEndpoint(data: string, base: string): Endpoint {
  const text = data.trim()
  if (text === '') return { kind: 'none', why: 'nothing' }
  if (NO_URI.test(text) || !URL.canParse(text, base)) return { kind: 'none', why: `${JSON.stringify(text)}, which is no URI` }
  const { href, origin } = new URL(text, base)
  return { kind: origin === new URL(base).origin ? 'address' : 'elsewhere', href }
}
