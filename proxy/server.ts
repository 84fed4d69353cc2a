// The proxy as one thing: listens at once, loads the rest after that, and takes all its children along when it closes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { networkInterfaces } from 'node:os'
import { basename } from 'node:path'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'
import type { Welcome } from '#mcp/transport/tunnel-frames.ts'
import { createGuard, type Guard } from './guard.ts'
import type { Running } from './running.ts'
import type { Stage } from './stage.ts'

export interface ServerOptions {
  token: string
  version: string
  /** 0: any free port. */
  port: number
  /** The address to listen on; default 127.0.0.1. Any other lets other machines in. */
  host?: string
  /** Names, or name:port, by which the page may be reached besides loopback and `host`. */
  allowHosts?: readonly string[]
  /** Default: one that checks everything. Tests hand in one that lacks a check, to see that each is needed. */
  guard?: Guard
  /** Fail when the port is taken, instead of taking the next free one. */
  exactPort: boolean
  /** Where apps of servers are drawn; default: any free port. */
  appsPort?: number
  /** By what origin browsers come there through a reverse proxy. */
  appsOrigin?: string
  /** Folder of the built page. */
  webFolder: string
  initial?: Welcome['initial']
  demo?: Welcome['demo']
  /** Files of records to show. */
  records?: readonly string[]
  /** Starts the development middleware on this server. */
  dev?: (server: Server) => Promise<{ nonce: string; middleware: RequestHandler; close(): Promise<void> }>
}

export interface LoupeServer {
  port: number
  /** How others on this machine find it; with the token. */
  running: Running
  /** With the token: for the person who started it alone. */
  url: string
  /** Rejects when a part could not be loaded. */
  ready: Promise<void>
  /** Ends every child and connection; resolves when they are gone. */
  close(): Promise<void>
  /** Kills every child now. */
  kill(): void
}

const LOOPBACK = '127.0.0.1'
/** Stands for every address of this machine. */
const EVERY = new Set(['0.0.0.0', '::'])

/** By what names others may come: those that were allowed, and the addresses that are listened on. */
function hostsOf({ host, allowHosts = [] }: ServerOptions): string[] {
  if (host === undefined) return [...allowHosts]
  const addresses = EVERY.has(host) ? ownAddresses() : [host]
  return [...allowHosts, ...addresses.map(inUrl)]
}

/** How this machine itself reaches us. */
function originOf({ host }: ServerOptions, { port }: Guard): string {
  return `http://${host === undefined || EVERY.has(host) ? LOOPBACK : inUrl(host)}:${port}`
}

/** Every address of this machine that others may know. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  )
}

function inUrl(address: string): string {
  return address.includes(':') ? `[${address.split('%')[0]}]` : address
}

/** How many ports after the usual one are tried. */
const PORTS_TRIED = 50

/** @throws Error with code `EADDRINUSE` when `exactPort` is taken, or nothing near is free. */
export async function startServer(options: ServerOptions): Promise<LoupeServer> {
  const guard = options.guard ?? createGuard(options.token, hostsOf(options))
  const server = createServer()
  // The rest is loaded once we listen; requests that come meanwhile wait for it.
  const parts = deferred<Parts>()
  let loaded: Parts | undefined
  server.on('request', async (request, response) => (await parts.promise).app(request, response))
  server.on('upgrade', async (request, socket, head) => {
    // Vite's own socket in development: it listens for it itself and checks a token of its own.
    if (options.dev !== undefined && request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    socket.on('error', () => {})
    ;(await parts.promise).upgrade(request, socket, head)
  })
  guard.port = await listen(server, options.port, options.exactPort, options.host)
  const ready = assemble(guard, server, options).then((made) => {
    loaded = made
    parts.resolve(made)
  })
  return {
    port: guard.port,
    running: { origin: originOf(options, guard), token: options.token },
    url: `${originOf(options, guard)}/?token=${encodeURIComponent(options.token)}`,
    ready,
    kill: () => loaded?.kill(),
    async close() {
      const { close } = await parts.promise
      const closed = new Promise((resolve) => server.close(resolve))
      await close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Parts {
  app: (request: IncomingMessage, response: ServerResponse) => void
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => Promise<void>
  kill: () => void
}

async function assemble(guard: Guard, server: Server, options: ServerOptions): Promise<Parts> {
  const [{ createApp }, { createBridge }, { createChildren }, { createTunnel }, { createTapHub }, { serveFolder }, stage, dev] =
    await Promise.all([
      import('./app.ts'),
      import('./bridge.ts'),
      import('./child.ts'),
      import('./tunnel.ts'),
      import('./taps.ts'),
      import('./web-files.ts'),
      openStage(guard, options),
      options.dev?.(server),
    ])
  const children = createChildren()
  const bridge = createBridge({ guard, children, onStderr: (command, text) => process.stderr.write(`[${command}] ${text}\n`) })
  const { version, initial, demo, records = [] } = options
  const welcome: Welcome = { version, cwd: process.cwd(), platform: process.platform, node: process.version }
  if (initial !== undefined) welcome.initial = initial
  if (demo !== undefined) welcome.demo = demo
  if (records.length > 0) welcome.records = records.map((file) => basename(file))
  if (stage !== undefined) welcome.stagePort = stage.port
  if (stage?.origin !== undefined) welcome.stageOrigin = stage.origin
  const endpoint = (request: Parameters<typeof bridge.offer>[0]): string => `${originOf(options, guard)}${bridge.offer(request)}`
  const tunnel = createTunnel({ guard, children, welcome, endpoint, taps: createTapHub() })
  return {
    app: createApp({
      guard,
      version,
      bridge,
      files: serveFolder(options.webFolder),
      records,
      ...(dev === undefined ? {} : { dev }),
      ...(stage === undefined ? {} : { stage }),
    }),
    upgrade: tunnel.upgrade,
    kill: children.killAll,
    async close() {
      tunnel.close()
      await Promise.all([bridge.close(), children.endAll(), dev?.close(), stage?.close()])
    },
  }
}

/** Without it, everything but apps works. */
async function openStage(guard: Guard, { host = LOOPBACK, appsPort = 0, appsOrigin }: ServerOptions): Promise<Stage | undefined> {
  const { startStage } = await import('./stage.ts')
  return startStage(guard, host, appsPort, appsOrigin).catch((error: unknown) => {
    process.stderr.write(`Apps cannot be drawn: their port ${appsPort} could not be had (${String(error)}).\n`)
    return undefined
  })
}

async function listen(server: Server, port: number, exact: boolean, host: string | undefined): Promise<number> {
  for (let tried = port; ; tried++) {
    try {
      await listenOn(server, tried, host)
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : tried
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || exact || tried >= Math.min(port + PORTS_TRIED, 65_535)) throw error
    }
  }
}

function listenOn(server: Server, port: number, host = LOOPBACK): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
