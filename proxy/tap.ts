// `loupe tap`: stands between another client and its server, passes every byte on unchanged, and writes down what passed. Nothing that
// goes wrong with the record may be felt by either side: it is said once on stderr, and the bytes go on.
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import spawn from 'cross-spawn'
import { FORMAT, VERSION } from '#mcp/traffic/record-format.ts'
import { Stamp, tapPipe } from '#mcp/traffic/tap.ts'
import type { Target } from '#mcp/transport/target.ts'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { readArguments } from './arguments.ts'
import { cutLines } from './lines.ts'
import { orMissing } from './flag-value.ts'
import { splitFlag } from './order-flags.ts'
import type { LiveTap } from './tap-live.ts'
import type { Printer } from './request.ts'
import { stateFolder } from './running.ts'
import { tapHttp } from './tap-http.ts'

const tapFolder = (): string => join(stateFolder(), 'taps')

export const TAP_HELP = `Stands between another client and its server, and writes down what passes.

  loupe tap -- node build/index.js        as the command in a client's configuration
  loupe tap https://example.com/mcp       listens on this machine and passes on; give the client the address it prints

Every byte passes unchanged; stderr, signals and the exit code of the program too. The record holds all of it, secrets
as well, and opens in Loupe (Open record…). Where a Loupe of the same user runs, its page shows it live.

      --record FILE       where the record goes (usually a new file in ${tapFolder()})
      --port N            for a URL: listen on N (usually any free one)
      --name NAME         what the record is called
      --no-live           show it in no page
`

export interface TapOrder {
  target: Target
  name: string
  record: string
  port: number
  /** Shown in the pages of this user. */
  live: boolean
}

/** Reads what follows `loupe tap`. `now`: milliseconds since the epoch. */
export function readTap(argv: string[], folder: string, now: number): TapOrder | { wrong: string } {
  const split = argv.indexOf('--')
  const own = split < 0 ? argv : argv.slice(0, split)
  const passed: string[] = []
  let record: string | undefined
  let port = 0
  let live = true
  for (let at = 0; at < own.length; at++) {
    const word = own[at]!
    const { name, value } = splitFlag(word, () => own[++at])
    if (name === '--record') {
      const file = orMissing(value)
      if (typeof file !== 'string') return file
      record = file
    } else if (name === '--no-live') live = false
    else if (name === '--port') {
      const given = orMissing(value)
      if (typeof given !== 'string') return given
      port = Number(given)
      if (!Number.isInteger(port) || port < 0 || port > 65_535) return { wrong: '--port takes a number from 0 to 65535.' }
    } else if (/^(?:-e|--env|--cwd|-H|--header|--transport|--token|--demo|--dev)$/.test(name))
      return { wrong: `loupe tap takes no ${name}: what the client sends and sets is passed on as it is.` }
    else passed.push(word)
  }
  const parsed = readArguments([...passed, ...(split < 0 ? [] : argv.slice(split))], folder, {}, 'loupe tap')
  if (parsed.kind === 'wrong') return { wrong: parsed.why }
  if (parsed.kind !== 'run' || parsed.options.initial === undefined) return { wrong: 'Name a URL, or a command after "--".' }
  const { name, target } = parsed.options.initial
  if (target.kind === 'http' && !/^https?:/i.test(target.url)) return { wrong: 'A WebSocket cannot be tapped: name an http or https URL.' }
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
  const file = `${stamp}-${name.replace(/[^\w.-]+/g, '-')}-${process.pid}.jsonl`
  return { target, name, record: record === undefined ? join(tapFolder(), file) : resolve(folder, record), port, live }
}

/** Runs until the program, or Ctrl-C, ends it. Resolves to the exit code, or to the signal that the program died of. */
export async function runTap(order: TapOrder, print: Printer, stop: AbortSignal): Promise<number | NodeJS.Signals> {
  const record = openRecord(order, print, order.live ? (await import('./tap-live.ts')).openLive(order) : undefined)
  const stamp = new Stamp(record.write, () => performance.timeOrigin + performance.now())
  const { target } = order
  const end =
    target.kind === 'stdio'
      ? await tapProgram(target.command, target.args, stamp)
      : await tapHttp(target.url, order.port, stamp, print, stop)
  await record.close()
  return end
}

