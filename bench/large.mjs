// Measures what a large result costs the page, beside the official MCP Inspector: both in one run, in turn. A server over
// HTTP answers with texts and lists of records that were written beforehand, so that its own time is near none.
//   npm run bench:large [-- --rounds 3] [--only loupe] [--write]
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'
import { loupe, official } from './products.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const rounds = Number(option('rounds', '3'))
const wanted = option('only') === 'loupe' ? [loupe] : [loupe, official]
/** Milliseconds after which a result counts as not shown. */
const PATIENCE = Number(option('patience', '60000'))

const text = (megabytes) =>
  Array.from({ length: megabytes * 12_500 }, (_, at) =>
    `${String(at).padStart(6)} ${'a line of words, '.repeat(4)}and more`.slice(0, 79),
  ).join('\n')
const records = (count) =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      name: `Record ${id}`,
      email: `record.${id}@example.com`,
      score: (id * 7919) % 1000,
      tags: ['alpha', 'beta'],
      note: 'A sentence that makes it about as long as records are.',
    })),
  )
/** `shown`: what stands on the screen once the result does. */
const CASES = [
  { tool: 'text_1', title: '1 MB of text', make: () => text(1), shown: 'a line of words' },
  { tool: 'text_10', title: '10 MB of text', make: () => text(10), shown: 'a line of words' },
  { tool: 'text_50', title: '50 MB of text', make: () => text(50), shown: 'a line of words' },
  { tool: 'records_1000', title: '1,000 records', make: () => records(1_000), shown: 'Record 0' },
  { tool: 'records_10000', title: '10,000 records', make: () => records(10_000), shown: 'Record 0' },
  { tool: 'records_100000', title: '100,000 records', make: () => records(100_000), shown: 'Record 0' },
].filter(({ tool }) => option('case', tool) === tool)

const machine = await watchMachine()
const bodies = new Map(CASES.map(({ tool, make }) => [tool, Buffer.from(JSON.stringify({ content: [{ type: 'text', text: make() }] }))]))
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'large', version: '1.0.0' } }),
  'tools/list': () => ({ tools: CASES.map(({ tool }) => ({ name: tool, inputSchema: { type: 'object', properties: {} } })) }),
  ping: () => ({}),
}
const server = createServer((request, response) => {
  const cors = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Expose-Headers': 'mcp-session-id',
  }
  if (request.method !== 'POST') return response.writeHead(request.method === 'OPTIONS' ? 204 : 405, cors).end()
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body)
    if (id === undefined) return response.writeHead(202, cors).end()
    const large = method === 'tools/call' ? bodies.get(params.name) : undefined
    const result = large ?? Buffer.from(JSON.stringify(results[method]?.(params ?? {}) ?? {}))
    const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
    response.writeHead(200, { ...cors, 'Content-Type': 'application/json' })
    response.write(head)
    response.write(result)
    response.end('}')
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}/mcp`

let version = ''
/** A browser for each measurement: one whose page does not answer any more can only be killed. */
const launch = () =>
  chromium.launchServer({
    executablePath: findChromium({ shell: false }),
    args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  })
/** By case and product: a list of measurements. */
const samples = new Map()
for (let round = 1; round <= rounds; round += 1)
  for (const product of wanted)
    for (const one of CASES) {
      const key = `${one.tool} ${product.name}`
      const before = samples.get(key) ?? []
      // What was not shown once will not be in the next round.
      if (before.some(({ ms }) => ms === undefined)) continue
      const sample = await measure(product, one)
      console.log(`round ${round}, ${product.name}, ${one.title}:`, sample)
      samples.set(key, [...before, sample])
    }
server.close()
await machine.look()
report()

async function measure(product, { tool, shown }) {
  const browserServer = await launch()
  const browser = await chromium.connect(browserServer.wsEndpoint())
  version = browser.version()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const running = await product.start(url)
  try {
    for (;;) {
      const answered = await page.goto(running.url, { waitUntil: 'load' }).catch(() => undefined)
      if (answered?.ok()) break
    }
    await page.waitForFunction(product.usable)
    await product.prepare(page, url)
    // Its switch lies beneath its own track, where no pointer gets at it.
    await product.connectButton(page).evaluate((element) => element.click())
    await page.locator(product.connected).waitFor()
    await product.openTool(page, tool)
    const button = product.callButton(page)
    await button.waitFor()
    await page.waitForTimeout(1500)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    // A page that is busy may not even answer that it was clicked.
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE + 2000))
    const clicked = button.evaluate((element, shown) => {
      window.bench = { tasks: [] }
      new PerformanceObserver((list) => window.bench.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
      const start = performance.now()
      const there = () => document.querySelector('main, #root')?.textContent.includes(shown)
      const look = () => {
        if (!there()) return
        observer.disconnect()
        requestAnimationFrame(() => requestAnimationFrame(() => (window.bench.ms = performance.now() - start)))
      }
      const observer = new MutationObserver(look)
      observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true })
      element.click()
    }, shown)
    const seen = clicked
      .then(() => page.waitForFunction(() => window.bench.ms, undefined, { timeout: PATIENCE, polling: 50 }))
      .then((handle) => handle.jsonValue())
      .catch(() => undefined)
    const ms = await Promise.race([seen, late])
    if (ms === undefined) return {}
    // What follows the first sight counts as well.
    await page.waitForTimeout(2000)
    const tasks = await page.evaluate(() => window.bench.tasks)
    const { metrics } = await cdp.send('Performance.getMetrics')
    const metric = (name) => metrics.find((one) => one.name === name)?.value ?? 0
    return { ms, task: Math.max(0, ...tasks), heap: metric('JSHeapUsedSize') / 1024 / 1024, nodes: metric('Nodes') }
  } finally {
    await browserServer.kill()
    await running.stop()
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function report() {
  const cell = (tool, product, pick, digits) => {
    const list = samples.get(`${tool} ${product.name}`) ?? []
    if (list.length === 0 || list.some(({ ms }) => ms === undefined)) return '–'
    return median(list.map(pick)).toLocaleString('en', { maximumFractionDigits: digits })
  }
  const time = (tool, product) => {
    const list = samples.get(`${tool} ${product.name}`) ?? []
    return list.some(({ ms }) => ms === undefined) ? `not within ${PATIENCE / 1000} s` : cell(tool, product, ({ ms }) => ms / 1000, 2)
  }
  const names = wanted.map(({ name }) => name)
  const lines = [
    `${machine.describe(version)} Medians of ${rounds} rounds, both products in one run, in turn (\`npm run bench:large\`). One tool result with one block of text, over HTTP from this machine; records are a JSON text.`,
    '',
    `| | click to screen, s: ${names.join(' | ')} | longest task in the page, ms: ${names.join(' | ')} | heap of the page, MB: ${names.join(' | ')} | DOM nodes: ${names.join(' | ')} |`,
    `|---|${'---:|'.repeat(names.length * 4)}`,
    ...CASES.map(({ tool, title }) => {
      const of = (draw) => wanted.map(draw).join(' | ')
      return `| ${title} | ${of((product) => time(tool, product))} | ${of((product) => cell(tool, product, ({ task }) => task, 0))} | ${of((product) => cell(tool, product, ({ heap }) => heap, 0))} | ${of((product) => cell(tool, product, ({ nodes }) => nodes, 0))} |`
    }),
  ]
  console.log(`\n${lines.join('\n')}`)
  if (process.argv.includes('--write')) writeSection('Large results', lines)
}
