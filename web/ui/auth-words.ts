// What the ways of authorization are called, in the form of a connection and in the panel alike.
import type { Step, Trip } from '#mcp/auth/flow-state.ts'
import type { AuthMode, TokenStorage } from '#mcp/auth/settings.ts'

export const MODES: { id: AuthMode; title: string; says: string }[] = [
  {
    id: 'auto',
    title: 'Found by itself',
    says: 'A bearer token or headers of yours where given; else OAuth, once the server answers 401. Nothing is looked up before.',
  },
  { id: 'none', title: 'None', says: 'Nothing is sent and nothing looked up: a 401 is a failure like any other.' },
  { id: 'bearer', title: 'Bearer token', says: 'The token of the connection is sent, and OAuth is never begun.' },
  { id: 'headers', title: 'Headers of your own', says: 'The headers of the connection are sent, and OAuth is never begun.' },
  { id: 'basic', title: 'Basic', says: 'User and password in the header Authorization.' },
  { id: 'api-key', title: 'API key', says: 'A key in a header that you name.' },
  { id: 'oauth', title: 'OAuth', says: 'You log in at the authorization server (authorization code with PKCE).' },
  { id: 'client-credentials', title: 'Client credentials', says: 'OAuth without a person: the client proves itself by a secret or a key.' },
  {
    id: 'enterprise',
    title: 'Enterprise-managed',
    says: 'You log in at the identity provider of your organization, which says whether you may use the server (ID token, exchanged for an ID-JAG).',
  },
  { id: 'workload', title: 'Workload identity', says: 'A JWT that the platform issued stands for the client.' },
]

export const STORAGES: { id: TokenStorage; title: string; says: string }[] = [
  { id: 'memory', title: 'In memory', says: 'Gone with a reload of the page. Nothing else on this machine can read them.' },
  { id: 'session', title: 'In this tab', says: 'Survive a reload, and end with the tab. Scripts of this origin could read them.' },
  {
    id: 'local',
    title: 'In this browser',
    says: 'Stay until you sign out, for all tabs. They lie on the disk unencrypted: for servers of your own, on a machine of your own.',
  },
]

/** Milliseconds that a step may take before it is worth a word beside what a person is at. */
export const QUICK = 1500

/** Whose answer a step waits for: 'The token endpoint at as.example'; undefined when it waits for none. */
export function waitsFor({ id, trips }: Step): string | undefined {
  const trip = trips.find(({ ms, exchange }) => ms === undefined && exchange > 0)
  if (trip === undefined) return undefined
  const host = URL.canParse(trip.url) ? new URL(trip.url).host : trip.url
  return `${ENDPOINTS[id] ?? PARTIES[trip.to]} at ${host}`
}

const ENDPOINTS: { [Id in Step['id']]?: string } = {
  registration: 'The registration endpoint',
  token: 'The token endpoint',
  refresh: 'The token endpoint',
  revoke: 'The revocation endpoint',
}

const PARTIES: Record<Trip['to'], string> = {
  server: 'The server',
  'authorization-server': 'The authorization server',
  'identity-provider': 'The identity provider',
  browser: 'The browser',
}
