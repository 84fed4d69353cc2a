// How fast a large form appears, and how fast it answers a key, in the built product:
//   node bench/forms.mjs [properties] [tools] [rounds] [--write]
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const [properties = 500, count = 1000, rounds = 7] = process.argv.slice(2).map(Number)

const KINDS = [
  (n) => ({ type: 'string', description: `text number ${n}`, maxLength: 200 }),
  (n) => ({ type: 'integer', minimum: 0, maximum: n + 1 }),
  () => ({ type: 'boolean' }),
  () => ({ enum: ['red', 'green', 'blue'] }),
  () => ({ anyOf: [{ type: 'string', pattern: '^[a-z]*$' }, { type: 'null' }], default: null }),
]
const large = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: properties }, (_, n) => [`p${n}`, KINDS[n % KINDS.length](n)])),
  required: ['p0', 'p1'],
}
const tools = [
  { name: 'a-large-form', schema: large },
  { name: 'a-small-form', schema: { type: 'object', properties: { only: { type: 'string' } } } },
  ...Array.from({ length: count }, (_, n) => ({ name: `tool-${n}`, schema: { type: 'object', properties: { x: { type: 'string' } } } })),
]

const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'))
writeFileSync(join(folder, 'tools.json'), JSON.stringify(tools))
const server = [join(here, '..', 'e2e', 'servers', 'schemas.mjs'), join(folder, 'tools.json'), join(folder, 'record')]
const loupe = spawn(process.execPath, [join(here, '..', 'dist', 'loupe.js'), '--no-open', '--port', '0', '--', process.execPath, ...server])
const url = await new Promise((resolve) => {
  loupe.stdout.on('data', (chunk) => {
    const match = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(String(chunk))
    if (match) resolve(match[0])
  })
})
const browser = await chromium.launch({ executablePath: findChromium({ shell: false }), args: CHROMIUM_FLAGS })

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const share = (list, part) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.ceil(list.length * part) - 1)]
const rows = []
const show = (what, list) => {
  const figures = [Math.min(...list), median(list), share(list, 0.95)].map((value) => value.toFixed(1))
  rows.push(`| ${what} | ${figures.join(' | ')} | ${list.length} |`)
  console.log(`${what.padEnd(44)} best ${figures[0]} ms, median ${figures[1]} ms, p95 ${figures[2]} ms (n=${list.length})`)
}
/** Programs that wanted a processor while this ran. */
const machine = await watchMachine()

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url)
  await page.getByRole('link', { name: /^Tools/ }).click()
  const select = (name) => page.getByRole('option', { name, exact: true }).click()
  await select('a-small-form')
  await page.getByLabel('only', { exact: true }).waitFor()

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000

  const inDom = []
  const onScreen = []
  const allInDom = []
  const allOnScreen = []
  const work = []
  for (let round = 0; round < rounds; round++) {
    const row = await page.getByRole('option', { name: 'a-large-form', exact: true }).elementHandle()
    const before = await busy()
    const [dom, screen, all, allScreen] = await row.evaluate(
      (option, last) =>
        new Promise((resolve) => {
          const start = performance.now()
          const times = []
          const watcher = new MutationObserver(() => {
            if (times[0] === undefined && document.getElementById('tool%2Fp0') !== null) {
              times[0] = performance.now() - start
              requestAnimationFrame(() => requestAnimationFrame(() => (times[1] = performance.now() - start)))
            }
            if (document.getElementById(last) === null) return
            watcher.disconnect()
            times[2] = performance.now() - start
            requestAnimationFrame(() => requestAnimationFrame(() => resolve([...times, performance.now() - start])))
          })
          watcher.observe(document.body, { childList: true, subtree: true })
          option.click()
        }),
      `tool%2Fp${properties - 1}`,
    )
    work.push((await busy()) - before)
    await machine.look()
    inDom.push(dom)
    onScreen.push(screen)
    allInDom.push(all)
    allOnScreen.push(allScreen)
    await page.waitForTimeout(300)
    if (round < rounds - 1) {
      await select('a-small-form')
      await page.getByLabel('only', { exact: true }).waitFor()
    }
  }
  show(`${properties} properties: the first in the DOM`, inDom)
  show(`${properties} properties: the first on screen`, onScreen)
  show(`${properties} properties: all in the DOM`, allInDom)
  show(`${properties} properties: all laid out`, allOnScreen)
  show(`${properties} properties: work of the page’s thread`, work)

  // From the key to what React made of it, laid out; and as the browser itself tells it, up to the next picture.
  await page.evaluate(() => {
    window.took = []
    window.painted = []
    let start = 0
    window.addEventListener('input', () => (start = performance.now()), { capture: true })
    window.addEventListener('input', (event) => {
      // React draws in a microtask after its own listener, which stands below this one.
      queueMicrotask(() => {
        void document.body.offsetHeight
        window.took.push(performance.now() - start)
      })
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.painted.push(performance.now() - event.timeStamp)
        port2.postMessage(0)
      })
    })
  })
  for (const name of ['p0', 'p4', `p${properties - (properties % 5) - 5}`]) {
    await page.evaluate(() => {
      window.took = []
      window.painted = []
    })
    await page.getByLabel(name, { exact: true }).focus()
    for (const key of 'the quick brown fox jumps over the lazy dog') await page.keyboard.press(key === ' ' ? 'x' : key, { delay: 10 })
    await page.waitForTimeout(300)
    const [took, painted] = await page.evaluate(() => [window.took, window.painted])
    show(`a key in ${name}: handled and laid out`, took)
    show(`a key in ${name}: to the next picture`, painted)
    await machine.look()
  }
  const lines = [
    `A form of ${properties} properties in a list of ${count + 2} tools, opened ${rounds} times, and 43 keys in each of three fields. ${machine.describe(browser.version())} By \`node bench/forms.mjs ${properties} ${count} ${rounds}\`. Above as much load as there are processors the page waits for its turn, and only the best figure is near its own.`,
    '',
    '| ms | best | median | p95 | n |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ]
  console.log(`\n${lines.join('\n')}`)
  if (process.argv.includes('--write')) writeSection('Large forms', lines)
} finally {
  await browser.close()
  loupe.kill()
  rmSync(folder, { recursive: true, force: true })
}
