// Where this machine keeps what is neither configuration nor cache, and which Loupes run on it: how `loupe tap` finds the page
// that shows it live. What is written here opens every door of the proxy, so that only the same user may read it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  /** Where it listens, as `http://host:port`. */
  origin: string
  token: string
}

export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: chosen, LOCALAPPDATA: local } = env
  if (chosen !== undefined && chosen !== '') return join(chosen, 'mcp-loupe')
  if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'mcp-loupe')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'mcp-loupe')
  return join(homedir(), '.local', 'state', 'mcp-loupe')
}

const runningFolder = (): string => join(stateFolder(), 'running')

/** Writes down that this process runs. Returns how to take it back; nothing is written where that cannot be done. */
export function announce(running: Running): () => void {
  const file = join(runningFolder(), `${process.pid}.json`)
  try {
    mkdirSync(runningFolder(), { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(running), { mode: 0o600 })
  } catch {
    // Taps will not find us, and all else works.
    return () => {}
  }
  return () => rmSync(file, { force: true })
}

/** Those that run now. What others left behind is cleared away. */
export function runningLoupes(): Running[] {
  let names: string[]
  try {
    names = readdirSync(runningFolder())
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const file = join(runningFolder(), name)
    try {
      if (!isAlive(Number.parseInt(name, 10))) {
        rmSync(file, { force: true })
        return []
      }
      const { origin, token } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Running>
      return typeof origin === 'string' && typeof token === 'string' ? [{ origin, token }] : []
    } catch {
      return []
    }
  })
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
