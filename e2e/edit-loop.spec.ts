// Edit, save, reconnect: drafts and selection stay, what changed is marked, the last call is offered again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVERYTHING, SERVERS, expect, freePort, startProgram, stop, test } from './loupe.ts'

const greet = {
  name: 'greet',
  description: 'Greets',
  inputSchema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
}

test('reconnect keeps the draft, lists again, marks what changed and calls again', async ({ inspector, page, folder }) => {
  const file = join(folder, 'tools.json')
  writeFileSync(file, JSON.stringify([greet]))
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'edited.mjs'), file], 'edited')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'greet')
  await page.getByLabel('who', { exact: true }).fill('Ada')
  await inspector.call()
  await inspector.expectResult('done', '1 tools; greet({"who":"Ada"})')

  writeFileSync(
    file,
    JSON.stringify([
      { ...greet, description: 'Greets warmly' },
      { name: 'mutter', inputSchema: { type: 'object' } },
    ]),
  )
  await page.getByRole('heading', { name: 'greet' }).click()
  await page.keyboard.press('r')
  await expect(page.getByRole('option', { name: 'mutter' })).toBeVisible()
  await inspector.expectStatus('connected')
  await expect(page.getByRole('listbox', { name: 'Tools' })).toContainText('changed')
  await expect(page.getByRole('listbox', { name: 'Tools' })).toContainText('new')
  await expect(page.getByLabel('who', { exact: true })).toHaveValue('Ada')
  await page.getByRole('button', { name: 'Call again' }).first().click()
  await inspector.expectResult('done', '2 tools; greet({"who":"Ada"})')
  await test.step('what a server writes while a call runs stands beside the result, in one box from its first line on', async () => {
    await inspector.select('Tools', 'mutter')
    await inspector.call()
    const box = page.getByRole('region', { name: 'What the server wrote meanwhile' })
    await expect(box).toContainText('muttered 1')
    const first = await box.locator('pre').elementHandle()
    await inspector.expectResult('done', 'mutter')
    await expect(box).toContainText('muttered 29')
    expect(await box.locator('pre').evaluate((element, first) => element === first, first)).toBe(true)
    // Once all of it is read as well.
    await page.waitForTimeout(500)
    expect(await box.locator('pre').evaluate((element, first) => element === first, first)).toBe(true)
    await expect(box).toContainText('muttered 0\nmuttered 1')
  })
})

test('a watched server is started again when its file is saved, also after one that was saved broken', async ({
  inspector,
  page,
  folder,
}) => {
  const file = join(folder, 'server.mjs')
  const server = (tools: object[]) =>
    `process.argv[2] = ${JSON.stringify(join(folder, 'tools.json'))}; await import(${JSON.stringify(join(SERVERS, 'edited.mjs'))}) // ${tools.length}`
  const save = (tools: object[]) => {
    writeFileSync(join(folder, 'tools.json'), JSON.stringify(tools))
    writeFileSync(file, server(tools))
  }
  save([greet])
  await inspector.open()
  await page.getByRole('tab', { name: /Local command/ }).click()
  await page.getByLabel('Folder').fill(folder)
  await page.getByLabel('Watch').fill('.')
  await inspector.connectStdio(process.execPath, [file], 'watched')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'greet')
  await page.getByLabel('who', { exact: true }).fill('Ada')
  writeFileSync(file, 'this is no program')
  await inspector.expectStatus('failed')
  save([greet, { name: 'wave', inputSchema: { type: 'object' } }])
  await inspector.expectStatus('connected')
  await expect(page.getByRole('option', { name: 'wave' })).toContainText('new')
  await expect(page.getByLabel('who', { exact: true })).toHaveValue('Ada')
  await inspector.panel('Traffic')
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /since (server\.mjs|tools\.json) changed/ })
      .first(),
  ).toBeVisible()
})

