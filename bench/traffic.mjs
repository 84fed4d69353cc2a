// Measures floods of notifications, long lists and the filter, beside the official MCP Inspector where it can be driven alike:
//   npm run bench:traffic [-- --rounds 3] [--only loupe] [--most 1000000] [--write]
// What a server sends is written out before it is called, so that its own work is not measured.
// Beyond 1,000 the official inspector was seen not to finish within three minutes, and is not asked again.
import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareReader } from './bare.mjs'
import { heaps } from './heaps.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'
import { loupe, official } from './products.mjs'
import { unwatched } from './unwatched.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const rounds = Number(option('rounds', '3'))
const most = Number(option('most', '1000000'))
const PATIENCE = Number(option('patience', '180000'))
const both = option('only') !== 'loupe'

/** About 170 bytes each. One in a thousand holds the needle. */
const note = (at) =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":"line ${String(at).padStart(7)} ${at % 1000 === 500 ? 'needle' : 'common'} of a log that is about as long as they are"}}`
/** Events as they are sent, a thousand in each part. A flood of more than all of them begins anew. */
const parts = Array.from({ length: 100 }, (_, part) =>
  Buffer.from(Array.from({ length: 1000 }, (_, n) => `data: ${note(part * 1000 + n)}\n\n`).join('')),
)
/** Up to 1,000 events from `at` on. */
function part(at, length) {
  const all = parts[(at / 1000) % parts.length]
  return length === 1000 ? all : all.subarray(0, (all.length / 1000) * length) // All are equally long.
}
const counts = [100, 1000, 10_000, 100_000, 1_000_000].filter((count) => count <= most)
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'flood', version: '1' },
  }),
  'logging/setLevel': () => ({}),
  ping: () => ({}),
}
const floods = counts.map((count) => ({ name: `flood_${count}`, inputSchema: { type: 'object', properties: {} } }))
const many = Array.from({ length: 5000 }, (_, at) => ({
  name: `tool_${at}`,
  description: `The tool with the number ${at}`,
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
}))

function httpServer(tools) {
  const server = createServer((request, response) => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    }
    if (request.method !== 'POST') return response.writeHead(request.method === 'OPTIONS' ? 204 : 405, cors).end()
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', async () => {
      const { id, method, params } = JSON.parse(body)
      if (id === undefined) return response.writeHead(202, cors).end()
      const answer = (result) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`
      const count = method === 'tools/call' ? Number(params.name.split('_')[1]) : 0
      if (count === 0) {
        const result = method === 'tools/list' ? { tools } : results[method]?.(params ?? {})
        const text =
          result === undefined ? `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}` : answer(result)
        return response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).end(text)
      }
      response.writeHead(200, { ...cors, 'Content-Type': 'text/event-stream' })
      for (let at = 0; at < count; at += 1000) {
        if (!response.write(part(at, Math.min(1000, count - at)))) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end(`data: ${answer({ content: [{ type: 'text', text: 'flood is over' }] })}\n\n`)
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const folder = mkdtempSync(join(tmpdir(), 'bench-traffic-'))
const child = join(folder, 'flood.mjs')
writeFileSync(
  child,
  `import readline from 'node:readline'
const note = ${note}
const tools = ${JSON.stringify(floods)}
const parts = Array.from({ length: 100 }, (_, part) => Array.from({ length: 1000 }, (_, n) => note(part * 1000 + n) + '\\n').join(''))
const say = (id, rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n')
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') return say(id, { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo: { name: 'flood', version: '1' } } })
  if (method === 'tools/list') return say(id, { result: { tools } })
  if (method !== 'tools/call') return say(id, { error: { code: -32601, message: 'no' } })
  const count = Number(params.name.split('_')[1])
  for (let at = 0; at < count; at += 1000) process.stdout.write(parts[at / 1000])
  say(id, { result: { content: [{ type: 'text', text: 'flood is over' }] } })
})
`,
)

const flooding = await httpServer(floods)
const listing = await httpServer(many)
const urlOf = (server) => `http://127.0.0.1:${server.address().port}/mcp`
let version = ''
const samples = new Map()
const machine = await watchMachine()
const add = (row, product, values) => {
  const key = `${row}\0${product.name}`
  samples.set(key, [...(samples.get(key) ?? []), values])
  console.log(`${product.name}, ${row}:`, values)
}

