// Firefox over WebDriver BiDi.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { find } from './find.mjs'

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

export const firefox = {
  name: 'Firefox',
  package: 'firefox-esr',
  here: () => process.env.FIREFOX_PATH ?? PLACES.find(existsSync),
  async open() {
    const home = mkdtempSync(join(tmpdir(), 'loupe-firefox-'))
    const browser = await launch({
      browser: 'firefox',
      executablePath: this.here(),
      headless: true,
      userDataDir: join(home, 'profile'),
      env: { ...process.env, HOME: home },
    })
    const page = await browser.newPage()
    const faults = []
    page.on('pageerror', (error) => faults.push(error.message))
    const handle = async (by, text) => (await page.evaluateHandle(find, by, text)).asElement()
    return {
      version: await browser.version(),
      faults,
      size: (width, height) => page.setViewport({ width, height }),
      goto: (url) => page.goto(url),
      reload: () => page.reload(),
      has: async (by, text) => (await handle(by, text)) !== null,
      click: async (by, text) => (await handle(by, text)).click(),
      async type(by, text, value) {
        const element = await handle(by, text)
        await element.click({ count: 3 })
        await element.type(value)
      },
      press: (key) => page.keyboard.press(key),
      read: (script) => page.evaluate(`(${script})()`),
      screenshot: (path) => page.screenshot({ path }),
      async close() {
        await browser.close()
        rmSync(home, { recursive: true, force: true })
      },
    }
  },
}
