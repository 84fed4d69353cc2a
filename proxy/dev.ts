// Development: Vite as middleware of the same server, so that the page has the same origin, guard and policy as when built.
import type { Server } from 'node:http'
import type { RequestHandler } from 'express'

/** The variable through which vite.config.ts learns the nonce of the inline scripts that hot reloading needs. */
const NONCE = 'LOUPE_DEV_NONCE'

export async function startDev(
  server: Server,
  nonce: string,
): Promise<{ nonce: string; middleware: RequestHandler; close(): Promise<void> }> {
  process.env[NONCE] = nonce
  const { createServer } = await import('vite')
  const vite = await createServer({ appType: 'spa', server: { middlewareMode: true, hmr: { server }, cors: false } })
  return { nonce, middleware: vite.middlewares, close: () => vite.close() }
}
