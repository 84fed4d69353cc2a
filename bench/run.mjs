// Measures Loupe beside the official MCP Inspector: both in one run, in turn, medians of several rounds.
//   npm run bench [-- --rounds 5] [--only loupe]
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'
import { loupe, official, residentMemory } from './products.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const rounds = Number(option('rounds', '5'))
const products = option('only') === 'loupe' ? [loupe] : [loupe, official]

if (products.includes(official) && !existsSync(join(here, 'official', 'node_modules', '@modelcontextprotocol', 'inspector'))) {
  console.log('Installing the official inspector and Node 22 beside it (once)…')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: join(here, 'official'), stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
const samples = new Map()
const note = (product, what, value) => {
  const key = `${what}\0${product.name}`
  samples.set(key, [...(samples.get(key) ?? []), value])
}

for (let round = 1; round <= rounds; round += 1) {
  for (const product of products) {
    console.log(`round ${round} of ${rounds}: ${product.name}`)
    await measure(product, round === 1)
  }
}
await browser.close()
report()

async function measure(product, first) {
  const server = await product.start()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // It asks an outside host for a font: blocked for both alike, so that the network is in no figure.
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) => route.abort())
  const page = await context.newPage()
  const scripts = []
  if (first) {
    context.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response)
    })
  }
  try {
    for (;;) {
      const answered = await page.goto(server.url, { waitUntil: 'commit' }).catch(() => undefined)
      if (answered?.ok()) break
    }
    await product.usable(page)
    note(product, 'process start to page usable, ms', performance.now() - server.startedAt)
    if (first) await weigh(product, scripts)
    await page.waitForTimeout(1500)
    note(product, 'proxy memory idle, MB', residentMemory(server.pid))

    await product.prepare(page)
    note(
      product,
      'click Connect to connected (server-everything, stdio), ms',
      await clickUntil(page, product.connectButton(page), product.connected),
    )

    await product.openEcho(page)
    const times = []
    for (let n = 0; n < 15; n += 1) {
      const text = `echo ${n} ${Math.random().toString(36).slice(2)}`
      await product.fill(page, text)
      times.push(await clickUntil(page, product.callButton(page), undefined, `Echo: ${text}`))
      await product.again(page)
    }
    note(product, 'click Call to echo on screen, ms', median(times.slice(2)))
  } finally {
    await context.close()
    await server.stop()
  }
}

/** Milliseconds from a click to two frames after a selector matches or a text is in the page. */
async function clickUntil(page, button, selector, text) {
  await button.evaluate(
    (element, { selector, text }) => {
      window.benchDone = new Promise((resolve) => {
        let start
        const there = () => (selector === undefined ? document.body.textContent.includes(text) : document.querySelector(selector) !== null)
        const look = () => {
          if (!there()) return
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)))
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

/** All JavaScript fetched until the page was usable, page and worker alike. */
async function weigh(product, scripts) {
  let sent = 0
  let raw = 0
  let zipped = 0
  const sendings = new Set()
  for (const response of scripts) {
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
    `Measured ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.version}, Chromium ${browser.version()}; medians of ${rounds} rounds, both products in one run, in turn (\`npm run bench\`).`,
    '',
    `| | ${products.map((product) => product.name).join(' | ')} |`,
    `|---|${products.map(() => '---:').join('|')}|`,
    ...whats.map((what) => `| ${what} | ${products.map((product) => show(samples.get(`${what}\0${product.name}`))).join(' | ')} |`),
  ]
  console.log(`\n${lines.join('\n')}`)
  writeFileSync(join(here, '..', 'docs', 'benchmarks.md'), `# Measured\n\n${lines.join('\n')}\n`)
}

function show(values) {
  if (values === undefined) return '–'
  const value = median(values)
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
