// What crosses the one WebSocket between the page's engine and the proxy: many exchanges side by side, each on a
// channel of its own. Every WebSocket message is binary: one letter, the channel (uint32, big-endian), the payload.
// Lines and body chunks are untouched bytes; all else is JSON.
import type { Target } from './target.ts'
import type { RelayTimes } from './relay-times.ts'
import type { SocketEnd } from './socket.ts'

/** From the engine to the proxy. */
export type UpFrame =
  /** Must be the first. */
  | { tag: 'H'; channel: 0; json: { token: string } }
  /** Start a child; its lines come on this channel. */
  | { tag: 'S'; channel: number; json: SpawnRequest }
  /** Open a WebSocket; its messages come on this channel. */
  | { tag: 'O'; channel: number; json: SocketRequest }
  /** A line for the child's stdin, without its line break; or a message for the socket. */
  | { tag: 'I'; channel: number; bytes: Uint8Array }
  /** End the child: close stdin, then TERM, then KILL, for the whole group. Or close the socket. */
  | { tag: 'K'; channel: number }
  /** Fetch a URL for the engine. */
  | { tag: 'F'; channel: number; json: FetchRequest }
  /** A chunk of that request's body; an empty one ends it. Sent only when `hasBody`. */
  | { tag: 'D'; channel: number; bytes: Uint8Array }
  /** Give up the fetch on this channel. */
  | { tag: 'A'; channel: number }
  /** Ask about a URL from outside a browser; answered by one 'P'. */
  | { tag: 'Q'; channel: number; json: PreflightRequest }
  /** Look up, connect and shake hands with the host of a URL, without a word of HTTP; answered by one 'r'. */
  | { tag: 'R'; channel: number; json: { url: string } }
  /** Which configurations of hosts there are, or the text of one of them; answered by one 'g'. */
  | { tag: 'G'; channel: number; json: { file?: string } }
  /** A tap begins on this channel: 'I' brings lines of its record, 'K' ends it. */
  | { tag: 'T'; channel: number; json: TapFacts }
  /** Tell of taps, those that run already too. */
  | { tag: 'J'; channel: 0 }
  /** Tell when files change; 'A' ends it. */
  | { tag: 'V'; channel: number; json: WatchRequest }

/** From the proxy to the engine. */
export type DownFrame =
  /** A tap runs; its channel is a number of its own. */
  | { tag: 't'; channel: number; json: TapFacts }
  /** Whole lines of its record: a header first, then events. */
  | { tag: 'p'; channel: number; lines: Uint8Array }
  /** It ended, or (`why`) is told of no more. */
  | { tag: 'q'; channel: number; json: { why?: string } }
  /** What a watched file did; until the engine gives the channel up. */
  | { tag: 'v'; channel: number; json: WatchNews }
  | { tag: 'W'; channel: 0; json: Welcome }
  /** The child runs. */
  | { tag: 's'; channel: number; json: Started }
  /** Whole lines of stdout, one or more, as many as came at once: read them with `eachLine`. */
  | { tag: 'o'; channel: number; lines: Uint8Array }
  /** The same of stderr. */
  | { tag: 'e'; channel: number; lines: Uint8Array }
  /** A line of stdout that was too long to be kept: its length, and how it begins. */
  | { tag: 'l'; channel: number; json: { bytes: number; start: string } }
  /** The child ended, or could not be started (`error`). Last frame of the channel. */
  | { tag: 'x'; channel: number; json: Exited }
  /** The socket is open. */
  | { tag: 'w'; channel: number; json: { protocol: string } }
  /** One text message of the socket. */
  | { tag: 'm'; channel: number; bytes: Uint8Array }
  /** One binary message of the socket. */
  | { tag: 'n'; channel: number; bytes: Uint8Array }
  /** The socket closed, or never opened. Last frame of the channel. */
  | { tag: 'c'; channel: number; json: SocketEnd }
  /** Status and headers of a fetch, and where its time went until then. */
  | { tag: 'h'; channel: number; json: { status: number; statusText: string; headers: [string, string][]; times?: RelayTimes } }
  | { tag: 'b'; channel: number; bytes: Uint8Array }
  /** The body ended in good order. */
  | { tag: 'z'; channel: number }
  /** The fetch failed. `code` is Node's (`ECONNREFUSED`, `ENOTFOUND`, `CERT_…`), `message` a sentence for people. */
  | { tag: 'f'; channel: number; json: { code: string; message: string } }
  | { tag: 'P'; channel: number; json: PreflightAnswer }
  | { tag: 'r'; channel: number; json: ReachAnswer }
  | { tag: 'g'; channel: number; json: ConfigsAnswer }

export interface Welcome {
  /** Of Loupe. */
  version: string
  /** Where children start unless told otherwise. */
  cwd: string
  /** Node's `process.platform` and `process.version`. */
  platform: string
  node: string
  /** What the command line named. The person typed it, so the page may connect at once. */
  initial?: { name: string; target: Target; connect: true }
  /** Names of the records that the command line named, in the order of their numbers at /api/record/. */
  records?: string[]
  /** The port on which apps of servers have an origin of their own; left out where it could not be had. */
  stagePort?: number
  /** By what name browsers come to it through a reverse proxy, if the person said one. */
  stageOrigin?: string
  /** The bundled demo server, offered to a newcomer. */
  demo?: { name: string; target: Target }
}

