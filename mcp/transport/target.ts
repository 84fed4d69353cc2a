// Where a server is and how to reach it: what a person typed, and what is remembered.

export interface HttpTarget {
  kind: 'http'
  url: string
  headers: { name: string; value: string }[]
  /** Sent as `Authorization: Bearer …`. */
  bearer?: string
  /** 'auto': direct when a preflight shows that every header may pass, else through the proxy. */
  via: 'auto' | 'direct' | 'proxy'
  /** 'http': Streamable HTTP; 'sse': HTTP+SSE of 2024-11-05; absent: the latter when the former is refused. */
  transport?: 'http' | 'sse'
  /** The certificate is not checked, which only the proxy can do. */
  insecure?: true
}

export interface StdioTarget {
  kind: 'stdio'
  command: string
  args: string[]
  env: { name: string; value: string }[]
  cwd?: string
  /** Files and folders, as seen from `cwd`: when one of them changes, the server is started again. */
  watch?: string[]
}

export type Target = HttpTarget | StdioTarget

/**
 * Whether a URL stands for one channel that carries everything, both ways, message by message: a child process or a WebSocket. Nothing on it says
 * which request a message belongs to, and no request has headers.
 */
export function isPipe(url: string): boolean {
  return /^(?:stdio|wss?):/i.test(url)
}

/** Headers of a target as they are sent; names without text are left out. */
export function targetHeaders(target: HttpTarget): [string, string][] {
  const headers = target.headers.map(({ name, value }): [string, string] => [name.trim(), value]).filter(([name]) => name !== '')
  // Copied out of a header, the word comes along.
  const token = target.bearer?.trim().replace(/^Bearer\s+/i, '') ?? ''
  if (token !== '') headers.push(['Authorization', `Bearer ${token}`])
  return headers
}
