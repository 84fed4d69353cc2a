// A Streamable HTTP endpoint per started command, for other MCP clients: each of their sessions gets a child of its own.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SpawnRequest } from '#mcp/transport/tunnel-frames.ts'
import type { Children } from './child.ts'
import type { Guard } from './guard.ts'

export interface Bridge {
  /** The path of the endpoint for this command: the same command has the same one while the proxy lives. */
  offer(request: SpawnRequest): string
  handle(id: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

export function createBridge(_guard: Guard, _children: Children): Bridge {
  const ids = new Map<string, string>()
  return {
    offer({ command, args, env, cwd }) {
      const key = JSON.stringify([command, args, Object.entries(env).sort(), cwd ?? null])
      const id = ids.get(key) ?? randomBytes(16).toString('base64url')
      ids.set(key, id)
      return `/mcp/${id}`
    },
    async handle(_id, _request, response) {
      response.writeHead(501, { 'Content-Type': 'text/plain' }).end('Other clients cannot use this endpoint yet.\n')
    },
    close: async () => {},
  }
}