export interface SpawnRequest {
  command: string
  args: string[]
  env: { [name: string]: string }
  cwd?: string
}

export interface TapFacts {
  name: string
  /** The file that its record goes to. */
  record: string
}

export interface WatchRequest {
  /** Files and folders, as seen from `cwd`. */
  paths: string[]
  cwd?: string
}

/** `path`: a file that changed, as seen from the folder that was watched. `fault`: nothing is watched, or no more. */
export type WatchNews = { path: string } | { fault: string }

export interface Started {
  pid: number
  /** The command as resolved, for people. */
  file: string
  /** Streamable HTTP endpoint of the same command for other clients, and the header they must send. */
  endpoint: string
}

export interface Exited {
  code: number | null
  signal: string | null
  /** Why it never ran, or a likely cause of its end. */
  error?: { code: string; message: string; path?: string[] }
}

export interface FetchRequest {
  url: string
  method: string
  headers: [string, string][]
  hasBody: boolean
  /** The server's certificate is not checked: the person said so for this server. */
  insecure?: true
  /**
   * The URL was named by the server at this URL, and by no person: it leads into a private network only where that server is in
   * one, whatever name it has there.
   */
  named?: string
  /** Places in its headers, `${NAME}`, are filled by the proxy from its own environment; what it filled in never comes back. Those where keys stand, or those that are named here. */
  fill?: true | readonly string[]
}

export interface SocketRequest {
  /** ws: or wss: */
  url: string
  protocols: string[]
  /** Sent with the handshake. */
  headers: [string, string][]
  /** As in a fetch. */
  insecure?: true
}

export interface PreflightRequest {
  url: string
  /** The page's origin, sent as `Origin`. */
  origin: string
  method: string
  /** Lower-case names for `Access-Control-Request-Headers`. */
  headers: string[]
}

export type PreflightAnswer =
  | { reached: true; status: number; headers: [string, string][]; ms: number }
  | { reached: false; code: string; message: string }

/** `host`: what people call it. Files are whole paths. */
export type ConfigsAnswer = { files: { host: string; file: string }[] } | { text: string } | { fault: string }

export interface NetFault {
  /** Node's code, or ours. */
  code: string
  message: string
}

/** How far one gets to a host. What was not come to is left out; times are milliseconds. */
export interface ReachAnswer {
  dns: { ms: number; addresses: string[]; fault?: NetFault }
  /** One for each address, in the order of the lookup. */
  tcp?: { address: string; ms: number; fault?: NetFault }[]
  /** Only where the URL wants it. */
  tls?: { ms: number; protocol?: string; cipher?: string; certificate?: Certificate; fault?: NetFault }
}

export interface Certificate {
  subject: string
  issuer: string
  /** Milliseconds since the epoch. */
  validFrom: number
  validTo: number
  /** Names that it holds for. */
  names: string
}

export type Frame = UpFrame | DownFrame

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const payload =
    'bytes' in frame
      ? frame.bytes
      : 'lines' in frame
        ? frame.lines
        : 'json' in frame
          ? encoder.encode(JSON.stringify(frame.json))
          : new Uint8Array(0)
  const out = new Uint8Array(5 + payload.length)
  out[0] = frame.tag.charCodeAt(0)
  new DataView(out.buffer).setUint32(1, frame.channel)
  out.set(payload, 5)
  return out
}

const BYTES = new Set(['I', 'D', 'b', 'm', 'n'])
const LINES = new Set(['o', 'e', 'p'])
const BARE = new Set(['K', 'A', 'J', 'z'])
const JSONS = new Set(['H', 'S', 'F', 'Q', 'R', 'G', 'V', 'v', 'T', 't', 'q', 'O', 'W', 's', 'l', 'x', 'h', 'f', 'P', 'r', 'g', 'w', 'c'])

/**
 * Reads one frame; the bytes are a view into `data`, not a copy. The shape of the JSON is the sender's word.
 * @throws Error on anything that is no frame.
 */
export function decodeFrame(data: Uint8Array): Frame {
  if (data.length < 5) throw new Error('Tunnel frame shorter than its head of 5 bytes')
  const tag = String.fromCharCode(data[0]!)
  const channel = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(1)
  const payload = data.subarray(5)
  if (BYTES.has(tag)) return { tag, channel, bytes: payload } as Frame
  if (LINES.has(tag)) return { tag, channel, lines: payload } as Frame
  if (BARE.has(tag)) return { tag, channel } as Frame
  if (JSONS.has(tag)) return { tag, channel, json: JSON.parse(decoder.decode(payload)) } as Frame
  throw new Error(`Tunnel frame with an unknown tag ${JSON.stringify(tag)}`)
}

const LF = 0x0a
const CR = 0x0d

/** Calls `take` for each line of a block, without its LF, as a view; a CR before it stays. Empty lines are left out. */
export function eachLine(block: Uint8Array, take: (line: Uint8Array) => void): void {
  for (let from = 0; from < block.length;) {
    const at = block.indexOf(LF, from)
    const next = at < 0 ? block.length : at
    const empty = next === from || (next === from + 1 && block[from] === CR)
    if (!empty) take(block.subarray(from, next))
    from = next + 1
  }
}
