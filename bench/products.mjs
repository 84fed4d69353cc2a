// The two products behind one set of verbs, so that the same script measures both in turn.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
export const EVERYTHING = join(here, '..', 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Resident memory of a process and all below it, in MB; `leave(commandLine)` says which ones do not count. */
export function residentMemory(root, leave = () => false) {
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // Ended while we read.
    }
  }
  let kilobytes = 0
  const walk = (pid) => {
    try {
      if (leave(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))) return
      kilobytes += Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      return
    }
    for (const child of children.get(pid) ?? []) walk(child)
  }
  walk(root)
  return kilobytes / 1024
}

/** Starts a process and resolves once `ready` matches its output or `probe` answers. */
function start(command, args, env, ready) {
  const startedAt = Date.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let seen = ''
  return new Promise((resolve, reject) => {
    const look = (chunk) => {
      seen += chunk
      const match = ready.exec(seen)
      if (match) resolve({ child, match, startedAt })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${seen}`)))
  })
}

function stop(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve)
    try {
      process.kill(-child.pid, 'SIGTERM')
    } catch {
      resolve()
    }
    setTimeout(() => {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Gone already.
      }
    }, 3000).unref()
  })
}

export const loupe = {
  name: 'Loupe',
  async start() {
    const { child, match, startedAt } = await start(
      process.execPath,
      [join(here, '..', 'dist', 'loupe.js'), '--no-open', '--port', '0'],
      process.env,
      /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/,
    )
    return { url: match[0], pid: child.pid, startedAt, stop: () => stop(child) }
  },
  /** Runs in the page: the tab "URL" answers a click. */
  usable: () => {
    const tab = [...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.includes('URL'))
    tab?.click()
    return tab?.getAttribute('aria-selected') === 'true'
  },
  /** All that comes before the click on Connect. */
  async prepare(page, url) {
    if (url !== undefined) {
      await page.getByRole('tab', { name: /URL/ }).click()
      return page.getByLabel('URL', { exact: true }).fill(url)
    }
    await page.getByRole('tab', { name: /Local command/ }).click()
    await page.getByLabel('Command line').fill(`${process.execPath} ${EVERYTHING} stdio`)
  },
  connectButton: (page) => page.getByRole('button', { name: 'Connect', exact: true }),
  connected: '[data-testid=connection][data-status=connected]',
  async openTool(page, name) {
    await page
      .getByRole('navigation', { name: 'Panels' })
      .getByRole('link', { name: /^Tools/ })
      .click()
    await page.getByRole('option', { name, exact: true }).click()
  },
  async openEcho(page) {
    await this.openTool(page, 'echo')
    await page.getByLabel('message', { exact: true }).waitFor()
  },
  fill: (page, text) => page.getByLabel('message', { exact: true }).fill(text),
  callButton: (page) => page.getByRole('button', { name: /^Call/ }).first(),
  async again() {},
}

/** The official inspector lies in a folder of its own: once, npm is asked for it; measuring itself needs no network. */
function installOfficial() {
  if (existsSync(join(here, 'official', 'node_modules', '@modelcontextprotocol', 'inspector'))) return
  console.log('Installing the official inspector and Node 22 beside it (once)…')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: join(here, 'official'), stdio: 'inherit' })
  if (status !== 0) throw new Error('The official inspector could not be installed by npm: measure Loupe alone with --only loupe')
}

export const official = {
  name: 'Inspector 2.12.0',
  /** It knows its servers from the start: `url` in place of server-everything. */
  async start(url) {
    installOfficial()
    const home = mkdtempSync(join(tmpdir(), 'bench-official-'))
    const catalog = join(home, 'catalog.json')
    const a =
      url === undefined ? { type: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'] } : { type: 'streamable-http', url }
    writeFileSync(catalog, JSON.stringify({ mcpServers: { a } }))
    const [client, sandbox, app] = [await freePort(), await freePort(), await freePort()]
    const root = join(here, 'official', 'node_modules')
    const { child, startedAt } = await start(
      join(root, '.bin', 'node'),
      [join(root, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'), '--web', '--catalog', catalog],
      {
        ...process.env,
        HOME: home,
        HOST: '127.0.0.1',
        CLIENT_PORT: String(client),
        MCP_SANDBOX_PORT: String(sandbox),
        MCP_APP_ORIGIN_PORT: String(app),
        MCP_AUTO_OPEN_ENABLED: 'false',
        MCP_INSPECTOR_API_TOKEN: 'devtoken',
      },
      new RegExp(`${client}`),
    )
    return {
      url: `http://127.0.0.1:${client}/?MCP_INSPECTOR_API_TOKEN=devtoken`,
      pid: child.pid,
      startedAt,
      stop: async () => {
        await stop(child)
        rmSync(home, { recursive: true, force: true })
      },
    }
  },
  /** Runs in the page: the switch that connects is there (a click would connect, so it is taken at its word). */
  usable: () => document.querySelector('[role=switch]') !== null,
  async prepare() {},
  connectButton: (page) => page.getByRole('switch', { name: 'Connect or disconnect "a"' }),
  connected: '[data-testid=connection-status][data-status=connected]',
  async openTool(page, name) {
    await page.locator('header').getByText('Tools', { exact: true }).click()
    await page.locator('main').getByText(name, { exact: true }).first().click()
  },
  async openEcho(page) {
    await this.openTool(page, 'echo')
    await page
      .getByLabel(/message/)
      .first()
      .waitFor()
  },
  fill: (page, text) =>
    page
      .getByLabel(/message/)
      .first()
      .fill(text),
  callButton: (page) => page.getByRole('button', { name: 'Execute Tool' }),
  /** Its result stands in place of the form: go back to the form for the next call. */
  async again(page) {
    await page.getByText('Results', { exact: true }).locator('xpath=preceding::button[1]').click()
    await page
      .getByLabel(/message/)
      .first()
      .waitFor()
  },
}
