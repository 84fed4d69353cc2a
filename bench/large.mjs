// Measures what a large result costs the page, beside the official MCP Inspector: both in one run, in turn. A server over
// HTTP answers with texts and lists of records that were written beforehand, so that its own time is near none.
//   npm run bench:large [-- --rounds 3] [--only loupe] [--write]
import { createServer } from 'node:http'
import { loupe, official } from './products.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'
import { unwatched } from './unwatched.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const rounds = Number(option('rounds', '3'))
const wanted = option('only') === 'loupe' ? [loupe] : [loupe, official]
/** Milliseconds after which a result counts as not shown. */
const PATIENCE = Number(option('patience', '60000'))
/** Milliseconds from letting go of the page to the click, and after the first sight, since what follows that counts as well. */
const BEFORE = 1500
const AFTER = 2000

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
  const browser = await unwatched(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'])
  version = browser.version
  const running = await product.start(url)
  try {
    const { page } = browser
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
    const clickAndWatch = (element, { shown, before, after }) => {
      window.bench = { tasks: [] }
      new PerformanceObserver((list) => {
        if (window.bench.over !== true) window.bench.tasks.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type: 'longtask' })
      const drawn = new MessageChannel()
      const there = () => document.querySelector('main, #root')?.textContent.includes(shown)
      setTimeout(() => {
        window.bench.tasks = [] // Letting go of the page may be one.
        const start = performance.now()
        // A message that is sent in a frame comes once that is drawn.
        drawn.port1.addEventListener('message', () => {
          window.bench.ms = performance.now() - start
          setTimeout(() => (window.bench.over = true), after)
        })
        drawn.port1.start()
        const look = () => {
          if (!there()) return
          observer.disconnect()
          requestAnimationFrame(() => drawn.port2.postMessage(undefined))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true })
        element.click()
      }, before)
    }
    const begin = () => button.evaluate(clickAndWatch, { shown, before: BEFORE, after: AFTER })
    if (!(await browser.alone(begin, BEFORE + PATIENCE + AFTER))) return {}
    const { ms, tasks } = await browser.page.evaluate(() => window.bench)
    const cdp = await browser.page.context().newCDPSession(browser.page)
    await cdp.send('Performance.enable')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const metric = (name) => metrics.find((one) => one.name === name)?.value ?? 0
    return { ms, task: Math.max(0, ...tasks), heap: metric('JSHeapUsedSize') / 1024 / 1024, nodes: metric('Nodes') }
  } finally {
    await browser.close()
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