test('a reload marks what changed since the person last looked, and a mark that was seen stays away', async ({
  inspector,
  page,
  folder,
}) => {
  test.setTimeout(60_000)
  const file = join(folder, 'tools.json')
  writeFileSync(file, JSON.stringify([greet, { name: 'leave', inputSchema: { type: 'object' } }]))
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'edited.mjs'), file], 'edited')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'greet')
  const list = page.getByRole('listbox', { name: 'Tools' })
  const line = page.getByRole('status').filter({ hasText: 'Since you last looked' })
  await page.reload()
  await inspector.expectStatus('connected')
  await expect(page.getByRole('option', { name: 'leave' })).toBeVisible()
  await expect(list).not.toContainText(/new|changed/)

  writeFileSync(
    file,
    JSON.stringify([
      { ...greet, description: 'Greets warmly' },
      { name: 'wave', inputSchema: { type: 'object' } },
    ]),
  )
  for (let time = 0; time < 2; time += 1) {
    await page.reload()
    await inspector.expectStatus('connected')
    await expect(page.getByRole('option', { name: 'greet' })).toContainText('changed')
    await expect(page.getByRole('option', { name: 'wave' })).toContainText('new')
    await expect(line).toContainText('1 new, 1 changed, 1 gone')
    await expect(line).toContainText('leave')
    await expect(page.getByRole('main')).toContainText('Changed since you last looked: description')
  }
  await page.getByRole('button', { name: 'Seen', exact: true }).click()
  await expect(line).toContainText('1 new, 1 gone')
  await page.reload()
  await inspector.expectStatus('connected')
  await expect(page.getByRole('option', { name: 'wave' })).toContainText('new')
  await expect(list).not.toContainText('changed')
  await page.getByRole('button', { name: 'Seen: take this line away' }).click()
  await expect(line).toHaveCount(0)
  await page.reload()
  await inspector.expectStatus('connected')
  await expect(page.getByRole('option', { name: 'wave' })).toBeVisible()
  await expect(list).not.toContainText('new')
})

test('what a reload cut off is named: a call, what was asked during it, and a read', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'asks.mjs')], 'asks')
  await inspector.expectStatus('connected')
  await test.step('a call that a reload cut off is named, with its arguments, and so is what was asked during it', async () => {
    await inspector.panel('Tools')
    await inspector.select('Tools', 'sign-in')
    await page.getByLabel('url', { exact: true }).fill('https://example.test/sign-in')
    await inspector.call()
    await expect(page.getByText('1 ask waiting')).toBeVisible()
    await page.reload()
    await inspector.expectStatus('connected')
    await inspector.expectResult('failed', 'This call was running when the page was reloaded')
    await expect(inspector.result).toContainText('Its answer is lost')
    await expect(page.getByRole('status').filter({ hasText: 'was taken away: the page was reloaded' })).toBeVisible()
    await inspector.panel('Asks')
    await expect(page.getByRole('listitem').filter({ hasText: 'the page was reloaded before it was answered' })).toContainText(
      'Sign in to go on.',
    )
    await inspector.panel('Tools')
    await expect(page.getByLabel('url', { exact: true })).toHaveValue('https://example.test/sign-in')
    await inspector.result.getByRole('button', { name: 'Call again' }).click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('https://example.test/sign-in')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done', 'answered decline')
    // It is said once: another reload has nothing to tell.
    await page.reload()
    await inspector.expectStatus('connected')
    await expect(inspector.result).toHaveAttribute('data-state', 'idle')
  })
  await test.step('a read that a reload cut off is named', async () => {
    await inspector.panel('Resources')
    await page.getByRole('button', { name: 'Try anyway' }).click()
    await page.getByRole('button', { name: /Read another URI/ }).click()
    await page.getByLabel('URI', { exact: true }).fill('asks://never')
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(inspector.result).toHaveAttribute('data-state', 'running')
    await page.reload()
    await inspector.expectResult('failed', 'This was under way when the page was reloaded')
    await expect(page.getByLabel('URI', { exact: true })).toHaveValue('asks://never')
  })
})

