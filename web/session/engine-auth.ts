// Authorization as the engine runs it: one flow for each connection to an HTTP server, one ring of keys for all, and what the page is
// told of both. Secrets leave the engine to be stored by the page, and in no other way.
import { FlowAuthorizer } from '#mcp/auth/authorizer.ts'
import { createCourier, type Ways } from '#mcp/auth/courier.ts'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { Flow } from '#mcp/auth/flow.ts'
import { Keyring } from '#mcp/auth/keyring.ts'
import { keptKey, type Kept } from '#mcp/auth/kept.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { isLegacy, isModern, type Revision } from '#mcp/dialect/revisions.ts'

import type { Traffic } from '#mcp/traffic.ts'
import { chooseInsecure } from '#mcp/transport/exact-headers.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'
import type { ConnectionState } from './connection-state.ts'
import { hasOwn } from './engine-authorizer.ts'
import type { AuthWish, ConnectSettings, FromEngine } from './engine-messages.ts'
import { batch } from './engine-posts.ts'
import type { WayHost } from './engine-way.ts'

/** What of a connection concerns authorization. */
export interface Guarded {
  readonly id: string
  readonly traffic: Traffic
  readonly settings: ConnectSettings
  state(): ConnectionState
  /** There is a token now: what failed for want of one may be tried again. */
  authorized(): void
}

export interface AuthDesk {
  authorizer(connection: Guarded): FlowAuthorizer
  /** The settings of a connection are others now. */
  adjust(connection: Guarded): void
  state(connection: Guarded): FlowState
  wish(connection: Guarded, wish: AuthWish): Promise<FlowState>
  /** The connection whose attempt an answer belongs to; null: none. */
  answer(url: string): Promise<string | null>
  leave(connection: Guarded): string
  comeBack(connection: Guarded, left: string): FlowState
  trace(connection: Guarded): Blob
  /** Another page of this browser changed what is stored. */
  heard(kept: readonly Kept[]): void
  drop(id: string): void
}

interface Desk {
  flow: Flow
  authorizer: FlowAuthorizer
  server: string
  /** The page was away to log in. */
  returned?: true
}

const FRAME = 16
/** Milliseconds that the proxy is waited for. */
const PATIENCE = 3000

