// Sends the record of a tap to the Loupes that run on this machine, while it grows. Whatever goes wrong here is nobody's concern:
// the file has it all.
import { WebSocket } from 'ws'
import { encodeFrame, type TapFacts, type UpFrame } from '#mcp/transport/tunnel-frames.ts'
import { runningLoupes, type Running } from './running.ts'

/** Bytes that may wait for a Loupe that reads slowly. */
const WAITING = 16 * 1024 * 1024
/** Milliseconds that the end waits for what is on its way. */
const LAST_WORDS = 500

export interface LiveTap {
  /** One line of the record. */
  line(text: string): void
  /** Resolves when all was sent, or soon after. */
  close(): Promise<void>
}

export function openLive({ name, record }: TapFacts, loupes: Running[] = runningLoupes()): LiveTap {
  const ends = loupes.map((running) => connect(running, { name, record }))
  return {
    line: (text) => ends.forEach((end) => end.line(text)),
    close: async () => void (await Promise.all(ends.map((end) => end.close()))),
  }
}

function connect({ origin, token }: Running, facts: TapFacts): LiveTap {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/tunnel`, { headers: { Origin: origin }, perMessageDeflate: false })
  const encoder = new TextEncoder()
  let early: string[] | undefined = []
  let lost = false
  const send = (frame: UpFrame): void => {
    if (!lost && socket.readyState === socket.OPEN) socket.send(encodeFrame(frame))
  }
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const write = (text: string): void => {
    if (socket.bufferedAmount > WAITING) {
      lost = true
      socket.terminate()
    }
    send({ tag: 'I', channel: 1, bytes: encoder.encode(text) })
  }
  socket.on('error', () => (lost = true))
  socket.on('open', () => {
    send({ tag: 'H', channel: 0, json: { token } })
    send({ tag: 'T', channel: 1, json: facts })
    for (const text of early ?? []) write(text)
    early = undefined
  })
  return {
    line(text) {
      if (early === undefined) write(text)
      else early.push(text)
    },
    async close() {
      // Ended before it was heard: a short program is shown as well.
      if (socket.readyState === socket.CONNECTING)
        await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed, pause(LAST_WORDS)])
      send({ tag: 'K', channel: 1 })
      socket.close()
      await Promise.race([closed, pause(LAST_WORDS)])
      socket.terminate()
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
