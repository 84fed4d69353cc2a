// WebKitGTK over WebDriver, spoken by hand: it is a few requests.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { find } from './find.mjs'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Control: '\uE009' }
const BROWSERS = ['/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser']

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

export const webkit = {
  name: 'WebKitGTK',
  package: 'webkit2gtk-driver xvfb',
  here: () => (['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every(existsSync) ? BROWSERS.find(existsSync) : undefined),
  async open() {
    const [port, screen] = [await freePort(), 90 + (process.pid % 400)]
    const display = spawn('Xvfb', [`:${screen}`, '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], { stdio: 'ignore' })
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      // Its sandbox needs what a container has not; the pages are our own.
      env: { ...process.env, DISPLAY: `:${screen}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    })
    const base = `http://127.0.0.1:${port}`
    const ask = async (method, path, body) => {
      const response = await fetch(`${base}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      const { value } = await response.json()
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
      return value
    }
    let made
    for (let tries = 0; made === undefined; tries++) {
      const capabilities = {
        alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: this.here(), args: ['--automation'] } },
      }
      made = await ask('POST', '/session', { capabilities }).catch((error) => {
        if (tries > 50) throw error
      })
      if (made === undefined) await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const at = `/session/${made.sessionId}`
    const read = (script, args = []) => ask('POST', `${at}/execute/sync`, { script, args })
    const element = async (by, text) => (await read(`return (${find})(...arguments)`, [by, text]))?.[ELEMENT]
    const faults = []
    return {
      version: `${made.capabilities.browserName} ${made.capabilities.browserVersion}`,
      faults,
      size: (width, height) => ask('POST', `${at}/window/rect`, { width, height }),
      goto: (url) => ask('POST', `${at}/url`, { url }),
      reload: () => ask('POST', `${at}/refresh`, {}),
      has: async (by, text) => (await element(by, text)) !== undefined,
      click: async (by, text) => ask('POST', `${at}/element/${await element(by, text)}/click`, {}),
      async type(by, text, value) {
        const id = await element(by, text)
        await ask('POST', `${at}/element/${id}/clear`, {})
        await ask('POST', `${at}/element/${id}/value`, { text: value })
      },
      press: (key) =>
        ask('POST', `${at}/actions`, {
          actions: [{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })) }],
        }),
      read: (script) => read(`return (${script})()`),
      screenshot: async (path) => writeFileSync(path, Buffer.from(await ask('GET', `${at}/screenshot`), 'base64')),
      async close() {
        await ask('DELETE', at).catch(() => {}) // it may be gone
        driver.kill()
        display.kill()
      },
    }
  },
}
