// What goes wrong is said in words a person can act on, and nothing typed is lost.
import { join } from 'node:path'
import { SERVERS, expect, freePort, test } from './loupe.ts'
import { startFlaw } from './servers/http-flaws.ts'

const MISBEHAVING = join(SERVERS, 'misbehaving.mjs')

test('a command that does not end in a connection: why is said, and no panel is marked that is not seen', async ({ inspector, page }) => {
  await inspector.open()
  await test.step('a command that does not exist names the PATH that was searched', async () => {
    await inspector.connectStdio('no-such-command-here', ['--flag'])
    await inspector.expectStatus('failed')
    const main = page.getByRole('main')
    await expect(main).toContainText('no-such-command-here')
    await expect(main).toContainText('PATH')
    await expect(main).toContainText('/usr/bin')
    await expect(page.getByRole('main').getByRole('button', { name: 'Reconnect', exact: true })).toBeVisible()
  })
  await test.step('a first failure marks no panel, since none is seen; a panel that is seen is marked', async () => {
    const marked = page.getByRole('navigation', { name: 'Panels' }).locator('[aria-current=page]')
    await expect(page.getByRole('main', { name: 'Connection', exact: true })).toBeVisible()
    await expect(marked).toHaveCount(0)
    await expect(page).toHaveTitle('no-such-command-here · Loupe')
    await inspector.panel('Traffic')
    await expect(marked).toHaveText(/^Traffic/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(marked).toHaveText(/^Traffic/)
    await inspector.panel('Tools')
    await expect(page.getByRole('main', { name: 'Connection', exact: true })).toBeVisible()
    await expect(marked).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a server that exits at once shows its exit code and its last lines', async () => {
    await inspector.another()
    await inspector.connectStdio(process.execPath, [MISBEHAVING, 'exits'])
    await inspector.expectStatus('failed')
    await expect(page.getByRole('main')).toContainText('DATABASE_URL is not set')
    await expect(page.getByRole('main')).toContainText('3')
    await expect(inspector.connection).toHaveAttribute('data-error', /.+/)
  })
  await test.step('of many last words the end is what is shown', async () => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      await inspector.another()
      await inspector.connectStdio(process.execPath, [MISBEHAVING, 'talks'])
      await inspector.expectStatus('failed')
      const lines = page.getByRole('log', { name: 'Lines of stderr' })
      await expect(lines).toContainText('FATAL: cannot open the database')
      await expect
        .poll(() =>
          lines.evaluate((box) => [box.scrollHeight > box.clientHeight, box.scrollHeight - box.scrollTop - box.clientHeight <= 1]),
        )
        .toEqual([true, true])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('usage that is printed on stdout is shown', async () => {
    await inspector.another()
    await inspector.connectStdio(process.execPath, [MISBEHAVING, 'usage-on-stdout'])
    await inspector.expectStatus('failed')
    await expect(page.getByLabel('Lines of stdout')).toHaveText('Usage: misbehaving <config.json>\n  --port N')
  })
  await test.step('a missing module is named', async () => {
    await inspector.another()
    await inspector.connectStdio(process.execPath, [MISBEHAVING, 'missing-module'])
    await inspector.expectStatus('failed')
    await expect(page.getByRole('main')).toContainText('a-module-that-is-not-there')
    await expect(page.getByRole('main')).toContainText('The module “a-module-that-is-not-there” is missing')
  })
  await test.step('an unsupported version names both versions', async () => {
    await inspector.another()
    await inspector.connectStdio(process.execPath, [MISBEHAVING, 'old-version'])
    await inspector.expectStatus('failed')
    await expect(page.getByRole('main')).toContainText('2023-01-01')
    await expect(page.getByRole('main')).toContainText('2025-11-25')
  })
  await test.step('a program that prints text and is no server is quoted, while it runs and when it has ended', async () => {
    await inspector.another()
    await inspector.connectStdio(process.execPath, ['-e', 'console.log("Server listening on 3000"); setInterval(() => {}, 1000)'], 'hangs')
    await expect(page.getByRole('region', { name: 'Connection' }).getByRole('status')).toContainText('Server listening on 3000')
    await inspector.another()
    await inspector.connectStdio(process.execPath, ['-e', 'console.log("It is done")'], 'ends')
    await inspector.expectStatus('failed')
    await expect(page.getByRole('main')).toContainText('It wrote to stdout: It is done')
  })
})

test('a server that prints text on stdout works, and the text is shown as noise', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [MISBEHAVING, 'prints'])
  await inspector.expectStatus('connected')
  for (const panel of ['Overview', 'Console']) {
    await inspector.panel(panel)
    await expect(page.getByRole('status').filter({ hasText: '2 lines on stdout are no message' })).toContainText('Server ready!')
  }
  await page.getByRole('link', { name: 'See them in Traffic' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Server ready!' }).first()).toBeVisible()
})

test('a server that dies during a call fails the call, and keeps record and draft', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [MISBEHAVING, 'dies'])
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'go')
  await inspector.call()
  await inspector.expectResult('failed', '70')
  await expect(inspector.result).toContainText('The server ended during this call')
  const end = inspector.result.getByRole('region', { name: 'Last lines of the process' })
  await expect(inspector.result).toContainText('exited with code 70')
  await expect(end).toContainText('Segmentation is imminent\nfatal: out of cheese')
  await inspector.panel('Traffic')
  await expect(page.getByRole('row').filter({ hasText: 'tools/call' }).first()).toBeVisible()
})

