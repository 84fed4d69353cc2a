// docs/automation.md is held to its word: its example is run as it stands, and its links do what its table says.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { DIST, expect, startProgram, stop, test } from './loupe.ts'

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
