// A connection that fails, or is merely to be looked at: the checklist says how far one gets, and what to do.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { faults } from './axe.ts'
import { DIST, EVERYTHING, expect, freePort, test } from './loupe.ts'
import { startFlaw } from './servers/http-flaws.ts'

test('servers that are not reached: the checklist says how far one gets', async ({ inspector, page, context }) => {
  await inspector.open()
  await test.step('nothing listens: the card leads to the checklist, which ends at TCP', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await inspector.connectUrl(`http://127.0.0.1:${await freePort()}/mcp`, 'gone')
    await inspector.expectStatus('failed')
    await page.getByRole('button', { name: 'Find out why' }).click()
    const doctor = page.getByTestId('doctor')
    await expect(doctor).toHaveAttribute('data-state', 'done')
    await expect(doctor.getByRole('status')).toContainText('It fails at: TCP')
    await expect(doctor.locator('[data-step=tcp]')).toHaveAttribute('data-state', 'bad')
    await expect(doctor.locator('[data-step=tcp]')).toContainText('ECONNREFUSED')
    await expect(doctor.locator('[data-step=handshake]')).toHaveAttribute('data-state', 'not-reached')
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\| ✗ \| TCP \|/)
  })
  await test.step('a server that refuses the host: what to paste is there, and the checklist stays while one looks elsewhere', async () => {
    const { url, close } = await startFlaw('guards-host')
    await inspector.another()
    await inspector.connectUrl(url, 'guarded')
    await inspector.expectStatus('failed')
    await page.getByRole('button', { name: 'Find out why' }).click()
    const status = page.getByTestId('doctor').locator('[data-step=status]')
    await expect(status).toContainText('new Set([')
    await expect(status).toContainText('Invalid Host header')
    await inspector.panel('Traffic')
    await inspector.panel('Doctor')
    await expect(status).toHaveAttribute('data-state', 'bad')
    await close()
  })
})

test('a server that is well passes, over HTTP and over stdio, wide and narrow, light and dark', async ({
  inspector,
  page,
  everythingHttp,
}) => {
  test.setTimeout(60_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.open()
  await inspector.connectUrl(everythingHttp, 'over http')
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  await page.getByRole('button', { name: 'Doctor' }).click()
  const doctor = page.getByTestId('doctor')
  await expect(doctor).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(doctor.locator('[data-state=bad], [data-state=not-reached]')).toHaveCount(0)
  await expect(doctor.locator('[data-step=lists]')).toContainText('All that is declared can be listed')
  await good()
  await page.setViewportSize({ width: 390, height: 844 })
  await good()
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.another()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'over stdio')
  await inspector.expectStatus('connected')
  await inspector.panel('Doctor')
  await page.getByRole('button', { name: 'Run the checklist' }).click()
  await expect(doctor).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(doctor.locator('[data-step=process]')).toHaveAttribute('data-state', 'ok')
  await expect(doctor.locator('[data-step=handshake]')).toHaveAttribute('data-state', 'ok')

  async function good(): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await faults(page), scheme).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/doctor-${scheme}-${page.viewportSize()!.width}.png` })
    }
  }
})

test('the command prints the same, and its exit code tells a build', async () => {
  const doctor = (...args: string[]) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      execFile(process.execPath, [join(DIST, 'loupe.js'), 'doctor', ...args], (error, out) =>
        resolve({ code: error === null ? 0 : Number(error.code), out }),
      )
    })
  const good = await doctor('--', process.execPath, EVERYTHING, 'stdio')
  expect(good.out).toMatch(/✓ Handshake/)
  expect(good.code).toBe(0)
  const { url, close } = await startFlaw('unauthorized')
  const refused = await doctor(url, '--markdown')
  await close()
  expect(refused.out).toMatch(/\| ✗ \| Authorization \|/)
  expect(refused.code).toBe(1)
  expect((await doctor()).code).toBe(2)
})