export function createAuthDesk(host: WayHost, kept: readonly Kept[], post: (message: FromEngine) => void): AuthDesk {
  const keyring = new Keyring()
  keyring.load(kept)
  const desks = new Map<string, Desk>()
  const connections = new Map<string, Guarded>()
  const changed = batch<string>((ids) => {
    for (const id of ids) {
      const desk = desks.get(id)
      if (desk !== undefined) post({ kind: 'auth', connection: id, flow: desk.flow.state() })
    }
  })
  keyring.onChange((server, entries, gone) => {
    const desk = [...desks.values()].find((one) => one.server === server)
    post({ kind: 'keep', storage: desk?.flow.settings.storage ?? 'memory', kept: entries, gone })
  })

  function of(connection: Guarded): Desk {
    const { target } = connection.state()
    if (target.kind !== 'http' || /^ws/i.test(target.url))
      throw new McpError('unsent', 'Only a server over HTTP has authorization', { advice: 'A process is given its secrets as variables.' })
    connections.set(connection.id, connection)
    const known = desks.get(connection.id)
    if (known?.server === target.url) return known
    known?.flow.close()
    const courier = createCourier(() => waysOf(connection, target), connection.traffic, target.url)
    const flow = new Flow(
      {
        server: target.url,
        origin: host.origin,
        courier,
        keyring,
        spoken: () => spokenBy(connection),
        onChange: () => {
          desks.get(connection.id)?.authorizer.changed()
          changed.add(connection.id, FRAME)
        },
      },
      connection.settings.auth ?? {},
    )
    const desk: Desk = {
      flow,
      authorizer: new FlowAuthorizer(flow, hasOwn(target), (work) => exclusively(flow, target.url, work)),
      server: target.url,
    }
    desks.set(connection.id, desk)
    return desk
  }

  async function waysOf(connection: Guarded, { url, via, insecure }: HttpTarget): Promise<Ways> {
    const tunnel = host.tunnel()
    // A page that has just come back from a login has its answer before its proxy: a code counts once, and must not be tried without it.
    await tunnel?.ready(PATIENCE).catch(() => undefined)
    const open = tunnel?.state.kind === 'open' ? tunnel : undefined
    // A person's word about a certificate holds for the server that it was said of, and for no other.
    const careful: FetchHandler | undefined =
      open &&
      ((request) => {
        if (insecure === true && new URL(request.url).origin === new URL(url).origin) chooseInsecure(request)
        return open.fetch(request)
      })
    const first = via === 'auto' ? (connection.state().route?.via ?? 'proxy') : via
    return {
      first,
      ...(careful === undefined ? {} : { proxy: careful }),
      ...(first === 'proxy' && careful !== undefined ? {} : { direct: host.direct }),
    }
  }

  function take({ flow, server }: Desk, settings: AuthSettings): void {
    const { storage = 'memory' } = flow.settings
    flow.change(settings)
    // What is kept moves at once to where it is to be kept, and is gone from where it was.
    if ((settings.storage ?? 'memory') !== storage) keyring.tell(server)
  }

  /** After a run: what waited for a token has it, by itself; what failed for want of one is tried again. */
  async function run(connection: Guarded, desk: Desk, begin: () => Promise<void>): Promise<FlowState> {
    const { flow, authorizer } = desk
    const [before, { grants }] = [flow.tokens?.access, flow.state()]
    await begin()
    const { tokens, holds } = flow
    if (tokens !== undefined && tokens.access !== before && !holds) {
      if (flow.state().grants > grants) authorizer.admit()
      connection.authorized()
    }
    return flow.state()
  }

  return {
    authorizer: (connection) => of(connection).authorizer,
    adjust(connection) {
      const desk = desks.get(connection.id)
      if (desk !== undefined) take(desk, connection.settings.auth ?? {})
    },
    state: (connection) => of(connection).flow.state(),
    async wish(connection, wish) {
      const desk = of(connection)
      const { flow, authorizer } = desk
      switch (wish.do) {
        case 'run':
          if (wish.settings !== undefined) take(desk, wish.settings)
          authorizer.forget()
          return run(connection, desk, () => flow.run(wish.from, wish.until))
        case 'settings':
          take(desk, wish.settings)
          return flow.state()
        case 'answer':
          return run(connection, desk, () => flow.run('callback', undefined, wish.url))
        case 'decide':
          authorizer.decide(wish.go)
          return flow.state()
        case 'refresh':
          return run(connection, desk, () => authorizer.refresh())
        case 'sign-out':
          authorizer.forget()
          if (wish.revoke) await flow.run('revoke')
          flow.close(true)
          return flow.state()
        case 'forget': {
          keyring.remove(wish.key)
          const { issuer } = flow.memory
          if (issuer !== undefined && wish.key === keptKey(desk.server, issuer)) {
            delete flow.memory.client
            flow.close(true)
          }
          changed.add(connection.id, FRAME)
          return flow.state()
        }
      }
    },
    async answer(url) {
      for (const [id, desk] of desks) {
        const connection = connections.get(id)
        if (connection === undefined || !desk.flow.knows(url)) continue
        await run(connection, desk, () => desk.flow.run('callback', undefined, url))
        if (desk.returned) desk.authorizer.returned()
        delete desk.returned
        return id
      }
      return null
    },
    leave: (connection) => of(connection).flow.leave(),
    comeBack(connection, left) {
      const desk = of(connection)
      desk.flow.comeBack(left, connection.traffic.total > 0)
      desk.returned = true
      return desk.flow.state()
    },
    trace(connection) {
      const { open: _, ...flow } = of(connection).flow.state()
      const trace = { format: 'loupe-authorization', version: 1, savedAt: new Date().toISOString(), flow }
      return new Blob([JSON.stringify(trace, undefined, 2)], { type: 'application/json' })
    },
    heard(kept) {
      for (const { flow, server } of desks.values()) {
        if (flow.settings.storage !== 'local') continue
        keyring.replace(server, kept)
        flow.synchronise()
      }
    },
    drop(id) {
      desks.get(id)?.flow.close()
      desks.delete(id)
      connections.delete(id)
    },
  }
}

function spokenBy(connection: Guarded): Revision | undefined {
  const { facts } = connection.state()
  const { era } = connection.settings
  return facts?.revision ?? (isLegacy(era) || isModern(era) ? era : undefined)
}

/** Milliseconds for the news of fresh tokens to reach other pages. */
const NEWS = 200

/** Pages that share tokens take turns: an authorization server may end all of them when a refresh token comes twice. */
async function exclusively({ settings }: Flow, server: string, work: () => Promise<void>): Promise<void> {
  // Only pages that came safely have them, and no test.
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (settings.storage !== 'local' || locks === undefined) return work()
  return new Promise((resolve, reject) => {
    void locks.request(`loupe refresh ${server}`, async () => {
      await work().then(resolve, reject)
      await new Promise((done) => setTimeout(done, NEWS))
    })
  })
}
