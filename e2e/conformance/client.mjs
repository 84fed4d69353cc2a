// The command that the suite starts for one scenario: a fresh page of the running Loupe, told what to do by `scenarios.mjs`.
// Environment: LOUPE_BROWSER (WebSocket of the browser), LOUPE_URL (with the launch token), and what the suite sets.
import { chromium } from 'playwright'
import { Loupe } from './loupe.mjs'
import { GUARDED } from './authorization.mjs'
import { SCENARIOS } from './scenarios.mjs'

const { LOUPE_BROWSER, LOUPE_URL, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION, MCP_CONFORMANCE_CONTEXT } = process.env
const server = process.argv.at(-1)
const scenario = [...SCENARIOS, ...GUARDED].find(({ name }) => name === MCP_CONFORMANCE_SCENARIO)
if (scenario === undefined) throw new Error(`There is no scenario ${MCP_CONFORMANCE_SCENARIO} here`)

// On a time-out the suite does not end its client.
setTimeout(() => process.exit(124), 60_000).unref()
const browser = await chromium.connect(LOUPE_BROWSER)
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
try {
  const loupe = new Loupe(await context.newPage())
  const version = MCP_CONFORMANCE_PROTOCOL_VERSION ?? scenario.era ?? scenario.versions.at(-1)
  const told = MCP_CONFORMANCE_CONTEXT === undefined ? {} : JSON.parse(MCP_CONFORMANCE_CONTEXT)
  if (scenario.form === undefined) {
    await loupe.connect(LOUPE_URL, server, version)
    await scenario.run(loupe, told)
    await loupe.disconnect()
  } else {
    const ended = await loupe.enter(
      LOUPE_URL,
      server,
      version,
      scenario.form(told),
      scenario.how ?? (version === '2026-07-28' ? 'page' : 'popup'),
    )
    if (ended !== scenario.ends) throw new Error(`The connection is ${ended}, and should be ${scenario.ends}`)
    if (ended === 'connected') {
      await scenario.run(loupe, told)
      await loupe.disconnect()
    }
  }
} catch (error) {
  const page = context.pages()[0]
  console.error(String(error))
  console.error(await page?.locator('body').innerText())
  process.exitCode = 1
} finally {
  await context.close()
  await browser.close()
}
