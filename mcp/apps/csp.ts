// The Content-Security-Policy of an app: nothing but what its resource declared, and never looser than the extension's own
// rules (2026-01-26, "Content Security Policy Enforcement"). What is no plain origin is left out, with the reason.
import { isObject, type Json } from '../json.ts'

export const CSP_LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const
export type CspList = (typeof CSP_LISTS)[number]

/** `undefined`: the resource declares no policy at all. */
export type DeclaredCsp = { [list in CspList]?: string[] } | undefined

/** Origins that one list may name. */
const MOST = 40
/** Scheme, host (one `*.` at most) and port: the sources that a policy may hold without meaning anything else. */
const ORIGIN = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::(?:\d{1,5}|\*))?\/?$/i

/** Reads `_meta.ui.csp`. Never throws. */
export function readCsp(said: Json | undefined): { csp: DeclaredCsp; notes: string[] } {
  if (said === undefined || said === null) return { csp: undefined, notes: [] }
  if (!isObject(said)) return { csp: undefined, notes: ['_meta.ui.csp is not an object: the strict policy for apps without one holds.'] }
  const csp: NonNullable<DeclaredCsp> = {}
  const notes: string[] = []
  for (const list of CSP_LISTS) {
    const named = said[list]
    if (named === undefined) continue
    if (!Array.isArray(named)) {
      notes.push(`csp.${list} is not a list, so it is not heeded.`)
      continue
    }
    const good = named.filter((one) => typeof one === 'string' && ORIGIN.test(one)) as string[]
    for (const one of named.filter((one) => !good.includes(one as string)).slice(0, 10))
      notes.push(`csp.${list} names ${JSON.stringify(one) ?? 'something'}, which is no origin like https://example.com; it is left out.`)
    if (good.length > MOST) notes.push(`csp.${list} names ${good.length} origins; the first ${MOST} count.`)
    csp[list] = good.slice(0, MOST).map((one) => one.replace(/\/$/, ''))
  }
  for (const name of Object.keys(said))
    if (!(CSP_LISTS as readonly string[]).includes(name)) notes.push(`csp.${name} is unknown and not heeded.`)
  return { csp, notes }
}

export interface Directive {
  name: string
  sources: string[]
}

/**
 * The policy, directive by directive. The extension would let an app load from its own origin too ('self'): that is the
 * sandbox's, where nothing lies, so it is left out. `loose`: a person lets scripts evaluate text and start workers of their own,
 * as some hosts do beyond the rules; still no further host is reached.
 */
export function directivesOf(csp: DeclaredCsp, loose = false): Directive[] {
  const { connectDomains = [], resourceDomains = [], frameDomains = [], baseUriDomains = [] } = csp ?? {}
  const none = (sources: string[]): string[] => (sources.length === 0 ? ["'none'"] : sources)
  const own = loose ? ['blob:'] : []
  return [
    { name: 'default-src', sources: ["'none'"] },
    // The sample tells a mere try from code that is needed.
    {
      name: 'script-src',
      sources: ["'unsafe-inline'", "'report-sample'", ...(loose ? ["'unsafe-eval'", 'blob:', 'data:'] : []), ...resourceDomains],
    },
    { name: 'style-src', sources: ["'unsafe-inline'", ...resourceDomains] },
    { name: 'img-src', sources: ['data:', ...own, ...resourceDomains] },
    { name: 'font-src', sources: none(resourceDomains) },
    { name: 'media-src', sources: ['data:', ...own, ...resourceDomains] },
    { name: 'connect-src', sources: none(connectDomains) },
    { name: 'frame-src', sources: none(frameDomains) },
    { name: 'object-src', sources: ["'none'"] },
    { name: 'base-uri', sources: none(baseUriDomains) },
    { name: 'form-action', sources: ["'none'"] },
  ]
}

export function policyOf(csp: DeclaredCsp, loose = false): string {
  return directivesOf(csp, loose)
    .map(({ name, sources }) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * The value of `Connection-Allowlist`: where an app may reach at all. Browsers that know the header hold to it what no policy of content
 * does, as WebRTC, which would tell any host anything.
 */
export function connectionsOf(csp: DeclaredCsp): string {
  return `(${outsideOf(csp)
    .map((origin) => `"${origin}"`)
    .join(' ')})`
}

/** Libraries evaluate an empty function to see whether they may, and do without where they may not. */
export function isProbe(sample: string): boolean {
  return /^\(?function anonymous\(\s*\) \{\s*\}\)?$/.test(sample)
}

/** Whether a person who lets an app evaluate text would let through what the policy stopped here. */
export function isLoosened({ directive, blocked }: { directive: string; blocked: string }): boolean {
  return (
    blocked === 'eval' || blocked === 'wasm-eval' || (/^(?:worker|script|child)-src/.test(directive) && /^(?:blob|data)\b/.test(blocked))
  )
}

/** Origins outside that the app may reach or load from. */
export function outsideOf(csp: DeclaredCsp): string[] {
  return [...new Set(CSP_LISTS.flatMap((list) => csp?.[list] ?? []))]
}
