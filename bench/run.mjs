// Measures Loupe beside the official MCP Inspector: both in one run, in turn, medians of several rounds.
//   npm run bench:start [-- --rounds 5] [--only loupe] [--write]
import { spawn } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'
import { EVERYTHING, loupe, official, residentMemory } from './products.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const rounds = Number(option('rounds', '5'))
const products = option('only') === 'loupe' ? [loupe] : [loupe, official]

const browser = await chromium.launch({
  executablePath: findChromium({ shell: false }), // It asks an outside host for a font: no host but this machine can be reached, by both alike. (Not by Playwright's routes,
  // which would hold up every request of both.)
  args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
})
const samples = new Map()
const note = (product, what, value) => {
  const key = `${what}\0${product.name}`
  samples.set(key, [...(samples.get(key) ?? []), value])
}

/** What no client can be faster than: the server's own start and its answer to `initialize`. */
async function serverAlone() {
  const start = performance.now()
  const child = spawn(process.execPath, [EVERYTHING, 'stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const ms = performance.now() - start
  child.kill()
  return ms
}

const machine = await watchMachine()
const alone = []
for (let round = 1; round <= rounds; round += 1) {
  alone.push(await serverAlone())
  for (const product of products) {
    console.log(`round ${round} of ${rounds}: ${product.name}`)
    await measure(product, round === 1)
  }
  await machine.look()
}
await browser.close()
report()

async function measure(product, first) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const scripts = []
  if (first) {
    context.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response)
    })
  }
  // The browser is ready before the process starts: its own start is in no figure.
  await page.addInitScript(pollUsable, product.usable.toString())
  const server = await product.start()
  try {
    for (;;) {
      const answered = await page.goto(server.url, { waitUntil: 'commit' }).catch(() => undefined)
      if (answered?.ok()) break
    }
    const usableAt = await page.evaluate(() => window.benchUsable)
    note(product, 'process start to page usable, ms', usableAt - server.startedAt)
    if (first) await weigh(product, scripts)
    await page.waitForTimeout(1500)
    note(product, 'proxy memory idle, MB', residentMemory(server.pid))
    if (first) note(product, 'JavaScript after a further 1.5 s, KB gzip', await zippedSize(scripts))

    await product.prepare(page)
    note(
      product,
      'click Connect to connected (server-everything, stdio), ms',
      (await clickUntil(page, product.connectButton(page), product.connected)).inDom,
    )

    await product.openEcho(page)
    const times = []
    const domTimes = []
    for (let n = 0; n < 15; n += 1) {
      const text = `echo ${n} ${Math.random().toString(36).slice(2)}`
      await product.fill(page, text)
      const { inDom, onScreen } = await clickUntil(page, product.callButton(page), undefined, `Echo: ${text}`)
      times.push(onScreen)
      domTimes.push(inDom)
      await product.again(page)
    }
    note(product, 'click Call to echo in the page, ms', median(domTimes.slice(2)))
    note(product, 'click Call to echo on screen (two frames later), ms', median(times.slice(2)))
  } finally {
    await context.close()
    await server.stop()
  }
}

/** In the page, from its first script on: notes the moment (epoch, ms) at which the first control answers. */
function pollUsable(source) {
  const usable = new Function(`return ${source}`)()
  window.benchUsable = new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!usable()) return
      clearInterval(timer)
      resolve(performance.timeOrigin + performance.now())
    }, 1)
  })
}

/** Milliseconds from a click until a selector matches or a text is in the page, and until two frames after that. */
async function clickUntil(page, button, selector, text) {
  await button.evaluate(
    (element, { selector, text }) => {
      window.benchDone = new Promise((resolve) => {
        let start
        const there = () => (selector === undefined ? document.body.textContent.includes(text) : document.querySelector(selector) !== null)
        const look = () => {
          if (!there()) return
          observer.disconnect()
          const inDom = performance.now() - start
          requestAnimationFrame(() => requestAnimationFrame(() => resolve({ inDom, onScreen: performance.now() - start })))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
        start = performance.now()
        element.click()
        look()
      })
    },
    { selector, text },
  )
  return page.evaluate(() => window.benchDone)
}

async function zippedSize(scripts) {
  let bytes = 0
  for (const response of scripts) bytes += gzipSync(await response.body().catch(() => Buffer.alloc(0)), { level: 9 }).length
  return bytes / 1024
}

/** All JavaScript fetched until the page was usable, page and worker alike. */
async function weigh(product, scripts) {
  let sent = 0
  let raw = 0
  let zipped = 0
  const sendings = new Set()
  for (const response of scripts.slice()) {
    const body = await response.body().catch(() => undefined)
    if (body === undefined) continue
    const encoding = response.headers()['content-encoding'] ?? 'identity'
    raw += body.length
    zipped += gzipSync(body, { level: 9 }).length
    sent += Number(response.headers()['content-length'] ?? body.length)
    sendings.add(`${encoding}; cache-control: ${response.headers()['cache-control'] ?? 'none'}`)
  }
  note(product, 'JavaScript until usable, KB gzip', zipped / 1024)
  note(product, 'JavaScript until usable, KB as sent', sent / 1024)
  note(product, 'JavaScript until usable, KB raw', raw / 1024)
  console.log(`  sent as ${[...sendings].join(' | ')}`)
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function report() {
  const whats = [...new Set([...samples.keys()].map((key) => key.split('\0')[0]))]
  const lines = [
    `${machine.describe(browser.version())} Medians of ${rounds} rounds, both products in one run, in turn (\`npm run bench:start\`).`,
    '',
    `| | ${products.map((product) => product.name).join(' | ')} |`,
    `|---|${products.map(() => '---:').join('|')}|`,
    ...whats.map((what) => `| ${what} | ${products.map((product) => show(samples.get(`${what}\0${product.name}`))).join(' | ')} |`),
  ]
  lines.push(
    '',
    `Of the time to connect, the server alone takes ${Math.round(median(alone))} ms (process start to its answer to \`initialize\`, no client but a pipe).`,
  )
  console.log(`\n${lines.join('\n')}`)
  if (process.argv.includes('--write')) writeSection('', lines)
}

function show(values) {
  if (values === undefined) return '–'
  const value = median(values)
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
