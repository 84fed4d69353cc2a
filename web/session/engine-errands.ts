// Calls that most pages never make: their code comes with the first of them.
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'
import type { Connection, ConnectionHost } from './engine-connection.ts'
import type { Judges } from './engine-judges.ts'
import type { Keeping } from './engine-keeping.ts'
import type { EngineCalls } from './engine-messages.ts'
import type { SavedRecord } from './engine-record.ts'

export type Errand =
  | 'picture'
  | 'runChecks'
  | 'checks'
  | 'checkStory'
  | 'doctor'
  | 'generate'
  | 'models'
  | 'export'
  | 'previewExport'
  | 'openRecord'
  | 'clear'
  | 'undoClear'
  | 'hostConfigs'
  | 'nextId'
  | 'rawHeaders'
  | 'subscribe'
  | 'setLogLevel'
  | 'keptSize'
  | 'forgetKept'

/** What errands need of the engine. */
export interface ErrandHost {
  /** @throws McpError where there is no such connection */
  connectionOf(id: string): Connection
  /** @throws McpError where there is no such record */
  recorded(id: string): Connection | SavedRecord
  judges: Judges
  keeping: Keeping
  /** A connection has something to tell of itself. */
  told(connection: Connection): void
  /** A target with the credentials that its connection has. */
  dressed(connection: Connection): Promise<Target>
  readonly host: ConnectionHost
  tunnel(): Tunnel | undefined
  fetch: FetchHandler
  /** A record that came by other ways than a connection. One of the same id gives way. */
  show(id: string, record: SavedRecord): void
}

type Args<Name extends Errand> = Parameters<EngineCalls[Name]>
type Tell = (part: unknown) => void

const errands: {
  [Name in Errand]: (host: ErrandHost, args: Args<Name>, signal: AbortSignal, tell: Tell) => unknown
} = {
  async picture({ fetch, tunnel }, [url], signal) {
    const { fetchPicture } = await import('./engine-picture.ts')
    const through = tunnel()
    return fetchPicture(url, through === undefined ? [fetch] : [fetch, through.fetch], signal)
  },
  async runChecks({ connectionOf, dressed, host, show }, [id, wish], signal, tell) {
    const connection = connectionOf(id)
    const { runChecks } = await import('./engine-checks.ts')
    const { record, states } = await runChecks(connection, { ...wish, dressed: await dressed(connection) }, host, signal, tell)
    show(record.id, record)
    return states
  },
  checks: async ({ judges }, [id]) => (await judges.of(id))?.checks() ?? [],
  async checkStory({ judges }, [id], signal) {
    const judging = await judges.of(id)
    // The record of a run is judged anew, and may have its greeting still to come.
    if (judging !== undefined && judging.story().transport === undefined) await judging.caughtUp({ tell: () => undefined, signal })
    return judging?.story() ?? null
  },
  async doctor({ connectionOf, dressed, host }, [id], signal, tell) {
    const connection = connectionOf(id)
    const { examineServer } = await import('./engine-doctor.ts')
    return examineServer(await dressed(connection), connection.settings, host, signal, tell)
  },
  async generate({ tunnel }, [order], signal, tell) {
    const { askProvider } = await import('./engine-provider.ts')
    return askProvider(order, tunnel(), signal, tell)
  },
  async models({ tunnel }, [order], signal) {
    const { modelsOf } = await import('./engine-provider.ts')
    return modelsOf(order, tunnel(), signal)
  },
  async export({ recorded, judges }, [id, wish], signal, tell) {
    const { exported } = await import('./engine-record.ts')
    return exported(recorded(id), wish, (wait) => judges.judged(id, wait), signal, tell)
  },
  async previewExport({ recorded }, [id], signal, tell) {
    return (await import('./engine-record.ts')).previewed(recorded(id), signal, tell)
  },
  async openRecord({ host, show }, [id, file, content], signal, tell) {
    const { SavedRecord } = await import('./engine-record.ts')
    show(id, await SavedRecord.open(id, file, content, host.memoryLimit, { signal, tell }))
  },
  async clear(host, [id]) {
    const connection = host.connectionOf(id)
    return (await import('./engine-clear.ts')).clear(connection, host)
  },
  async undoClear(host, [id]) {
    const connection = host.connectionOf(id)
    return (await import('./engine-clear.ts')).undoClear(connection, host)
  },
  hostConfigs: ({ tunnel }, [file]) => tunnel()?.configs(file) ?? { files: [] },
  nextId: ({ connectionOf }, [id]) => connectionOf(id).session?.nextId() ?? null,
  rawHeaders: ({ connectionOf }, [id, text, http]) => connectionOf(id).session?.rawHeaders(text, http) ?? [],
  subscribe: ({ connectionOf }, [id, uri, on]) => connectionOf(id).subscribe(uri, on),
  setLogLevel: ({ connectionOf }, [id, level]) => connectionOf(id).setLogLevel(level ?? undefined),
  keptSize: ({ keeping }) => keeping.size(),
  forgetKept: ({ keeping }) => keeping.forgetAll(),
}

/** Does one. `tell`: gives the page a piece of what it will return. Rejects as the errand does. */
export function run(name: Errand, host: ErrandHost, args: unknown[], signal: AbortSignal, tell: Tell): unknown {
  const errand = errands[name] as (host: ErrandHost, args: unknown[], signal: AbortSignal, tell: Tell) => unknown
  return errand(host, args, signal, tell)
}