const TYPED = ', while the filter is typed into'
const bare = { name: 'a bare reader' }

for (let round = 1; round <= rounds; round += 1) {
  for (const product of both ? [loupe, official] : [loupe])
    for (const count of counts.filter((one) => product === loupe || one <= 1000))
      await within(product, urlOf(flooding), (browser) => flood(product, browser, count))
  for (const count of counts.filter((one) => one >= 100_000))
    await within(loupe, urlOf(flooding), (browser) => flood(loupe, browser, count, TYPED))
  for (const count of counts.filter((one) => one >= 10_000))
    add(rowOf(count), bare, { ms: await bareReader(urlOf(flooding), count, PATIENCE) })
  for (const count of counts.filter((one) => one === 10_000 || one === 100_000))
    await within(loupe, undefined, (browser) => flood(loupe, browser, count, ' over stdio'), `${process.execPath} ${child}`)
  for (const product of both ? [loupe, official] : [loupe])
    await within(product, urlOf(listing), (browser) => list(product, browser), undefined, true)
  await machine.look()
}
flooding.close()
listing.close()
rmSync(folder, { recursive: true, force: true })
report()

/** `way`: other than by HTTP. */
function rowOf(count, way = '') {
  return `${count.toLocaleString('en')} notifications in one call${way}`
}

/** A browser and a product of its own for each measurement. `early`: the measurement presses Connect itself. */
async function within(product, url, measure, command, early = false) {
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
    if (command !== undefined) await page.getByLabel('Command line').fill(command)
    if (!early) {
      await product.connectButton(page).evaluate((element) => element.click())
      await page.locator(product.connected).waitFor()
    }
    await measure(browser)
  } catch (error) {
    console.log(`${product.name}: ${error.message.split('\n')[0]}`)
  } finally {
    await browser.close()
    await running.stop()
  }
}

async function flood(product, browser, count, way = '') {
  const { page } = browser
  await product.openTool(page, `flood_${count}`)
  const button = product.callButton(page)
  await button.waitFor()
  await page.evaluate(watchTasks)
  const clickAndWatch = (element, { count, mine, typing }) => {
    const filter = document.querySelector('input[aria-label="Filter traffic"]')
    const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const type = (text) => {
      if (filter === null || !typing) return
      typed.call(filter, text ?? (filter.value === '' ? 'z' : ''))
      filter.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const seen = () => document.querySelector('[data-testid=traffic]')?.dataset ?? {}
    // What was dropped to stay within the setting was counted too, and the screen says so.
    // The counts first: to read all that the screen says costs the page more.
    const there = () =>
      (!mine || Number(seen().messages) + Number(seen().dropped) >= count) &&
      document.querySelector('main, #root')?.textContent.includes('flood is over')
    setTimeout(() => {
      window.bench.tasks = [] // Letting go of the page may be one.
      const start = performance.now()
      const keys = setInterval(() => {
        const at = performance.now()
        type()
        if (filter !== null && typing) requestAnimationFrame(() => window.bench.keys.push(performance.now() - at))
      }, 150)
      // Looked at as it is drawn, so that the next frame is the one that shows it; to look by the clock costs the page more, and comes a frame late.
      const watch = new MutationObserver(() => {
        if (!there()) return
        watch.disconnect()
        clearInterval(keys)
        type('')
        window.bench.dropped = mine ? Number(seen().dropped) : 0
        // A message that is sent in a frame comes once that is drawn.
        const drawn = new MessageChannel()
        drawn.port1.addEventListener('message', () => {
          window.bench.ms = performance.now() - start
          setTimeout(() => (window.bench.over = true), 100) // The last task is told of a little later.
        })
        drawn.port1.start()
        requestAnimationFrame(() => drawn.port2.postMessage(undefined))
      })
      watch.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['data-messages', 'data-dropped'],
      })
      element.click()
    }, 1500)
  }
  const over = await browser.alone(
    () => button.evaluate(clickAndWatch, { count, mine: product === loupe, typing: way === TYPED }),
    PATIENCE,
  )
  const row = rowOf(count, way)
  if (!over) return add(row, product, {})
  const { ms, tasks, keys, dropped } = await browser.page.evaluate(() => window.bench)
  if (product === loupe && !(await browser.page.evaluate(lastInSight))) throw new Error(`The last of ${count} messages is not in sight`)
  const key = keys.length === 0 ? {} : { key: Math.max(...keys) }
  add(row, product, { ms, task: Math.max(0, ...tasks), ...key, ...(dropped === 0 ? {} : { dropped }) })
  if (product !== loupe || count < 100_000 || way !== '') return
  const memory = await heaps(browser.browser)
  add(`memory of page and worker after ${count.toLocaleString('en')} messages, MB`, product, { value: memory })
  await filter(browser, count)
}

