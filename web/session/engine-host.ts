// What the engine has and hears for its connections.
import type { Authorizer } from '#mcp/auth/authorizer.ts'
import type { Ask, AskReply } from '#mcp/session-types.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { ConnectSettings, EngineNotice } from './engine-messages.ts'
import type { WayHost } from './engine-way.ts'

/** `Of`: a connection. */
export interface EngineHost<Of> extends WayHost {
  memoryLimit: number
  /** Who answers for the credentials of its server; undefined where nobody does. */
  authorizerFor(connection: Of): Authorizer | undefined
  /** Headers of credentials that its requests carry, for the question whether a page may send them. */
  carries(connection: { target: Target; settings: ConnectSettings }): string[]
  /** Resolves when its record is as it was before the page was loaded again: nothing is written into it before that. */
  settled(connection: Of): Promise<void>
  onSettings(connection: Of): void
  onState(connection: Of): void
  onAsk(connection: Of, ask: Ask): Promise<AskReply>
  onNotices(notices: EngineNotice[]): void
  /** What the server said unasked for a while is lost; `uris`: the resources whose changes are wanted. */
  onGap(connection: Of, uris: string[]): void
}
