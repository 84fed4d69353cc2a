// A page beside a server that never rests, used now and then as a person does: calls, the filter, other panels. Tells how memory
// and the longest task go:
//   node bench/hour.mjs [--minutes 60] [--write]
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../e2e/find-chromium.mjs'
import { heaps, processorTime } from './heaps.mjs'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'
import { loupe } from './products.mjs'

const at = process.argv.indexOf('--minutes')
const minutes = at < 0 ? 60 : Number(process.argv[at + 1])
/** Looks, evenly spread. */
const LOOKS = 12
const SERVER = join(dirname(fileURLToPath(import.meta.url)), 'servers', 'chatty.mjs')

const machine = await watchMachine()
const running = await loupe.start()
const browser = await chromium.launch({ executablePath: findChromium({ shell: false }), args: CHROMIUM_FLAGS })
const version = browser.version()
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
const faults = []
page.on('pageerror', (error) => faults.push(String(error)))
page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
const rows = []
try {
  await page.goto(running.url)
  await page.getByLabel('Command line').fill(`${process.execPath} ${SERVER}`)
  await loupe.connectButton(page).click()
  await page.locator(loupe.connected).waitFor()
  await page.evaluate(() => {
    window.tasks = []
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  })
  const start = Date.now()
  let before = { at: start, took: await processorTime(browser) }
  for (let turn = 1; rows.length < LOOKS; turn += 1) {
    await use(turn)
    await page.waitForTimeout(15_000)
    const passed = (Date.now() - start) / 60_000
    if (passed < ((rows.length + 1) * minutes) / LOOKS) continue
    const seen = await page.evaluate(() => {
      const { messages, dropped } = document.querySelector('[data-testid=traffic]').dataset
      const tasks = window.tasks.splice(0)
      return {
        messages: Number(messages),
        dropped: Number(dropped),
        over: tasks.length,
        longest: Math.max(0, ...tasks),
        nodes: document.querySelectorAll('*').length,
      }
    })
    const now = { at: Date.now(), took: await processorTime(browser) }
    const processor = (100_000 * (now.took - before.took)) / (now.at - before.at)
    const row = { minute: Math.round(passed), ...seen, processor, memory: await heaps(browser) }
    before = { at: Date.now(), took: await processorTime(browser) }
    console.log(row)
    rows.push(row)
    await machine.look()
  }
} finally {
  await browser.close()
  await running.stop()
}
report()
if (faults.length > 0) process.exitCode = 1

async function use(turn) {
  const panels = page.getByRole('navigation', { name: 'Panels' })
  await panels.getByRole('link', { name: /^Tools/ }).click()
  await page.getByRole('option', { name: `tool_${turn % 20}`, exact: true }).click()
  await loupe.callButton(page).click()
  await page.waitForTimeout(3000)
  if (turn % 2 === 0) await panels.getByRole('link', { name: turn % 4 === 0 ? /^Resources/ : /^Traffic/ }).click()
  const filter = page.getByLabel('Filter traffic').first()
  if ((await filter.count()) === 0) return
  await filter.fill('level:warning')
  await page.waitForTimeout(1500)
  await filter.fill('')
}

function report() {
  const lines = [
    `A page over stdio beside a server that logs forty times a second (\`bench/servers/chatty.mjs\`), for ${minutes} minutes, with a call, the filter or another panel every twenty seconds (\`node bench/hour.mjs\`). ${machine.describe(version)} Faults on the page: ${faults.length === 0 ? 'none' : faults.length}.`,
    '',
    '| minute | messages | dropped | memory of page and workers, MB | elements | tasks over 50 ms, the longest | of a processor, % |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(
      ({ minute, messages, dropped, memory, nodes, over, longest, processor }) =>
        `| ${minute} | ${messages.toLocaleString('en')} | ${dropped} | ${memory.toFixed(0)} | ${nodes.toLocaleString('en')} | ${over}${over === 0 ? '' : `, ${longest.toFixed(0)} ms`} | ${processor.toFixed(0)} |`,
    ),
  ]
  console.log(`\n${lines.join('\n')}`)
  for (const fault of faults.slice(0, 10)) console.log(fault)
  if (process.argv.includes('--write')) writeSection('An hour beside a chatty server', lines)
}
