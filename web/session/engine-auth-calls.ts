// What the page asks about authorization, before its code is there: most servers want none, and then it is never fetched.
import type { Authorizer } from '#mcp/auth/authorizer.ts'
import type { Kept } from '#mcp/auth/kept.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { WireEvent } from '#mcp/wire-event.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { ConnectionState } from './connection-state.ts'
import type { AuthDesk } from './engine-auth.ts'
import { carried, lateAuthorizer, mayAuthorize } from './engine-authorizer.ts'
import type { Connection, ConnectionHost } from './engine-connection.ts'
import type { EngineCalls, FromEngine } from './engine-messages.ts'

const TOLD: ReadonlySet<WireEvent['kind']> = new Set(['sent', 'status', 'body', 'closed', 'failed'])

type Names = 'auth' | 'authorize' | 'authAnswer' | 'authLeave' | 'authReturn' | 'authTrace'

export interface Authorization {
  answers: { [Name in Names]: (args: Parameters<EngineCalls[Name]>) => unknown }
  /** What connections ask. */
  host: Pick<ConnectionHost, 'authorizerFor' | 'carries' | 'onSettings'>
  /** What the page had stored. */
  take(kept: readonly Kept[]): void
  /** Another page of this browser changed what is stored. */
  heard(kept: readonly Kept[]): void
  drop(id: string): void
  /** The target of a connection with the credentials that its requests carry now, for conversations beside it. */
  dressed(connection: Connection): Promise<Target>
}

export interface AuthorizationHost {
  connection(id: string): Connection | undefined
  /** A saved record. */
  saved(id: string): { traffic: Traffic; state(): ConnectionState } | undefined
  /** @throws McpError when there is none, or nothing can be sent on it. */
  connectionOf(id: string): Connection
  open(id: string, name: string, target: Target): Promise<Connection>
  host(): ConnectionHost
  /** Keeps records as they are now: the page is about to leave. */
  flush(): Promise<void>
  post(message: FromEngine): void
}

export function createAuthorization({ connection, saved, connectionOf, open, host, flush, post }: AuthorizationHost): Authorization {
  let stored: readonly Kept[] = []
  /** URLs of servers that a token is at hand for. */
  const tokens = new Set<string>()
  let loading: Promise<AuthDesk> | undefined
  const told = (message: FromEngine): void => {
    if (message.kind === 'keep')
      for (const { server } of message.kept)
        if (message.kept.some((one) => one.server === server && one.tokens !== undefined)) tokens.add(server)
        else tokens.delete(server)
    post(message)
  }
  const desk = (): Promise<AuthDesk> => {
    loading ??= import('./engine-auth.ts').then(({ createAuthDesk }) => createAuthDesk(host(), stored, told))
    loading.catch(() => (loading = undefined))
    return loading
  }
  const hasToken = (target: Target): boolean => target.kind === 'http' && tokens.has(target.url)
  return {
    answers: {
      async auth([id]) {
        const record = saved(id)
        if (record !== undefined) {
          const { target, facts } = record.state()
          const { recordedFlow } = await import('#mcp/auth/recorded.ts')
          return recordedFlow(record.traffic.events(0, TOLD), target.kind === 'http' ? target.url : '', facts?.revision) ?? null
        }
        const one = connection(id)
        const target = one?.state().target
        return one === undefined || target?.kind !== 'http' || /^ws/i.test(target.url) ? null : (await desk()).state(one)
      },
      authorize: async ([id, wish]) => (await desk()).wish(connectionOf(id), wish),
      authAnswer: async ([url]) => (loading === undefined ? null : (await loading).answer(url)),
      async authLeave([id]) {
        await flush().catch(() => undefined)
        return (await desk()).leave(connectionOf(id))
      },
      async authReturn([id, name, target, settings, left]) {
        const one = await open(id, name, target)
        one.prepare(settings)
        return (await desk()).comeBack(one, left)
      },
      authTrace: async ([id]) => (await desk()).trace(connectionOf(id)),
    },
    host: {
      authorizerFor(one): Authorizer | undefined {
        const { target } = one.state()
        const { auth = {} } = one.settings
        if (!mayAuthorize(target, auth)) return undefined
        return lateAuthorizer(() => desk().then((there) => there.authorizer(one)), (auth.mode ?? 'auto') !== 'auto' || hasToken(target))
      },
      carries: ({ target, settings }) => carried(settings.auth ?? {}, hasToken(target)),
      onSettings: (one) => void loading?.then((there) => there.adjust(one)),
    },
    take(kept) {
      stored = kept
      for (const { server, tokens: has } of kept) if (has !== undefined) tokens.add(server)
    },
    heard(kept) {
      stored = kept
      for (const { server, tokens: has } of kept) if (has !== undefined) tokens.add(server)
      void loading?.then((there) => there.heard(kept))
    },
    drop: (id) => void loading?.then((there) => there.drop(id)),
    async dressed(one) {
      const { target } = one.state()
      if (target.kind !== 'http' || !mayAuthorize(target, one.settings.auth ?? {})) return target
      if (!hasToken(target) && carried(one.settings.auth ?? {}, false).length === 0) return target
      const made = await (await desk()).authorizer(one).headers('POST', target.url)
      const names = new Set(made.map(([name]) => name.toLowerCase()))
      const headers = [
        ...target.headers.filter(({ name }) => !names.has(name.toLowerCase())),
        ...made.map(([name, value]) => ({ name, value })),
      ]
      return { ...target, headers }
    },
  }
}
