// The command `loupe`: reads its arguments, starts the proxy, prints the address. Only this file ends the process.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import type { Welcome } from '#mcp/transport/tunnel-frames.ts'
import { readArguments, USUAL_PORT, type Options } from './arguments.ts'
import { newToken } from './guard.ts'
import { helpFor, helpOf } from './help.ts'
import { canOpen, openBrowser } from './open-browser.ts'
import type { Printer } from './request.ts'
import { startServer, type LoupeServer } from './server.ts'
import { version } from './version.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

const printer: Printer = { out: (text) => void process.stdout.write(text), error: (text) => void process.stderr.write(text) }

await main()

async function main(): Promise<void> {
  const help = await helpFor(process.argv.slice(2))
  if (help !== undefined) return void process.stdout.write(help)
  const argv = await rewritten(process.argv.slice(2))
  if (argv[0] === 'request') return request(argv.slice(1))
  if (argv[0] === 'doctor') return doctor(argv.slice(1))
  if (argv[0] === 'check') return check(argv.slice(1))
  if (argv[0] === 'add') return add(argv.slice(1))
  if (argv[0] === 'tap') return tap(argv.slice(1))
  const parsed = readArguments(argv, process.cwd(), process.env)
  if (parsed.kind === 'version') return void process.stdout.write(`${version}\n`)
  if (parsed.kind === 'wrong') return fail(`loupe: ${parsed.why}`, 2)

  const { options } = parsed
  if (Object.keys(options.trust).length > 0) {
    const { readTrust, setTrust } = await import('./outgoing.ts')
    try {
      setTrust(readTrust(options.trust))
    } catch (error) {
      return fail(`loupe: ${(error as Error).message}`, 2)
    }
  }
  if (options.dev && !existsSync(here('../vite.config.ts')))
    return fail('loupe: --dev serves the page from source, and this copy of Loupe has none.')
  if (options.records.length > 0) {
    const { checkRecords } = await import('./served-records.ts')
    await checkRecords(options.records).catch((error: Error) => fail(`loupe: ${error.message}`, 2))
  }
  const server = await start(options)
  const { announce } = await import('./running.ts')
  process.on('exit', announce(server.running))
  endWith(server)
  server.ready.catch((error: unknown) => fail(`loupe: a part could not be loaded: ${String(error)}`))
  if (server.port !== USUAL_PORT && options.port === undefined)
    process.stderr.write(`Port ${USUAL_PORT} is taken, so this is port ${server.port}.\n`)
  process.stdout.write(`Loupe: ${server.url}\n`)
  if (options.host !== undefined && !isLoopback(options.host))
    process.stderr.write(
      `Listening on ${options.host}: whoever reaches it and has the token starts programs as you do. It speaks plain http, so put a proxy with TLS before it.\n`,
    )
  const alone = (): void => void process.stderr.write('No browser could be opened from here: open this address in one.\n')
  if (options.open && canOpen(process.env, process.platform)) openBrowser(server.url, alone)
  else if (options.open) alone()
}

/** A server named in a file, and the official inspector's way to ask, as the line that means the same. */
async function rewritten(argv: string[]): Promise<string[]> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (!own.some((word) => /^--(?:config|server|cli)(?:=|$)/.test(word))) return argv
  const { fromInspector, withConfig } = await import('./config-flags.ts')
  let line = argv
  for (const next of [fromInspector, (words: string[]) => withConfig(words, process.cwd(), process.env)]) {
    const read = next(line)
    if (read !== undefined && 'wrong' in read) return fail(`loupe: ${read.wrong}`, 2)
    line = read?.argv ?? line
  }
  return line
}

async function tap(argv: string[]): Promise<never> {
  const { codeOfSignal, readTap, runTap } = await import('./tap.ts')
  if (argv.length === 0) return explain('tap')
  const order = readTap(argv, process.cwd(), Date.now())
  if ('wrong' in order) return fail(`loupe: ${order.wrong}`, 2)
  const stop = new AbortController()
  if (order.target.kind === 'http') for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort())
  const end = await runTap(order, printer, stop.signal)
  if (process.stdout.writableLength > 0) await once(process.stdout, 'drain')
  process.exit(typeof end === 'number' ? end : codeOfSignal(end))
}

async function add(argv: string[]): Promise<never> {
  const { readAdd, runAdd } = await import('./add.ts')
  if (argv.length === 0) return explain('add')
  const order = readAdd(argv, process.cwd())
  if ('wrong' in order) return fail(`loupe: ${order.wrong}`, 2)
  const confirm = async (question: string): Promise<boolean> => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await lines.question(question)
    lines.close()
    return /^y(es)?$/i.test(answer.trim())
  }
  return leaveWith((printer) => runAdd(order, printer, process.stdin.isTTY ? confirm : undefined))
}