interface OpenRecord {
  write(event: object): void
  close(): Promise<void>
}

function openRecord({ record, name, target }: TapOrder, print: Printer, live: LiveTap | undefined): OpenRecord {
  let file: WriteStream | undefined
  const lose = (error: Error): void => {
    if (file === undefined) return
    file = undefined
    print.error(`loupe tap: the record ends here, ${record} cannot be written: ${error.message}\n`)
  }
  try {
    mkdirSync(dirname(record), { recursive: true })
    // It holds whatever secrets passed.
    file = createWriteStream(record, { mode: 0o600 })
    file.on('error', lose)
  } catch (error) {
    file = {} as WriteStream
    lose(error as Error)
  }
  const line = (value: object): void => {
    const text = `${JSON.stringify(value)}\n`
    file?.write(text)
    live?.line(text)
  }
  line({ format: FORMAT, version: VERSION, savedAt: new Date().toISOString(), server: { name, target }, dropped: 0 })
  return {
    write: line,
    async close() {
      await Promise.all([live?.close(), new Promise<void>((done) => (file === undefined ? done() : file.end(() => done())))])
    },
  }
}

function tapProgram(command: string, args: string[], stamp: Stamp): Promise<number | NodeJS.Signals> {
  const tap = tapPipe(
    stamp,
    [command, ...args].map((word) => (/[\s"'\\]/.test(word) || word === '' ? JSON.stringify(word) : word)).join(' '),
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
  // Written down after it was passed on, never before.
  const later = (take: (line: string) => void) => (block: Uint8Array) =>
    void setImmediate(() => eachLine(block, (line) => take(text.decode(line.at(-1) === 0x0d ? line.subarray(0, -1) : line))))
  const fromClient = cutLines(later(tap.fromClient))
  const fromServer = cutLines(later(tap.fromServer))
  const errors = cutLines(later(tap.errorLine))
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], shell: false, windowsHide: true })
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGUSR1', 'SIGUSR2'] as const) {
      if (process.platform === 'win32' && name.startsWith('SIGUSR')) continue
      // A terminal sends its Ctrl-C to both of us.
      process.on(name, () => (name === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(name)))
    }
    child.on('error', (error) => {
      // A program that runs and could not be given a signal tells of its end itself.
      if (child.pid !== undefined) return
      const why = `${command} could not be started: ${error.message}`
      process.stderr.write(`loupe tap: ${why}\n`)
      process.stdin.destroy()
      setImmediate(() => {
        tap.notStarted(why)
        resolve((error as NodeJS.ErrnoException).code === 'ENOENT' ? 127 : 126)
      })
    })
    const { stdin, stdout, stderr } = child
    stdin?.on('error', () => {}) // EPIPE: the exit tells
    process.stdout.on('error', () => stdout?.destroy()) // the client is gone: the program's writes fail, as they would without us
    if (stdin !== null) process.stdin.pipe(stdin)
    process.stdin.on('data', (chunk: Buffer) => fromClient.push(chunk))
    process.stdin.on('end', () => fromClient.end())
    stdout?.pipe(process.stdout, { end: false })
    stdout?.on('data', (chunk: Buffer) => fromServer.push(chunk))
    stdout?.on('end', () => fromServer.end())
    stderr?.pipe(process.stderr, { end: false })
    stderr?.on('data', (chunk: Buffer) => errors.push(chunk))
    stderr?.on('end', () => errors.end())
    child.on('close', (code, signal) => {
      // What never ran is closed as well: the record may be complete by then, and another line would break it.
      if (child.pid === undefined) return
      process.stdin.destroy()
      setImmediate(() => {
        tap.exit(code, signal)
        resolve(code ?? signal ?? 1)
      })
    })
  })
}

/** The exit code that a shell gives a program that died of a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + (constants.signals[signal] ?? 0)
}
