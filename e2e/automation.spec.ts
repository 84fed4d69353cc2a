// docs/automation.md is held to its word: its example is run as it stands, and its links do what its table says.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { DIST, EVERYTHING, expect, startProgram, stop, test } from './loupe.ts'

const DOC = readFileSync(join(DIST, '..', 'docs', 'automation.md'), 'utf8')

/** Runs a script beside the tests, where its imports are found; gives what it printed and its exit code. */
async function run(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const file = join(DIST, '..', 'e2e', `.example-${process.pid}.mjs`)
  writeFileSync(file, script)
  try {
    const child = spawn(process.execPath, [file], { env: { ...process.env, ...env } })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, said }
  } finally {
    rmSync(file, { force: true })
  }
}

test('the example of the documentation runs as it stands', async () => {
  const [, script] = /```js\n([\s\S]*?)```/.exec(DOC) ?? []
  const { child, match } = await startProgram(
    process.execPath,
    [join(DIST, 'loupe.js'), '--demo', '--no-open', '--port', '0'],
    /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/,
  )
  const { code, said } = await run(script ?? '', { LOUPE_URL: match[0], CHROMIUM_PATH: findChromium() })
  expect(said).toContain('hello')
  expect(code).toBe(0)
  await stop(child)
})

test('Raw and Doctor are found by the names that stand in the table', async ({ inspector, page }) => {
  const row = (what: string): string => DOC.split('\n').find((line) => line.startsWith(`| ${what} |`))!
  const quoted = (text: string): string[] => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name!)
  const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  const links = /links named ([^|]+)/.exec(row('panels'))![1]!.split(', ')
  const panels = page.getByRole('navigation', { name: 'Panels' })
  for (const link of links) await expect(panels.getByRole('link', { name: new RegExp(`^${link.trim()}\\b`) })).toBeVisible()

  await inspector.panel('Raw')
  const [region, textbox, , templates, send] = quoted(row("a message of one's own"))
  const composer = page.getByRole('region', { name: region!, exact: true })
  await expect(composer.getByRole('button', { name: templates! })).toBeVisible()
  await composer.getByRole('textbox', { name: textbox!, exact: true }).fill('{"jsonrpc":"2.0","id":"mine","method":"ping"}')
  await composer.getByRole('button', { name: send!, exact: true }).click()
  const [reply, stateName, ...states] = coded(row('what came back on it'))
  await expect(page.locator(reply!)).toHaveAttribute(stateName!, states.at(-1)!)
  await expect(page.locator(reply!).getByRole('list', { name: quoted(row('what came back on it'))[0]! })).toContainText('ping')

  await inspector.panel('Doctor')
  const [doctor, ...doctorStates] = coded(row('checklist'))
  await expect(page.locator(doctor!)).toHaveAttribute('data-state', doctorStates[1]!)
  const [run, again] = quoted(row('checklist'))
  await page.getByRole('button', { name: run!, exact: true }).click()
  await expect(page.locator(doctor!)).toHaveAttribute('data-state', doctorStates.at(-1)!)
  await expect(page.getByRole('button', { name: again!, exact: true })).toBeVisible()
  const steps = await page.locator(coded(row('one step of it'))[0]!).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset))
  expect(steps.map(({ step }) => step)).toEqual(['process', 'era', 'handshake', 'lists'])
  for (const { step, state } of steps) expect(coded(row('one step of it'))).toEqual(expect.arrayContaining([step, state]))
})

test('a link whose wishes cannot all be followed says which', async ({ inspector, page, everythingHttp }) => {
  const link = `${inspector.url}&server=${encodeURIComponent(everythingHttp)}`
  await page.goto(`${link}&transport=ws&era=yesterday&via=direct&name=mine`)
  const note = page.getByRole('status').filter({ hasText: 'Not all that the link wishes' })
  await expect(note).toContainText('transport=ws')
  await expect(note).toContainText('era=yesterday')
  await expect(note).toContainText('“name”')
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(everythingHttp)
  await page.goto(`${link}&transport=http&era=legacy&via=direct`)
  await expect(page.getByRole('status').filter({ hasText: 'A link filled this form' })).toBeVisible()
  await expect(note).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await inspector.expectStatus('connected')
  await expect(inspector.connection).toContainText('direct')
  await expect(inspector.connection).toHaveAttribute('data-era', 'legacy')
})