async function filter(browser, count) {
  const { page } = browser
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('link', { name: /^Traffic/ })
    .click()
  const input = page.getByLabel('Filter traffic')
  await input.waitFor()
  await page.evaluate(watchTasks)
  const typeAndWatch = (element) => {
    const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    setTimeout(() => {
      window.bench.tasks = []
      let first
      const start = performance.now()
      const panel = document.querySelector('[data-testid=traffic]')
      // As a flood is: looked at as it is drawn, timed at the frame that shows it.
      const watch = new MutationObserver(() => {
        const says = panel.querySelector('[role=status]').textContent
        const row = panel.querySelectorAll('[role=grid] [role=row]')[1]?.textContent ?? '' // The first one below the titles.
        if (!says.includes(' of ') || !row.includes('needle')) return
        const [, hits] = /^([\d,]+) of/.exec(says) ?? []
        if (hits !== undefined) watch.disconnect()
        requestAnimationFrame(() => {
          first ??= performance.now() - start
          if (hits === undefined) return
          Object.assign(window.bench, { hits, first, ms: performance.now() - start })
          setTimeout(() => (window.bench.over = true), 100)
        })
      })
      watch.observe(panel, { subtree: true, childList: true, characterData: true })
      typed.call(element, '"needle of"')
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }, 2500)
  }
  if (!(await browser.alone(() => input.evaluate(typeAndWatch), PATIENCE))) throw new Error('The filter did not end')
  const { hits, first, ms, tasks } = await browser.page.evaluate(() => window.bench)
  const dropped = await browser.page.locator('[data-testid=traffic]').getAttribute('data-dropped')
  if (dropped === '0' && hits !== (count / 1000).toLocaleString('en')) throw new Error(`${hits} hits of the filter, not one in a thousand`)
  add(`filter ${count.toLocaleString('en')} messages by text in bodies`, loupe, { first, ms, task: Math.max(0, ...tasks) })
}

