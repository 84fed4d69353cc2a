// A browser whose page works unseen while it is measured. Playwright has the browser's DevTools copy every byte that the network
// brings, in the thread that reads it, and each frame of a WebSocket goes to Playwright as well: half of the time of a flood, which
// nobody pays who has no DevTools open.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'

/** What Playwright would say as well, as far as it changes what is measured. */
const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--window-size=1440,1043', // 1440 × 900 for the page.
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--no-default-browser-check',
  '--password-store=basic',
  '--force-color-profile=srgb',
]
const OVER = 'The measurement is over'
/** Milliseconds between two looks at whether it is. */
const LOOK = 100

/** Starts one, whose only page is empty. `args`: flags beside the usual ones. */
export async function unwatched(args = []) {
  const profile = mkdtempSync(join(tmpdir(), 'bench-browser-'))
  const child = spawn(findChromium({ shell: false }), [...FLAGS, ...CHROMIUM_FLAGS, ...args, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const address = await addressOf(child)
  let browser = await chromium.connectOverCDP(address)
  const version = browser.version()
  const pageOf = () => browser.contexts()[0].pages()[0]
  return {
    version,
    /** Playwright's handles; after `alone` they are others. */
    get browser() {
      return browser
    },
    get page() {
      return pageOf()
    },
    /**
     * Lets go of the page until it says that it is over. `begin` arranges, in the page, for work that begins a second or two later and
     * that sets `window.bench.over`. Answers whether that came to pass within `patience` milliseconds; if not, there is no page any more.
     */
    async alone(begin, patience) {
      await pageOf().evaluate((over) => {
        document.title = 'Measuring'
        if (window.bench !== undefined) window.bench.over = false
        const timer = setInterval(() => {
          if (window.bench?.over !== true) return
          document.title = over // Again and again, since the page may have a title of its own.
          setTimeout(() => clearInterval(timer), 2000)
        }, 50)
      }, OVER)
      await begin()
      await browser.close() // Only lets go: it was not started by it.
      const end = Date.now() + patience
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, LOOK))
        const targets = await fetch(`${address}/json/list`).then((response) => response.json())
        if (targets.some(({ title }) => title === OVER)) break
        if (Date.now() > end) return false
      }
      browser = await chromium.connectOverCDP(address)
      return true
    },
    async close() {
      await browser.close().catch(() => undefined)
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        process.kill(-child.pid, 'SIGKILL')
        await gone
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Where its DevTools listen, over HTTP. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
      const found = /DevTools listening on ws:\/\/([^/]+)\//.exec(said)
      if (found !== null) resolve(`http://${found[1]}`)
    })
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}:\n${said}`)))
  })
}