test('a server that dies while it is read shows its end in the result as well', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [MISBEHAVING, 'dies'])
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await page.getByRole('button', { name: 'Try anyway' }).click()
  await page.getByRole('button', { name: /Read another URI/ }).click()
  await page.getByLabel('URI', { exact: true }).fill('file:///x')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('failed')
  await expect(inspector.result).toContainText('exited with code 71')
  await expect(inspector.result).toContainText('fatal: no such drawer')
})

test('a server that does nearly everything wrong: what was meant well works, and the record names each fault', async ({
  inspector,
  page,
}) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'wild.mjs')])
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  const call = async (tool: string, state: 'done' | 'failed', words: string): Promise<void> => {
    await inspector.select('Tools', tool)
    await inspector.call()
    await inspector.expectResult(state, words)
  }
  await call('well', 'done', 'all is well')
  await call('together', 'failed', '2 messages run together')
  await call('indented', 'failed', 'broken over 12 lines')
  await call('mistyped', 'failed', '(a text)')
  await call('well', 'done', 'all is well')
  await call('long', 'done', '')
  await call('half', 'failed', 'exited with code 9')
  await inspector.panel('Traffic')
  const filter = page.getByLabel('Filter traffic')
  for (const words of ['byte order mark', 'answered before', 'wrong type of id', 'Process exited with code 9']) {
    await filter.fill(words)
    await expect(page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: words }).first()).toBeVisible()
  }
  // Of a long message the broken place is what is seen first, and its pointer leads there again.
  await filter.fill('rule:TC-02')
  await page.getByRole('row').filter({ hasText: 'long' }).first().click()
  const broken = page.getByRole('treeitem').filter({ hasText: 'block 6123' }).filter({ hasText: 'TC-02: it has no type' })
  await expect(broken).toBeInViewport()
  await page.getByRole('tree', { name: 'JSON' }).press('Home')
  await expect(broken).toHaveCount(0)
  await page.getByRole('button', { name: '/result/content/6123/type' }).click()
  await expect(broken).toBeInViewport()
  // What was no UTF-8 is seen as it came, and the note about it leads there.
  await filter.fill('not utf 8')
  await page.getByRole('row').filter({ hasText: 'note' }).first().click()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('main')).toContainText('written by Loupe, not by the peer')
  await page.getByRole('button', { name: 'The message', exact: true }).click()
  await page.getByRole('tab', { name: 'Bytes' }).click()
  await expect(page.getByRole('group', { name: '4 bytes in hexadecimal' }).locator('mark').first()).toHaveText('ff fe')
  await filter.fill('dir:up')
  await expect(page.getByTestId('traffic').getByText('dir:up is not understood')).toBeVisible()
  await filter.fill('The last 12 lines')
  await page.getByRole('row').filter({ hasText: 'The last 12 lines' }).first().click()
  await expect(page.getByRole('heading', { name: /note/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('write its JSON without indentation')
})

test('a URL that does not end in a connection: why is said', async ({ inspector, page }) => {
  await inspector.open()
  await test.step('a dead port is refused in words', async () => {
    const port = await freePort()
    await inspector.connectUrl(`http://127.0.0.1:${port}/mcp`)
    await inspector.expectStatus('failed')
    await expect(inspector.connection).toHaveAttribute('data-error', 'refused')
    await expect(page.getByRole('main')).toContainText(String(port))
  })
  await test.step('a host name that does not exist is told from a dead port', async () => {
    await inspector.another()
    await inspector.connectUrl('http://no-such-host.invalid/mcp')
    await inspector.expectStatus('failed')
    await expect(inspector.connection).toHaveAttribute('data-error', 'dns')
  })
  for (const [flaw, code, words] of [
    ['not-found', 'http-404', '404'],
    ['html', 'html', /web page/i],
    ['unauthorized', 'http-401', '401'],
    ['redirect', 'redirect', '/elsewhere'],
  ] as const) {
    await test.step(`${flaw}: the page says which`, async () => {
      const server = await startFlaw(flaw)
      await inspector.another()
      await inspector.connectUrl(server.url)
      await inspector.expectStatus('failed')
      await expect(inspector.connection).toHaveAttribute('data-error', code)
      await expect(page.getByRole('main')).toContainText(words)
      await server.close()
    })
  }
})