test('a reload reconnects, and a press on Disconnect is nobody else’s doing', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'everything')
  await inspector.expectStatus('connected')
  await test.step('a reload of the page reconnects, and keeps what was typed and selected', async () => {
    await inspector.panel('Tools')
    await inspector.select('Tools', 'echo')
    await page.getByLabel('message', { exact: true }).fill('typed before the reload')
    await page.reload()
    await inspector.expectStatus('connected')
    await expect(page.getByLabel('message', { exact: true })).toHaveValue('typed before the reload')
    await inspector.call()
    await inspector.expectResult('done', 'Echo: typed before the reload')
  })
  await test.step('a list that is not read again is as long as it was, until its panel is opened', async () => {
    const panels = page.getByRole('navigation', { name: 'Panels' })
    const before = panels.getByTitle('When it was listed last')
    await expect(panels.getByRole('link', { name: /^Tools \d+$/ })).toBeVisible()
    await inspector.panel('Console')
    await expect(before).toHaveCount(0)
    await page.reload()
    await inspector.expectStatus('connected')
    await expect(panels.getByRole('link', { name: /^Tools \d+ when it was listed last$/ })).toBeVisible()
    await inspector.panel('Tools')
    await expect(before).toHaveCount(0)
    await expect(panels.getByRole('link', { name: /^Tools \d+$/ })).toBeVisible()
  })
  await test.step('what a server wrote last is no reason for a person to have disconnected', async () => {
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await inspector.expectStatus('closed')
    await expect(page.getByText('is disconnected. What it said stays here.')).toHaveText(
      'everything is disconnected. What it said stays here.',
    )
  })
})

test('a file that is saved broken is named above the panel, and R tries again', async ({ inspector, page, folder }) => {
  const file = join(folder, 'server.mjs')
  const good = readFileSync(join(SERVERS, 'edited.mjs'), 'utf8')
  writeFileSync(file, good)
  const tools = join(folder, 'tools.json')
  writeFileSync(tools, JSON.stringify([greet]))
  await inspector.open()
  await inspector.connectStdio(process.execPath, [file, tools], 'edited')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'greet')
  writeFileSync(file, `import 'a-module-that-is-not-there'\n${good}`)
  await page.getByRole('heading', { name: 'greet' }).click()
  await page.keyboard.press('r')
  await inspector.expectStatus('failed')
  const main = page.getByRole('main')
  await expect(main).toContainText('The module “a-module-that-is-not-there” is missing')
  await expect(main).toContainText("Cannot find package 'a-module-that-is-not-there'")
  await expect(page.getByRole('listbox', { name: 'Tools' })).toContainText('greet')
  writeFileSync(file, good)
  await main.getByRole('button', { name: 'Reconnect', exact: true }).click()
  await inspector.expectStatus('connected')
  writeFileSync(file, `const n: number = 3\n${good}`)
  await page.getByRole('heading', { name: 'greet' }).click()
  await page.keyboard.press('r')
  await inspector.expectStatus('failed')
  await expect(main).toContainText('Its code cannot be read')
  await expect(main).toContainText('SyntaxError: Missing initializer')
  writeFileSync(file, good)
  await page.keyboard.press('r')
  await inspector.expectStatus('connected')
  // Two of them did not connect.
  await inspector.panel('Overview')
  await expect(main).toContainText('5 attempts to connect')
})

test('a server that went away is waited for', async ({ inspector, page }) => {
  const port = await freePort()
  const start = () => startProgram(process.execPath, [EVERYTHING, 'streamableHttp'], /listening|running on/i, { PORT: String(port) })
  const first = await start()
  await inspector.open()
  await inspector.connectUrl(`http://127.0.0.1:${port}/mcp`)
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await stop(first.child)
  await expect(inspector.connection).not.toHaveAttribute('data-status', 'connected', { timeout: 20_000 })
  const second = await start()
  await inspector.expectStatus('connected')
  await page.getByLabel('message', { exact: true }).fill('back')
  await inspector.call()
  await inspector.expectResult('done', 'Echo: back')
  await stop(second.child)
})
