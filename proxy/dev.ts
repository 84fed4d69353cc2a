// Development: Vite as middleware of the same server, so that the page has the same origin, guard and policy as when built.
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { RequestHandler } from 'express'

/** The variable through which vite.config.ts learns the nonce of the inline scripts that hot reloading needs. */
const NONCE = 'LOUPE_DEV_NONCE'

/** `folder`: where Loupe's source lies. */
export async function startDev(
  server: Server,
  folder: string,
  nonce: string,
): Promise<{ nonce: string; middleware: RequestHandler; close(): Promise<void> }> {
  process.env[NONCE] = nonce
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(folder, 'vite.config.ts'),
    root: join(folder, 'web'),
    appType: 'spa',
    // The page's folder is `web`, and it takes from its neighbours.
    server: { middlewareMode: true, hmr: { server }, cors: false, fs: { allow: [folder] } },
  })
  return { nonce, middleware: vite.middlewares, close: () => vite.close() }
}
