// Starts the built product as a person would, and servers for it to look at; everything ends with the test.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from 'playwright/test'
import { InspectorPage } from './inspector-page.ts'

const here = dirname(fileURLToPath(import.meta.url))
const require = createRequire(import.meta.url)

export const DIST = join(here, '..', 'dist')
export const SERVERS = join(here, 'servers')

/** The script of a server package from npm. */
export function packageScript(name: string, script = 'dist/index.js'): string {
  return join(dirname(require.resolve(`${name}/package.json`)), script)
}

export const EVERYTHING = packageScript('@modelcontextprotocol/server-everything')
export const FILESYSTEM = packageScript('@modelcontextprotocol/server-filesystem')
export const MEMORY = packageScript('@modelcontextprotocol/server-memory')

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Runs a program until the test ends; resolves when a line of its output matches. */
export async function startProgram(
  command: string,
  args: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; match: RegExpMatchArray }> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let seen = ''
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      seen += String(chunk)
      const match = seen.match(ready)
      if (match) resolve({ child, match })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code} before it was ready:\n${seen}`)))
  })
}

export function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

interface WorkerFixtures {
  /** Address of a running Loupe with its token, with no server named. `state`: where it writes that it runs. */
  loupe: { url: string; origin: string; token: string; state: string }
  /** The URL of server-everything over Streamable HTTP; it keeps its sessions apart, so that one serves all tests. */
  everythingHttp: string
}

interface TestFixtures {
  inspector: InspectorPage
  /** A folder with two files, for the filesystem server. */
  folder: string
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  loupe: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const state = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-state-'))
      const { child, match } = await startProgram(
        process.execPath,
        [join(DIST, 'loupe.js'), '--no-open', '--port', '0'],
        /(http:\/\/127\.0\.0\.1:\d+)\/\?token=([\w-]+)/,
        { XDG_STATE_HOME: state },
      )
      const [url, origin, token] = match
      await use({ url, origin: origin!, token: token!, state })
      await stop(child)
      rmSync(state, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  everythingHttp: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const port = await freePort()
      const { child } = await startProgram(process.execPath, [EVERYTHING, 'streamableHttp'], /listening|running on/i, {
        PORT: String(port),
      })
      await use(`http://127.0.0.1:${port}/mcp`)
      await stop(child)
    },
    { scope: 'worker' },
  ],
  inspector: async ({ page, loupe }, use) => {
    const inspector = new InspectorPage(page, loupe.url)
    await use(inspector)
    inspector.assertCalm()
  },
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-e2e-'))
    writeFileSync(join(folder, 'hello.txt'), 'Hello from a file\n')
    writeFileSync(join(folder, 'notes.md'), '# Notes\n\nA *short* text.\n')
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

export { expect } from 'playwright/test'
