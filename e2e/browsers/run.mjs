// The main journeys in the other engines: Firefox and WebKit, in the page as it ships.
//   npm run e2e:browsers [-- firefox|webkit]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
if (!existsSync(join(here, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
const { firefox } = await import('./firefox.mjs')
const { webkit } = await import('./webkit.mjs')
const { journeys } = await import('./journeys.mjs')

const asked = process.argv[2]
const engines = [firefox, webkit].filter(({ name }) => asked === undefined || name.toLowerCase().startsWith(asked.toLowerCase()))
const shots = join(root, 'test-results', 'browsers')
mkdirSync(shots, { recursive: true })
let passed = 0
let failed = 0

for (const engine of engines) {
  if (engine.here() === undefined && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`No ${engine.name} here: installing the Debian package…`)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...engine.package.split(' ')], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  if (engine.here() === undefined) {
    console.log(`✘ ${engine.name} is not here. On Debian: apt install ${engine.package}`)
    failed += 1
    continue
  }
  for (const [title, journey] of Object.entries(journeys)) {
    const state = mkdtempSync(join(tmpdir(), 'loupe-browsers-'))
    const loupe = spawn(process.execPath, [join(root, 'dist', 'loupe.js'), '--no-open', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, XDG_STATE_HOME: state },
    })
    const url = await new Promise((resolve) =>
      loupe.stdout.on('data', (chunk) => {
        const found = /http:\S+/.exec(String(chunk))
        if (found) resolve(found[0])
      }),
    )
    const browser = await engine.open()
    const began = performance.now()
    try {
      await browser.size(1440, 900)
      await journey(page(browser), { url, root, folder: state, write: writeFileSync })
      if (browser.faults.length > 0) throw new Error(`The page threw: ${browser.faults.join('; ')}`)
      passed += 1
      console.log(`✓ ${browser.version}: ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failed += 1
      const shot = join(shots, `${engine.name} ${title.replace(/\W+/g, '-')}.png`)
      await browser.screenshot(shot).catch(() => {})
      console.log(`✘ ${browser.version}: ${title}\n  ${error.message}\n  ${shot}`)
    }
    await browser.close()
    loupe.kill()
    rmSync(state, { recursive: true, force: true })
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

/** The verbs, each waiting for what it needs as a person would. */
function page(browser) {
  const until = async (what, holds) => {
    const end = Date.now() + 10_000
    for (;;) {
      const held = await holds()
      if (held) return held
      if (Date.now() > end) throw new Error(`Not within 10 s: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const there = (by, text) => until(`${by} “${text}”`, () => browser.has(by, text))
  /** What was found may be drawn anew, or move, before it is acted on: nothing was done then, and a person would look again. */
  const settled = (what, act) =>
    until(what, () =>
      act().then(
        () => true,
        (error) => {
          if (!/stale|no such element|not (interactable|clickable)|intercepted|detached/i.test(String(error?.message))) throw error
          return false
        },
      ),
    )
  return {
    ...browser,
    until,
    there,
    gone: (by, text) => until(`no ${by} “${text}”`, async () => !(await browser.has(by, text))),
    click: async (by, text) => {
      await there(by, text)
      await settled(`a press of ${by} “${text}”`, () => browser.click(by, text))
    },
    type: async (by, text, value) => {
      await there(by, text)
      await settled(`typing into ${by} “${text}”`, () => browser.type(by, text, value))
    },
    result: (state) => until(`a result that is ${state}`, () => browser.has('css', `section[aria-label=Result][data-state=${state}]`)),
    says: (text) =>
      until(`the page says “${text}”`, async () => String(await browser.read('() => document.body.innerText')).includes(text)),
  }
}
