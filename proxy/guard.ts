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
  tokenFits(given: string | undefined): boolean
  /** Checks `Host`, `Origin` and `Sec-Fetch-Site`. `needsOrigin`: an absent Origin is refused too (WebSocket upgrades). */
  refuse(request: IncomingMessage, needsOrigin?: boolean): Refusal | undefined
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export function createGuard(token: string): Guard {
  const expected = digest(token)
  const guard: Guard = {
    port: 0,
    tokenFits: (given) => given !== undefined && timingSafeEqual(digest(given), expected),
    refuse(request, needsOrigin = false) {
      // A browser leaves the port out when it is 80.
      const hosts = LOOPBACK.flatMap((name) => (guard.port === 80 ? [name, `${name}:80`] : [`${name}:${guard.port}`]))
      const { host, origin } = request.headers
      if (host === undefined || !hosts.includes(host.toLowerCase()))
        return { status: 403, why: `Host ${JSON.stringify(host ?? '')} refused: Loupe answers to ${hosts.join(', ')} alone.` }
      if (origin === undefined ? needsOrigin : !hosts.some((name) => origin.toLowerCase() === `http://${name}`))
        return { status: 403, why: `Origin ${JSON.stringify(origin ?? '')} refused: only Loupe's own page may ask this.` }
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request))
        return { status: 403, why: `A request from another site (Sec-Fetch-Site: ${String(site)}) is refused.` }
      return undefined
    },
  }
  return guard
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

/** The engine may reach every host, those that judge values and colour source reach nobody; none evaluates anything. */
const WORKER_POLICIES = {
  'engine.worker': "default-src 'none'; script-src 'self'; connect-src http: https: ws: wss:",
  'judge.worker': "default-src 'none'; script-src 'self'; connect-src 'none'",
  'paint.worker': "default-src 'none'; script-src 'self'; connect-src 'none'",
}

/**
 * The headers of every reply. `url` is the path and query asked for: a worker obeys the policy of its own file, known by
 * its name once built, and by the query `worker_file` in development (Vite gives it to a worker's first file alone).
 * `devNonce`: loosens the page's policy by what Vite's hot reloading needs.
 */
export function securityHeaders(url: string, devNonce?: string): Record<string, string> {
  return {
    'Content-Security-Policy': policyOf(url, devNonce),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  }
}

function policyOf(url: string, devNonce: string | undefined): string {
  const [path = '', query = ''] = url.split('?', 2)
  const worker = devNonce === undefined ? /^\/assets\/(\w+\.worker)-[\w-]+\.js$/ : /\/(\w+\.worker)\.ts$/
  const name = worker.exec(path)?.[1]
  const isWorker = devNonce === undefined || query.split('&').some((part) => part.startsWith('worker_file'))
  if (name !== undefined && isWorker && name in WORKER_POLICIES) return WORKER_POLICIES[name as keyof typeof WORKER_POLICIES]
  if (devNonce === undefined) return PAGE_POLICY
  return PAGE_POLICY.replace("script-src 'self'", `script-src 'self' 'nonce-${devNonce}'`).replace(
    "style-src 'self'",
    "style-src 'self' 'unsafe-inline'",
  )
}
