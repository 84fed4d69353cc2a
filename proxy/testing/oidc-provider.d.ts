declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface StoredToken {
    aud?: string | string[]
    scope?: string
    exp: number
    clientId?: string
    destroy(): Promise<void>
  }

  interface GrantContext {
    /** What is answered. */
    body?: { [name: string]: unknown }
    oidc: { params: { [name: string]: unknown } }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    readonly AccessToken: { find(token: string): Promise<StoredToken | undefined> }
    readonly RefreshToken: { find(token: string): Promise<StoredToken | undefined> }
    on(event: 'grant.success', listener: (context: GrantContext) => void): this
    proxy: boolean
  }
}
