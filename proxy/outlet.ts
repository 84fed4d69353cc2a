// The way down the tunnel, with back-pressure: when the page reads slower than servers speak, their sources wait
// instead of filling this process's memory.
import type { WebSocket } from 'ws'
import { encodeFrame, type DownFrame } from '#mcp/transport/tunnel-frames.ts'

const HIGH = 8 * 1024 * 1024
const LOW = 1024 * 1024

export interface Source {
  pause(): void
  resume(): void
}

export interface Outlet {
  send(frame: DownFrame): void
  /** The page reads slower than it is sent to. */
  readonly full: boolean
  readonly sources: Set<Source>
}

export function createOutlet(socket: WebSocket): Outlet {
  const sources = new Set<Source>()
  let waiting = false
  const sent = (): void => {
    if (!waiting || socket.bufferedAmount > LOW) return
    waiting = false
    for (const source of sources) source.resume()
  }
  return {
    sources,
    get full() {
      return waiting
    },
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      socket.send(encodeFrame(frame), sent)
      if (waiting || socket.bufferedAmount <= HIGH) return
      waiting = true
      for (const source of sources) source.pause()
    },
  }
}
