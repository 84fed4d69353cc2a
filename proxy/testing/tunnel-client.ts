// A plain client of the tunnel for tests: keeps every frame and lets a test wait for the one it wants.
import { WebSocket } from 'ws'
import { decodeFrame, encodeFrame, type DownFrame, type UpFrame } from '#mcp/transport/tunnel-frames.ts'
import { startServer, type LoupeServer, type ServerOptions } from '../server.ts'

export const TOKEN = 'a-token-that-only-tests-know'

export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<LoupeServer> {
  const server = await startServer({
    token: TOKEN,
    version: '1.2.3',
    port: 0,
    exactPort: true,
    webFolder: '/nonexistent',
    ...options,
  })
  await server.ready
  return server
}

export interface TestTunnel {
  socket: WebSocket
  frames: DownFrame[]
  send(frame: UpFrame): void
  /** The first frame, come or still to come, that has this tag (and channel); fails when the socket closes first. */
  wait<T extends DownFrame['tag']>(tag: T, channel?: number): Promise<Extract<DownFrame, { tag: T }>>
  until(holds: () => boolean): Promise<void>
  closed: Promise<{ code: number; reason: string }>
}

export function openTunnel(port: number, headers: { [name: string]: string } = {}): TestTunnel {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/tunnel`, {
    headers: { Origin: `http://127.0.0.1:${port}`, ...headers },
    perMessageDeflate: false,
  })
  const frames: DownFrame[] = []
  const watchers = new Set<() => void>()
  const wake = (): void => watchers.forEach((watcher) => watcher())
  let end: string | undefined
  socket.on('message', (data: Buffer) => {
    frames.push(decodeFrame(new Uint8Array(data)) as DownFrame)
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      end = `the tunnel closed with ${code} ${reason.toString()}`
      resolve({ code, reason: reason.toString() })
      wake()
    })
  })
  socket.on('error', () => {})
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (holds()) resolve()
        else if (end !== undefined) reject(new Error(end))
        else return
        watchers.delete(check)
      }
      watchers.add(check)
      check()
    })
  return {
    socket,
    frames,
    closed,
    until,
    send: (frame) => socket.send(encodeFrame(frame)),
    async wait(tag, channel) {
      let looked = 0
      let found: DownFrame | undefined
      await until(() => {
        // Each frame is looked at once: a test may get a hundred thousand.
        while (found === undefined && looked < frames.length) {
          const frame = frames[looked++]!
          if (frame.tag === tag && (channel === undefined || frame.channel === channel)) found = frame
        }
        return found !== undefined
      })
      return found as never
    },
  }
}

/** Opens a tunnel and shows the token. */
export async function enter(port: number): Promise<TestTunnel> {
  const tunnel = openTunnel(port)
  await new Promise((resolve) => tunnel.socket.once('open', resolve))
  tunnel.send({ tag: 'H', channel: 0, json: { token: TOKEN } })
  await tunnel.wait('W')
  return tunnel
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const text = (data: Uint8Array): string => new TextDecoder().decode(data)
