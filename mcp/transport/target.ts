// Where a server is and how to reach it: what a person typed, and what is remembered.

export interface HttpTarget {
  kind: 'http'
  url: string
  headers: { name: string; value: string }[]
  /** Sent as `Authorization: Bearer …`. */
  bearer?: string
  /** 'auto': direct when a preflight shows that every header may pass, else through the proxy. */
  via: 'auto' | 'direct' | 'proxy'
}

export interface StdioTarget {
  kind: 'stdio'
  command: string
  args: string[]
  env: { name: string; value: string }[]
  cwd?: string
}

export type Target = HttpTarget | StdioTarget
