// One stdio server as a child process: started without a shell, its output cut into lines of untouched bytes, its end
// explained, and ended with everything it started.
import type { ChildProcess } from 'node:child_process'
import spawn from 'cross-spawn'
import type { Exited, SpawnRequest } from '#mcp/transport/tunnel-frames.ts'
import { childEnvironment, expandValues } from './child-env.ts'
import { explainStart, lookUp } from './child-start.ts'
import { cutLines } from './lines.ts'

/** Milliseconds between the steps that end a child: stdin closed, TERM to the group, KILL to the group. */
const STEP = 500
/** Bytes that may wait for a child that does not read its stdin. */
export const STDIN_LIMIT = 64 * 1024 * 1024

export interface ChildEvents {
  started(facts: { pid: number; file: string }): void
  /** Whole lines as they came, good during the call only: read them with `eachLine`. */
  lines(block: Uint8Array): void
  errorLines(block: Uint8Array): void
  /** A line of stdout that was too long to be kept: how it begins, and its length. */
  overlong(start: Uint8Array, bytes: number): void
  /** The last event, also when it never started. */
  exited(exit: Exited): void
}

export interface Child {
  /** False once it has exited or was told to end. */
  readonly running: boolean
  /** Writes one line. False: refused, because too much is waiting already or the child is gone. */
  write(line: Uint8Array): boolean
  /** Stops and goes on reading what the child says. */
  pause(): void
  resume(): void
  /** Ends it in steps; resolves when the child and its group are gone. May be called more than once. */
  end(): Promise<void>
  /** Kills the group now, synchronously: for the last moment of this process. */
  kill(): void
}

/** The children of one proxy, so that none outlives it. */
export interface Children {
  spawn(request: SpawnRequest, on: ChildEvents): Child
  readonly size: number
  endAll(): Promise<void>
  killAll(): void
}

export function createChildren(): Children {
  const living = new Set<Child>()
  return {
    spawn(request, on) {
      const child = spawnChild(request, {
        ...on,
        exited(exit) {
          living.delete(child)
          on.exited(exit)
        },
      })
      living.add(child)
      return child
    },
    get size() {
      return living.size
    },
    endAll: async () => void (await Promise.all([...living].map((child) => child.end()))),
    killAll: () => living.forEach((child) => child.kill()),
  }
}

/** Starts a child. Never throws: a failure to start is an `exited` event with its error, after this call has returned. */
export function spawnChild(request: SpawnRequest, on: ChildEvents): Child {
  const { env: asked, missing } = expandValues(process.env, request.env)
  const [first] = missing
  if (first !== undefined)
    return stillborn(
      {
        code: 'EINVAL',
        message: `The server’s variable ${first.wantedBy} is to be taken from ${first.name}, which is not set in the environment that Loupe was started in. Start Loupe with it set, or write the value into the form.`,
      },
      on,
    )
  const env = childEnvironment(process.env, asked)
  const found = lookUp(request, env)
  if (found.error !== undefined) return stillborn(found.error, on)
  let child: ChildProcess
  try {
    child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that the whole tree can be ended. Windows knows no groups and would open a console.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    return stillborn(explainStart(error as NodeJS.ErrnoException, request, found), on)
  }
  return watch(child, request, found, on)
}

function watch(child: ChildProcess, request: SpawnRequest, found: ReturnType<typeof lookUp>, on: ChildEvents): Child {
  const { stdin, stdout, stderr } = child
  let over = false
  let ending: Promise<void> | undefined
  const gone = deferred()
  const outLines = cutLines(on.lines, on.overlong)
  const errLines = cutLines(on.errorLines)

  const report = (exit: Exited): void => {
    if (over) return
    over = true
    outLines.end()
    errLines.end()
    gone.resolve()
    on.exited(exit)
  }

  stdin?.on('error', () => {}) // EPIPE: the exit tells
  for (const [stream, lines] of [
    [stdout, outLines],
    [stderr, errLines],
  ] as const)
    stream?.on('data', (chunk: Buffer) => {
      if (!over) lines.push(chunk)
    })

  child.on('spawn', () => on.started({ pid: child.pid!, file: found.file }))
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (child.pid === undefined) report({ code: null, signal: null, error: explainStart(error, request, found) })
  })
  child.on('exit', (code, signal) => {
    // What the leader started must not outlive it, and may hold the pipes open: it gets one step to finish. (Node itself
    // reads on after an exit, paused or not, so nothing that was written is lost.)
    const patience = setTimeout(() => {
      signalGroup(child, 'SIGKILL')
      report({ code, signal })
    }, STEP)
    if (groupLives(child)) signalGroup(child, 'SIGTERM')
    child.on('close', () => {
      if (groupLives(child)) return
      clearTimeout(patience)
      report({ code, signal })
    })
  })

  const end = async (): Promise<void> => {
    if (over) return
    stdin?.end()
    stdout?.resume()
    stderr?.resume()
    if (await settles(gone.promise, STEP)) return
    signalGroup(child, 'SIGTERM')
    if (await settles(gone.promise, STEP)) return
    signalGroup(child, 'SIGKILL')
    await gone.promise
  }
  return {
    get running() {
      return !over && ending === undefined
    },
    write(line) {
      if (over || stdin === null || !stdin.writable) return false
      // A line alone may be as long as it likes: it is the pile behind a child that does not read that must end.
      if (stdin.writableLength > 0 && stdin.writableLength + line.length > STDIN_LIMIT) return false
      stdin.cork()
      stdin.write(line)
      stdin.write('\n')
      stdin.uncork()
      return true
    },
    pause() {
      stdout?.pause()
      stderr?.pause()
    },
    resume() {
      stdout?.resume()
      stderr?.resume()
    },
    end: () => (ending ??= end()),
    kill: () => signalGroup(child, 'SIGKILL'),
  }
}

function stillborn(error: NonNullable<Exited['error']>, on: ChildEvents): Child {
  setImmediate(() => on.exited({ code: null, signal: null, error }))
  return { running: false, write: () => false, pause() {}, resume() {}, end: async () => {}, kill() {} }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // nobody is left
  }
}

/** Someone of the group is left after its leader was reaped. */
function groupLives(child: ChildProcess): boolean {
  if (child.pid === undefined || process.platform === 'win32') return false
  try {
    process.kill(-child.pid, 0)
    return true
  } catch {
    return false
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** True when `promise` settled within `ms`. */
async function settles(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const inTime = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return inTime
}