async function request(argv: string[]): Promise<never> {
  const { readRequest, sendRequest } = await import('./request.ts')
  if (argv.length === 0) return explain('request')
  const order = readRequest(argv, process.cwd(), () => readFileSync(0, 'utf8'))
  if ('wrong' in order) return fail(`loupe: ${order.wrong}`, 2)
  return leaveWith((printer, signal) => sendRequest(order, printer, version, signal))
}

async function doctor(argv: string[]): Promise<never> {
  const { readDoctor, runDoctor } = await import('./doctor.ts')
  if (argv.length === 0) return explain('doctor')
  const order = readDoctor(argv, process.cwd())
  if ('wrong' in order) return fail(`loupe: ${order.wrong}`, 2)
  return leaveWith((printer, signal) => runDoctor(order, printer, version, signal))
}

async function check(argv: string[]): Promise<never> {
  const [{ readCheck }, { runCheck }] = await Promise.all([import('./check-order.ts'), import('./check.ts')])
  if (argv.length === 0) return explain('check')
  const order = readCheck(argv, process.cwd())
  if ('wrong' in order) return fail(`loupe: ${order.wrong}`, 2)
  const colours = process.stdout.isTTY && process.env.NO_COLOR === undefined
  return leaveWith((printer, signal) => runCheck(order, { ...printer, colours }, version, signal))
}

/** It was named and nothing more. */
async function explain(command: string): Promise<never> {
  process.stdout.write(await helpOf(command))
  process.exit(2)
}

async function leaveWith(work: (printer: Printer, signal: AbortSignal) => Promise<number>): Promise<never> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort('Interrupted'))
  // Who reads what is printed may have seen enough, as "head" has: nothing more is wanted then.
  const unread = new Promise<void>((resolve) => process.stdout.on('error', () => (stop.abort('Interrupted'), resolve())))
  const code = await work(printer, stop.signal)
  // A pipe takes its time; the process must not end before all is in it.
  if (process.stdout.writableLength > 0) await Promise.race([unread, once(process.stdout, 'drain').catch(() => unread)])
  process.exit(code)
}

async function start(options: Options): Promise<LoupeServer> {
  const { dev, port, appsPort, appsOrigin, host, allowHosts, token, records } = options
  try {
    return await startServer({
      token: token ?? newToken(),
      version,
      port: port ?? USUAL_PORT,
      exactPort: port !== undefined,
      ...(appsPort === undefined ? {} : { appsPort }),
      ...(appsOrigin === undefined ? {} : { appsOrigin }),
      ...(host === undefined ? {} : { host }),
      allowHosts,
      webFolder: here('./web'),
      initial: options.demo ? { ...demo(), connect: true } : options.initial,
      demo: demo(),
      records,
      ...(dev ? { dev: async (server) => (await import('./dev.ts')).startDev(server, here('..'), newToken()) } : {}),
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      return fail(`loupe: port ${port ?? USUAL_PORT} is taken by another program. Choose another with --port, or leave --port out.`)
    if (code === 'EADDRNOTAVAIL') return fail(`loupe: ${host} is no address of this machine.`)
    if (code === 'EACCES') return fail(`loupe: this user may not listen on port ${port}. Choose one above 1023.`)
    return fail(`loupe: could not listen: ${message}`)
  }
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

function demo(): NonNullable<Welcome['demo']> {
  return { name: 'Loupe demo', target: { kind: 'stdio', command: process.execPath, args: [here('./demo.js')], env: [] } }
}

/** However this process ends, its children end too. */
function endWith(server: LoupeServer): void {
  let asked: number | undefined
  const leave = (code: number): void => {
    // One Ctrl-C may come twice, from the terminal and from npm; a second one of the person means: now.
    if (asked !== undefined && performance.now() - asked < 300) return
    if (asked !== undefined) process.exit(code)
    asked = performance.now()
    void server.close().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', () => leave(130))
  process.on('SIGTERM', () => leave(143))
  process.on('SIGHUP', () => leave(129))
  process.on('uncaughtException', (error) => {
    process.stderr.write(`loupe: ${error.stack ?? error.message}\n`)
    process.exitCode = 1
    leave(1)
  })
  process.on('exit', () => server.kill())
}

function fail(why: string, code = 1): never {
  process.stderr.write(`${why}\n`)
  process.exit(code)
}
