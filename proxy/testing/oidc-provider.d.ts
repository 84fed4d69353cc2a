declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface StoredToken {
    aud?: string | string[]
    scope?: string
    exp: number
    clientId?: string
    destroy(): Promise<void>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    readonly AccessToken: { find(token: string): Promise<StoredToken | undefined> }
    readonly RefreshToken: { find(token: string): Promise<StoredToken | undefined> }
    on(event: string, listener: (...args: unknown[]) => void): this
    proxy: boolean
  }
}
