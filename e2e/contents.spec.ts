// What servers send, shown as it is: nothing runs, nothing is fetched, damage is named, long lists stay light.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'
import type { InspectorPage } from './inspector-page.ts'

test.beforeEach(async ({ inspector }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'contents.mjs')], 'contents')
  await inspector.expectStatus('connected')
})

async function read(inspector: InspectorPage, name: string): Promise<void> {
  await inspector.select('Resources', name)
  await inspector.page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('done')
}

test('hostile content runs nothing and loads nothing', async ({ inspector, page, loupe }) => {
  await inspector.panel('Resources')
  await read(inspector, 'markdown')
  await expect(inspector.result.getByRole('heading', { name: 'A title' })).toBeVisible()
  await expect(inspector.result.getByRole('link', { name: 'a page' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(inspector.result.getByRole('link', { name: 'a trap' })).toHaveCount(0)
  await expect(inspector.result).toContainText('not loaded: https://example.invalid/x.png')
  await read(inspector, 'html')
  await expect(inspector.result).toContainText('<h1>heading</h1>')
  await read(inspector, 'svg')
  await expect(inspector.result.getByRole('img')).toBeVisible()
  expect(await page.title()).not.toContain('broken into')
  expect([...inspector.hosts]).toEqual([new URL(loupe.url).host])
})

test('damage is named, never hidden', async ({ inspector }) => {
  await inspector.panel('Resources')
  await read(inspector, 'broken base64')
  await expect(inspector.result).toContainText('Invalid base64 at position 3')
  await read(inspector, 'mislabelled')
  await expect(inspector.result).toContainText('Announced as image/jpeg, but the bytes are image/png.')
  await expect(inspector.result.getByRole('img')).toBeVisible()
  await read(inspector, 'not utf-8')
  await expect(inspector.result).toContainText('byte 1 (0xFF) is not UTF-8')
  await read(inspector, 'neither')
  await expect(inspector.result).toContainText('neither “text” nor “blob”')
})

test('integers stay exact, and a template shows the URI it makes', async ({ inspector, page }) => {
  await inspector.panel('Resources')
  await read(inspector, 'json')
  await expect(inspector.result.getByRole('tree')).toContainText('9007199254740993')
  await inspector.select('Resources', 'documents')
  await page.getByLabel('path', { exact: true }).fill('a/b c')
  await page.getByLabel('q', { exact: true }).fill('x&y')
  await expect(page.getByLabel('Expanded URI')).toHaveText('docs://a/b%20c?q=x%26y')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('done', 'you asked for docs://a/b%20c?q=x%26y')
})

test('a template that cannot be expanded says why, and is not read half-way', async ({ inspector, page }) => {
  await inspector.panel('Resources')
  await inspector.select('Resources', 'unclosed')
  await expect(page.getByRole('main')).toContainText('“{” at position 8 is never closed')
  await expect(page.getByRole('option', { name: 'unclosed' })).toContainText('broken')
  await expect(page.getByRole('button', { name: 'Read', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect(inspector.result).toHaveAttribute('data-state', 'idle')
  await inspector.panel('Traffic')
  await expect(page.getByRole('row').filter({ hasText: 'resources/templates/list' }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'resources/read' })).toHaveCount(0)
})

test('each of two resources with one URI opens by itself, also after a reload', async ({ inspector, page }) => {
  await inspector.panel('Resources')
  const list = page.getByRole('listbox', { name: 'Resources' })
  await list.getByRole('option', { name: 'twice', exact: true }).nth(1).click()
  await expect(page.getByRole('main')).toContainText('the second')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1)
  await page.reload()
  await expect(list.getByRole('option', { selected: true })).toContainText('the second')
})

test('thousands of messages scroll, follow and filter with few rows in the page', async ({ inspector, page }) => {
  await inspector.panel('Tools')
  await inspector.select('Tools', 'chatter')
  await inspector.call()
  await inspector.expectResult('done', 'said it all')
  await inspector.panel('Traffic')
  const grid = page.getByRole('grid', { name: 'Traffic' })
  const follow = page.getByRole('button', { name: 'follow', exact: true })
  await expect(grid.getByRole('row').filter({ hasText: 'line 4999' })).toBeVisible()
  expect(await grid.getByRole('row').count()).toBeLessThan(100)
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await grid.focus()
  await page.keyboard.press('Home')
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(1)
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('End')
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('searchbox', { name: 'Filter traffic' }).fill('line 77')
  await expect(page.getByText(/^11 of 5,0\d\d messages/)).toBeVisible()
  await inspector.panel('Console')
  await page.getByLabel('Show from level').selectOption('warning')
  await expect(page.getByRole('row').filter({ hasText: 'line 4999' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'line 4998' })).toHaveCount(0)
})
