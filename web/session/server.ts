// A server as the page keeps it: what to connect to and how, with or without its secrets.
import type { Transport } from '#mcp/session-types.ts'
import { withArgSecrets, withUrlSecrets } from '#mcp/traffic/secret-names.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { EraChoice } from '#mcp/session-types.ts'

export type { EraChoice }

export interface Server {
  /** Names the connection in the URL: made from the name once, and kept. */
  id: string
  name: string
  target: Target
  /** The era, or the one revision, that is asked for. */
  era: EraChoice
}

/** A server in the list of those remembered in this browser. */
export interface Remembered extends Server {
  /** Milliseconds since the epoch. */
  usedAt: number
  /** Names of the values that were left out when it was stored ('Authorization', a header, an environment variable). */
  withheld: string[]
}

/** A server as it was stored, also by earlier versions, which knew revisions only. */
export function restored<Kind extends Server>(stored: Kind & { revision?: EraChoice }): Kind {
  const { revision, ...server } = stored
  return { ...(server as Kind), era: server.era ?? revision ?? 'auto' }
}

/** A value that only says where the secret is to be found: `${API_KEY}`, `${input:key}`, also behind a scheme. */
function isReference(value: string): boolean {
  return /^(?:\w+ )?\$\{[^{}]+\}$/.test(value)
}

function isSecret({ value }: { value: string }): boolean {
  return value !== '' && !isReference(value)
}

/** The secret values of a target, by name. */
export function secretsOf(target: Target): { name: string; value: string }[] {
  const secrets = (target.kind === 'stdio' ? target.env : target.headers).filter(isSecret)
  const note = (name: string, value: string): string => {
    if (isSecret({ value })) secrets.push({ name, value })
    return value
  }
  if (target.kind === 'stdio') {
    withArgSecrets(target.args, note)
    return secrets
  }
  const { bearer = '' } = target
  note('Bearer token', bearer)
  withUrlSecrets(target.url, (name, value) => note(`${name} in the URL`, value))
  return secrets
}

/** The target with every secret value emptied; names stay. */
export function withoutSecrets(target: Target): Target {
  const without = (list: { name: string; value: string }[]) => list.map((one) => (isSecret(one) ? { ...one, value: '' } : one))
  const emptied = (_: string, value: string) => (isSecret({ value }) ? '' : value)
  if (target.kind === 'stdio') return { ...target, args: withArgSecrets(target.args, emptied), env: without(target.env) }
  const { bearer, ...rest } = target
  const kept = bearer !== undefined && isReference(bearer) ? { bearer } : {}
  const url = withUrlSecrets(target.url, emptied)
  return { ...rest, ...kept, url, headers: without(target.headers) }
}

/** The target with every secret value, and every empty one, replaced by a reference to a variable of its name. */
export function withReferences(target: Target): Target {
  const refer = (list: { name: string; value: string }[]) =>
    list.map((one) => (isReference(one.value) ? one : { ...one, value: `\${${variable(one.name)}}` }))
  const named = (name: string, value: string) => (isReference(value) ? value : `\${${variable(name.replace(/^-+/, ''))}}`)
  if (target.kind === 'stdio') return { ...target, args: withArgSecrets(target.args, named), env: refer(target.env) }
  const { bearer } = target
  const url = withUrlSecrets(target.url, named)
  return {
    ...target,
    url,
    headers: refer(target.headers),
    ...(bearer === undefined || isReference(bearer) ? {} : { bearer: '${API_TOKEN}' }),
  }
}

function variable(name: string): string {
  return name
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')
}

/** What goes into storage. `secrets`: the person asked to keep them. Unless so, values are left out, never masked. */
export function remember(server: Server, secrets: boolean, now: number): Remembered {
  const { id, name, era } = server
  if (secrets) return { id, name, era, target: server.target, usedAt: now, withheld: [] }
  const withheld = secretsOf(server.target).map((secret) => secret.name)
  return { id, name, era, target: withoutSecrets(server.target), usedAt: now, withheld }
}

/** How the target reaches its server, as people call it. `spoken`: what was settled, once it is. */
export function transportName(target: Target, spoken?: Transport): string {
  if (target.kind === 'stdio') return 'stdio'
  if (/^wss?:/i.test(target.url)) return 'WebSocket'
  return spoken === 'http+sse' || target.transport === 'sse' ? 'HTTP+SSE' : 'HTTP'
}
