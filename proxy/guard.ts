// Who may talk to the proxy. It can start programs, so each door is shut by itself: loopback names only (against
// DNS rebinding), our own origin only, a launch token compared in constant time, and a strict policy on every reply.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Refusal {
  status: number
  /** One sentence: what was refused, why, and what to do. */
  why: string
}

export interface Guard {
  /** The port that `Host` and `Origin` must name; known once the server listens. */
  port: number
  /** 'busy': so many wrong ones came lately that this one was not looked at. */
  judgeToken(given: string | undefined): 'fits' | 'wrong' | 'busy'
  /** Whether this is the origin of a page of ours. */
  isOurs(origin: string): boolean
  /** Whether a `Host` header has one of our names, on whatever port. */
  named(host: string): boolean
  /** Resolves when a wrong token may be told so: at once, or later when many came. */
  pace(): Promise<void>
  /** Checks `Host`, `Origin` and `Sec-Fetch-Site`. `needsOrigin`: an absent Origin is refused too (WebSocket upgrades). */
  refuse(request: IncomingMessage, needsOrigin?: boolean): Refusal | undefined
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * `hosts`: names and addresses besides this machine's own loopback, as a person allowed them: `name` with every port (as a
 * reverse proxy may stand before us), or `name:port`; under these the page may also come by https.
 */
export function createGuard(token: string, hosts: readonly string[] = []): Guard {
  const expected = digest(token)
  const named = hosts.map((name) => name.toLowerCase())
  const allowed = (host: string): boolean => named.includes(host) || named.includes(host.replace(/:\d+$/, ''))
  const refusals = createRefusals()
  // A browser leaves the port out when it is 80.
  const ownHosts = (): string[] => LOOPBACK.flatMap((name) => (guard.port === 80 ? [name, `${name}:80`] : [`${name}:${guard.port}`]))
  const guard: Guard = {
    port: 0,
    isOurs: (page) =>
      ownHosts().some((name) => page === `http://${name}`) ||
      (/^https?:\/\/[^/\s;,']+$/.test(page) && allowed(page.replace(/^https?:\/\//, ''))),
    named(host) {
      const name = host.toLowerCase().replace(/:\d+$/, '')
      return LOOPBACK.includes(name) || named.some((one) => one.replace(/:\d+$/, '') === name)
    },
    judgeToken(given) {
      if (refusals.waiting >= WAITING_LIMIT) return 'busy'
      return given !== undefined && timingSafeEqual(digest(given), expected) ? 'fits' : 'wrong'
    },
    pace: refusals.next,
    refuse(request, needsOrigin = false) {
      const own = ownHosts()
      const host = request.headers.host?.toLowerCase()
      const origin = request.headers.origin?.toLowerCase()
      if (host === undefined || !(own.includes(host) || allowed(host)))
        return { status: 403, why: `Host ${JSON.stringify(host ?? '')} refused: Loupe answers to ${[...own, ...named].join(', ')} alone.` }
      if (origin === undefined ? needsOrigin : !guard.isOurs(origin))
        return { status: 403, why: `Origin ${JSON.stringify(origin ?? '')} refused: only Loupe's own page may ask this.` }
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request))
        return { status: 403, why: `A request from another site (Sec-Fetch-Site: ${String(site)}) is refused.` }
      return undefined
    },
  }
  return guard
}

/** Wrong tokens within `WINDOW` that are answered at once; each further one waits `PACE` behind the last. Milliseconds. */
const AT_ONCE = 10
const WINDOW = 60_000
const PACE = 100
/** Refusals that may wait; while so many do, no token is looked at. */
const WAITING_LIMIT = 100

/** Keeps who guesses tokens slow, without ever making wait who has the right one and nobody guesses beside. */
function createRefusals(): { readonly waiting: number; next(): Promise<void> } {
  const times: number[] = []
  let waiting = 0
  let free = 0
  return {
    get waiting() {
      return waiting
    },
    async next() {
      const now = performance.now()
      while (times.length > 0 && times[0]! < now - WINDOW) times.shift()
      times.push(now)
      if (times.length > AT_ONCE * 100) times.shift()
      if (times.length <= AT_ONCE) return
      free = Math.max(now, free) + PACE
      waiting++
      await new Promise<void>((resolve) => void setTimeout(resolve, free - now).unref())
      waiting--
    },
  }
}

export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** A person followed a link here: the page then loads without the token and can do nothing by itself. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Digests have one length, so that comparing them tells nothing about the token's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src data: blob:',
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where a login ends: one script, which asks nobody. */
const CALLBACK_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The engine may reach every host, those that judge values, colour source and compare texts reach nobody; none evaluates anything. */
const WORKER_POLICIES = {
  'engine.worker': "default-src 'none'; script-src 'self'; connect-src http: https: ws: wss:",
  'judge.worker': "default-src 'none'; script-src 'self'; connect-src 'none'",
  'paint.worker': "default-src 'none'; script-src 'self'; connect-src 'none'",
  'diff.worker': "default-src 'none'; script-src 'self'; connect-src 'none'",
}

/**
 * The headers of every reply. `url` is the path and query asked for: a worker obeys the policy of its own file, known by
 * its name once built, and by the query `worker_file` in development (Vite gives it to a worker's first file alone).
 * `devNonce`: loosens the page's policy by what Vite's hot reloading needs. `stages`: origins at which the sandbox of apps lies.
 */
export function securityHeaders(url: string, devNonce?: string, stages: readonly string[] = []): Record<string, string> {
  return {
    'Content-Security-Policy': policyOf(url, devNonce, stages),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  }
}

/** Of the page that a login ends at, in any spelling that a static host would have. */
export function isCallback(path: string): boolean {
  return /^\/callback(?:\/|\/index\.html)?$/.test(path)
}

function policyOf(url: string, devNonce: string | undefined, stages: readonly string[]): string {
  const [path = '', query = ''] = url.split('?', 2)
  const worker = devNonce === undefined ? /^\/assets\/(\w+\.worker)-[\w-]+\.js$/ : /\/(\w+\.worker)\.ts$/
  const name = worker.exec(path)?.[1]
  const isWorker = devNonce === undefined || query.split('&').some((part) => part.startsWith('worker_file'))
  if (name !== undefined && isWorker && name in WORKER_POLICIES) return WORKER_POLICIES[name as keyof typeof WORKER_POLICIES]
  const page = PAGE_POLICY.replace('frame-src blob:', ['frame-src blob:', ...stages].join(' '))
  if (devNonce === undefined) return isCallback(path) ? CALLBACK_POLICY : page
  return page
    .replace("script-src 'self'", `script-src 'self' 'nonce-${devNonce}'`)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
}
