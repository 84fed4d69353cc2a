// Fetches of a model's provider, or of a server whose headers name variables, for which the proxy holds the secret: `${NAME}` in a header becomes what the proxy's environment says, on the way
// out alone. A secret leaves only for https or this machine, and is masked wherever an answer repeats it.
import { fillText } from '#mcp/config/placeholders.ts'
import type { FetchRequest } from '#mcp/transport/tunnel-frames.ts'
import { NetError } from './net-errors.ts'
import { relay, type Relayed, type RelayEvents } from './relay.ts'

/** Where keys stand; a place in any other header stays as it is. */
const KEY_HEADERS = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])
const MASK = '•••'
/** What is shorter is no secret, and would mask half of every answer. */
const SHORTEST = 6

export function relayFilled(asked: FetchRequest, on: RelayEvents, environment: NodeJS.ProcessEnv = process.env): Relayed {
  const secrets: string[] = []
  const missing: string[] = []
  const named = Array.isArray(asked.fill) ? new Set(asked.fill.map((name) => String(name).toLowerCase())) : KEY_HEADERS
  const headers = asked.headers.map(([name, value]): [string, string] => {
    if (!named.has(name.toLowerCase())) return [name, value]
    return [
      name,
      fillText(value, ({ kind, name }) => {
        if (kind !== 'env') return undefined
        const known = environment[name]
        if (known === undefined || known === '') missing.push(name)
        else secrets.push(known)
        return known
      }),
    ]
  })
  const fault =
    missing.length > 0
      ? new NetError('NO_VARIABLE', `${missing.join(' and ')} is not set where Loupe was started. Set it there, or write the value itself.`)
      : secrets.length > 0 && !isSafe(asked.url)
        ? new NetError('NOT_SAFE', 'A key from the environment is sent over https or to this machine alone.')
        : undefined
  if (fault !== undefined) {
    let over = false
    setImmediate(() => over || on.failed({ code: fault.code, message: fault.message }))
    return { write() {}, abort: () => void (over = true), pause() {}, resume() {} }
  }
  const masker = createMasker(secrets)
  return relay(
    { ...asked, headers },
    {
      head: (head) => on.head({ ...head, headers: head.headers.map(([name, value]): [string, string] => [name, masker.text(value)]) }),
      chunk: (bytes) => {
        const out = masker.take(bytes)
        if (out.length > 0) on.chunk(out)
      },
      end: () => {
        const rest = masker.rest()
        if (rest.length > 0) on.chunk(rest)
        on.end()
      },
      failed: ({ code, message }) => on.failed({ code, message: masker.text(message) }),
    },
  )
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export interface Masker {
  /** Bytes with the secrets taken out; what may be the beginning of one is held back. */
  take(bytes: Uint8Array): Uint8Array
  /** What was held back and was none. */
  rest(): Uint8Array
  text(text: string): string
}

export function createMasker(secrets: readonly string[]): Masker {
  const needles = secrets.filter(({ length }) => length >= SHORTEST).map((secret) => Buffer.from(secret).toString('latin1'))
  // Byte for byte: a chunk may end within a character.
  const mask = Buffer.from(MASK).toString('latin1')
  let held = ''
  const clean = (text: string): string => needles.reduce((all, needle) => all.replaceAll(needle, mask), text)
  return {
    take(bytes) {
      if (needles.length === 0) return bytes
      const text = clean(held + Buffer.from(bytes).toString('latin1'))
      const keep = Math.max(...needles.map((needle) => beginning(text, needle)))
      held = text.slice(text.length - keep)
      return Buffer.from(text.slice(0, text.length - keep), 'latin1')
    },
    rest() {
      const out = Buffer.from(held, 'latin1')
      held = ''
      return out
    },
    text: (text) => needles.reduce((all, needle) => all.replaceAll(Buffer.from(needle, 'latin1').toString(), MASK), text),
  }
}

/** How many characters at the end of the text are the beginning of the needle. */
function beginning(text: string, needle: string): number {
  for (let size = Math.min(needle.length - 1, text.length); size > 0; size--) if (text.endsWith(needle.slice(0, size))) return size
  return 0
}
