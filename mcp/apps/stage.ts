// Where the sandbox of apps lies, and what passes between it and the page: known to the page and to the proxy alike.
import { writeJson } from '../json.ts'
import type { DeclaredCsp } from './csp.ts'

/** What the inner frame may do. Forms only so that their submit events happen: where they lead to, the policy forbids. */
export const VIEW_SANDBOX = 'allow-scripts allow-forms'
/** What the sandbox's own document may do; a frame within can do no more. */
export const STAGE_SANDBOX = `${VIEW_SANDBOX} allow-same-origin`

/** Where the sandbox can be had. */
export interface StagePlace {
  port: number
  /** By what other name browsers come to it, as a person said: where a reverse proxy stands before both. */
  origin?: string
}

const TWINS: { [name: string]: string } = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }

/**
 * The origin of the sandbox for a page of this origin. On this machine the other name of loopback is used, so that the two
 * are of different sites: the browser then runs them in processes of their own, and an app that never rests stops itself alone.
 */
export function stageOrigin(page: string, { port, origin }: StagePlace): string {
  const { hostname, protocol } = new URL(page)
  const twin = TWINS[hostname]
  if (twin !== undefined && (protocol === 'http:' || origin === undefined)) return `http://${twin}:${port}`
  return origin ?? `http://${hostname}:${port}`
}

/** Why a page of this origin cannot hold the sandbox, and what to do; undefined: it can. */
export function stageFault(page: string, place: StagePlace): string | undefined {
  const { hostname, protocol } = new URL(page)
  const origin = stageOrigin(page, place)
  if (origin === page)
    return `Apps are drawn on an origin of their own, and ${origin} is that of this page: name another with --apps-origin.`
  if (protocol !== 'https:' || origin.startsWith('https:') || TWINS[hostname] !== undefined) return undefined
  return `This page came by https, and apps are drawn at ${origin}, which browsers do not let it hold. Have the reverse proxy pass an https address of its own to that port, and start Loupe with --apps-port ${place.port} --apps-origin https://that.address.`
}

/** The address of the sandbox's document for one app. */
export function stageUrl(page: string, place: StagePlace, csp: DeclaredCsp, loose = false): string {
  const query = new URLSearchParams({ host: page, ...(csp === undefined ? {} : { csp: writeJson(csp) }), ...(loose ? { loose: '1' } : {}) })
  return `${stageOrigin(page, place)}/?${query.toString()}`
}

/** Methods between the sandbox and the page; none of them reaches the app, and an app's own are dropped. */
export const STAGE_READY = 'ui/notifications/sandbox-proxy-ready'
export const STAGE_HTML = 'ui/notifications/sandbox-resource-ready'
/** Of ours: the policy stopped something, the app's script failed, the app left its page, messages were dropped. */
export const STAGE_NOTES = {
  violation: 'ui/notifications/sandbox-violation',
  failure: 'ui/notifications/sandbox-failure',
  left: 'ui/notifications/sandbox-left',
  dropped: 'ui/notifications/sandbox-dropped',
  /** The app's document is there and rests now and then: each second. */
  alive: 'ui/notifications/sandbox-alive',
} as const