async function list(product, browser) {
  const mine = product === loupe
  await browser.page.evaluate(watchTasks)
  const connectAndWatch = (element, { mine, connectedAs }) =>
    setTimeout(() => {
      window.bench.tasks = []
      let connected
      let opened = mine // Ours opens by itself.
      const look = () => {
        if (document.querySelector(connectedAs) !== null) connected ??= performance.now()
        if (connected !== undefined && !opened) {
          const tab = [...document.querySelectorAll('header *')].find((one) => one.childElementCount === 0 && one.textContent === 'Tools')
          opened = tab !== undefined
          tab?.click()
        }
        const there = mine ? document.querySelector('[role=option]') !== null : connected !== undefined
        if (!there || !document.querySelector('main, #root')?.textContent.includes('tool_3')) return requestAnimationFrame(look)
        window.bench.ms = performance.now() - (connected ?? performance.now())
        setTimeout(() => (window.bench.over = true), 1000) // Tasks that follow count as well.
      }
      element.click()
      look()
    }, 1500)
  const clicked = () => product.connectButton(browser.page).evaluate(connectAndWatch, { mine, connectedAs: product.connected })
  if (!(await browser.alone(clicked, PATIENCE))) return add('list of 5,000 tools, shown', product, {})
  const { ms, tasks } = await browser.page.evaluate(() => window.bench)
  add('list of 5,000 tools, shown', product, { ms, task: Math.max(0, ...tasks) })
  await browser.page.evaluate(watchTasks)
  const typeAndWatch = (element) =>
    setTimeout(() => {
      const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
      const start = performance.now()
      const look = () => {
        const text = document.querySelector('main, #root').textContent
        if (!text.includes('tool_4711') || /tool_(3\D|4710)/.test(text)) return requestAnimationFrame(look)
        Object.assign(window.bench, { ms: performance.now() - start, over: true })
      }
      typed.call(element, 'tool_4711')
      element.dispatchEvent(new Event('input', { bubbles: true }))
      look()
    }, 1500)
  const input = browser.page.locator(mine ? 'input[data-search]' : 'input[placeholder*="earch"]').first()
  if (!(await browser.alone(() => input.evaluate(typeAndWatch), PATIENCE))) throw new Error('The search did not end')
  add('list of 5,000 tools, searched', product, { ms: await browser.page.evaluate(() => window.bench.ms) })
}

/** In the page: whether the end of the list, which is followed, can be seen. */
function lastInSight() {
  const grid = document.querySelector('[data-testid=traffic] [role=grid]')
  const last = [...grid.querySelectorAll('[role=row]')].at(-1).getBoundingClientRect()
  const { top, bottom } = grid.getBoundingClientRect()
  return last.top > top && last.bottom <= bottom + 1
}

/** In the page. */
function watchTasks() {
  window.bench = { tasks: [], keys: [] }
  new PerformanceObserver((list) => {
    // What comes after is the work of those who look at it.
    if (window.bench.over !== true) window.bench.tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })
}

function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return undefined
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function report() {
  const products = both ? [loupe, official, bare] : [loupe, bare]
  const rows = [...new Set([...samples.keys()].map((key) => key.split('\0')[0]))]
  const cell = (row, product) => {
    const all = samples.get(`${row}\0${product.name}`)
    if (all === undefined) return '–'
    if (all.some((one) => one.ms === undefined && one.value === undefined)) return `not within ${PATIENCE / 1000} s`
    const of = (name) => median(all.map((one) => one[name]))
    if (of('value') !== undefined) return of('value').toFixed(0)
    const more = [
      of('first') === undefined ? '' : `first hits ${of('first').toFixed(0)} ms`,
      of('task') === undefined ? '' : `longest task ${of('task').toFixed(0)} ms`,
      of('key') === undefined ? '' : `slowest key in the filter ${of('key').toFixed(0)} ms`,
      of('dropped') === undefined ? '' : `${of('dropped').toLocaleString('en')} dropped to stay within memory, and said`,
    ].filter(Boolean)
    return `${(of('ms') / 1000).toFixed(2)} s${more.length === 0 ? '' : ` (${more.join(', ')})`}`
  }
  const lines = [
    `${machine.describe(version)} Medians of ${rounds} rounds (\`npm run bench:traffic\`). Notifications of about 170 bytes, from the click until the frame is drawn that shows the result and counts every one of them; a bare reader is a page that fetches, cuts, parses, keeps and counts them, and nothing else; “–”: not measured.`,
    '',
    `| | ${products.map(({ name }) => name).join(' | ')} |`,
    `|---|${products.map(() => '---:').join('|')}|`,
    ...rows.map((row) => `| ${row} | ${products.map((product) => cell(row, product)).join(' | ')} |`),
  ]
  console.log(`\n${lines.join('\n')}`)
  if (process.argv.includes('--write')) writeSection('Traffic', lines)
}
