// A record leaves as a file and comes back: what is seen of it is the same, and nothing can be sent.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faults } from './axe.ts'
import { EVERYTHING, expect, test } from './loupe.ts'

/** As long as what takes its place, so that no size differs. */
const SECRET = 'x9Zk20-qq1'

test('exported, opened by a drop, and looked at: the same rows, read only', async ({ inspector, page, folder }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio', '--token', SECRET], 'kept')
  await inspector.expectStatus('connected')
  await page.getByRole('listbox', { name: 'Tools' }).getByRole('option', { name: /echo/ }).first().click()
  await page.getByRole('textbox', { name: 'message' }).fill('to be kept')
  await inspector.call()
  await inspector.expectResult('done', 'to be kept')
  await inspector.panel('Traffic')
  const rows = () => page.getByRole('grid', { name: 'Traffic' }).getByRole('row').allInnerTexts()
  await expect(page.getByRole('grid', { name: 'Traffic' })).toContainText('echo')
  await page.getByRole('button', { name: 'Export record…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog).toContainText('argument of the command')
  expect(await faults(page)).toEqual([])
  const before = await rows()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save' }).click()])
  const file = join(folder, 'kept.jsonl')
  await download.saveAs(file)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(SECRET)
  expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({ format: 'loupe-record', version: 1, transport: 'stdio' })
  writeFileSync(file, `${text}\nnot a line of it\n`)

  /** As a browser has it: a file may be dropped once the page has said that it takes files. */
  const drag = (type: string, name: string, content: string) =>
    page.evaluate(
      ([type, name, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([content!], name!))
        return !document.body.dispatchEvent(new DragEvent(type!, { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [type, name, content],
    )
  const drop = async (name: string, content: string) => {
    await drag('dragenter', name, content)
    await expect.poll(() => drag('dragover', name, content)).toBe(true)
    await drag('drop', name, content)
  }
  await drop('kept.jsonl', readFileSync(file, 'utf8'))
  const banner = page.getByRole('region', { name: 'Saved record' })
  await expect(banner).toContainText('1 line could not be read')
  await expect(inspector.connection).toHaveAttribute('data-connection', 'kept-2')
  await expect.poll(async () => (await rows()).length).toBe(before.length)
  // What a key of the command line is shown as has another length than what takes its place.
  const alike = (all: string[]) => all.map((row) => row.replace(/(--token )\S+\n\d+ B/, '$1'))
  expect(alike(await rows())).toEqual(alike(before).map((row) => row.replace(SECRET, 'REDACTED-1')))
  await banner.getByRole('button', { name: 'Details' }).click()
  await expect(banner).toContainText('is not JSON')
  await expect(page.getByRole('button', { name: 'Reconnect' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Panels' }).getByText('Raw')).toHaveAttribute('aria-disabled', 'true')
  expect(await faults(page)).toEqual([])
  await inspector.panel('Overview')
  await expect(page.getByRole('main')).toContainText('mcp-servers/everything')

  await drop('other.txt', 'hello')
  await expect(page.getByRole('alert')).toContainText('is no record of Loupe')
  // Which files open is told whole: a HAR file that is refused is not told to be of the wrong kind.
  await expect(page.getByRole('dialog')).toContainText('as Record, Page or HAR')
})

test('a page of its own shows the record from a file, runs nothing of it, and asks for nothing', async ({
  inspector,
  page,
  context,
  folder,
}) => {
  const hostile = '</script><script>document.title = "taken"</script><!--<script>'
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio', '--token', SECRET], 'shared')
  await inspector.expectStatus('connected')
  await page.getByRole('listbox', { name: 'Tools' }).getByRole('option', { name: /echo/ }).first().click()
  await page.getByRole('textbox', { name: 'message' }).fill(hostile)
  await inspector.call()
  await inspector.expectResult('done')
  await inspector.panel('Traffic')
  await page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'echo' }).first().click()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByRole('button', { name: 'Export record…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: /^Page/ }).check()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save' }).click()])
  const file = join(folder, 'shared.html')
  await download.saveAs(file)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(SECRET)

  // So much follows on what was pinned that its end is out of sight.
  const end = text.indexOf('</script>', text.lastIndexOf('\n<script type="application/jsonl" class="record">\n'))
  const lines = Array.from(
    { length: 400 },
    (_, at) => `{"seq":${1000 + at},"at":1796000000000,"exchange":0,"kind":"stderr","text":"later"}\n`,
  )
  const long = join(folder, 'long.html')
  writeFileSync(long, `${text.slice(0, end).trimEnd()}\n${lines.join('')}${text.slice(end)}`)
  const longer = await context.newPage()
  await longer.goto(pathToFileURL(long).href)
  await expect(longer.getByRole('row', { name: /echo/, selected: true })).toBeInViewport()
  await expect(longer.getByRole('status')).toHaveText(/^4\d\d messages$/)
  // A record that is whole has nothing new.
  await expect(longer.getByRole('button', { name: / new/ })).toHaveCount(0)
  await longer.close()

  const shared = await context.newPage()
  const said: string[] = []
  shared.on('request', (request) => said.push(request.url()))
  shared.on('console', (message) => said.push(message.text()))
  shared.on('pageerror', (error) => said.push(error.message))
  await shared.goto(pathToFileURL(file).href)
  // It opens on what was pinned; the filter is that of the panel.
  await expect(shared.getByRole('button', { name: / new/ })).toHaveCount(0)
  await expect(shared.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await shared.keyboard.press('?')
  const keys = shared.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('To the search field')
  await expect(keys).toContainText('Unpin the message')
  await expect(keys).not.toContainText(/send|Call,/)
  await shared.keyboard.press('Escape')
  await shared.getByLabel('Filter traffic').fill('kind:answer bogus:x')
  await expect(shared.getByText('bogus:x is not understood')).toBeVisible()
  await shared.getByLabel('Filter traffic').fill('method:tools/call dir:out ')
  await expect(shared.getByRole('status')).toHaveText(/^1 of \d+ messages$/)
  await shared.getByRole('row', { name: /echo/ }).click()
  const message = shared.getByRole('region', { name: 'Message', exact: true })
  await expect(message).toContainText(`"message": ${JSON.stringify(hostile)}`)
  await shared.getByLabel('Filter traffic').fill('')
  await message.getByRole('button', { name: 'Its answer' }).click()
  await expect(message).toContainText(`Echo: ${hostile}`.replaceAll('"', '\\"'))
  await expect(shared.getByRole('row', { selected: true })).toBeInViewport()
  expect(await faults(shared)).toEqual([])
  await expect(shared).toHaveTitle('shared – record')
  expect(said).toEqual([pathToFileURL(file).href])

  // The record in it opens here again.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open record…' }).click()])
  await chooser.setFiles(file)
  await expect(inspector.connection).toHaveAttribute('data-connection', /^shared-\d$/)
  await expect(page.getByRole('region', { name: 'Saved record' })).not.toContainText('could not be read')
  await expect(page.getByRole('grid', { name: 'Traffic' })).toContainText('echo')
  await expect(page.getByRole('button', { name: '1 pinned' })).toBeVisible()
})

test('a tab that is loaded again has its traffic back, until it is cleared', async ({ inspector, page, everythingHttp }) => {
  await inspector.open()
  await inspector.connectUrl(everythingHttp, 'again')
  await inspector.expectStatus('connected')
  const sizes = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('loupe-records')
          // Who looks before the page has made it must not make it.
          opening.onupgradeneeded = () => opening.transaction!.abort()
          opening.onerror = () => resolve(0)
          opening.onsuccess = () => {
            const all = opening.result.transaction('sizes').objectStore('sizes').getAll()
            all.onsuccess = () => {
              opening.result.close()
              resolve(all.result.length)
            }
          }
        }),
    )
  await expect.poll(sizes).toBeGreaterThan(0)
  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await page.getByLabel('message', { exact: true }).fill('the last before')
  await inspector.call()
  await inspector.expectResult('done')
  // At once: nothing of the call has been written yet.
  await page.reload()
  await inspector.expectStatus('connected')
  await inspector.panel('Traffic')
  const grid = page.getByRole('grid', { name: 'Traffic' })
  await expect(grid.getByRole('row').filter({ hasText: 'tools/call' })).toHaveCount(2)
  await expect(grid).toContainText('The page was loaded again')
  await expect(grid.getByRole('row').filter({ hasText: 'initialize' }).first()).toBeVisible()
  await expect(grid.getByRole('row').filter({ hasText: 'loaded again' })).not.toHaveAttribute('aria-rowindex', '2')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(sizes).toBe(0)
})

test('a message that was chosen in a filtered table is in sight when the filter is gone', async ({ inspector, page, folder }) => {
  const file = join(folder, 'long.jsonl')
  const line = (seq: number) => JSON.stringify({ seq, at: seq, exchange: 0, kind: 'stderr', text: `line ${seq}.` })
  writeFileSync(file, Array.from({ length: 600 }, (_, at) => line(at + 1)).join('\n'))
  await inspector.open()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open record…' }).click()])
  await chooser.setFiles(file)
  const rows = page.getByRole('grid', { name: 'Traffic' }).getByRole('row')
  await expect(rows.filter({ hasText: 'line 600.' })).toBeInViewport()
  const filter = page.getByRole('combobox', { name: 'Filter traffic' })
  await filter.fill('"line 301."')
  await rows.filter({ hasText: 'line 301.' }).click()
  await filter.focus()
  await filter.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(rows.filter({ hasText: 'line 301.' })).toBeInViewport()
  await expect(rows.filter({ hasText: 'line 302.' })).toBeInViewport()
  // Who never saw it there goes on where the table stands.
  await page.getByRole('button', { name: 'follow' }).click()
  await filter.fill('"line 500."')
  await expect(rows.filter({ hasText: 'line 500.' })).toBeVisible()
  // Who stands further down than the hits reach sees the last of them.
  await filter.fill('')
  await expect(rows.filter({ hasText: 'line 600.' })).toBeInViewport()
  await page.getByRole('grid', { name: 'Traffic' }).evaluate((grid) => (grid.scrollTop = 22 * 400))
  await expect(rows.filter({ hasText: 'line 410.' })).toBeInViewport()
  await filter.fill('"line 1"')
  await expect(rows.filter({ hasText: 'line 199.' })).toBeInViewport()
  await filter.fill('"line 500."')
  await expect(rows.filter({ hasText: 'line 500.' })).toBeVisible()
  // Rows that stay unseen while others are looked for go once all are found.
  const all = page.locator('[role=row]')
  await expect(all).toHaveCount(2)
  await filter.fill('"line 601."')
  await expect(page.getByText('No message matches')).toBeVisible()
  await expect(all).toHaveCount(0)
  await filter.fill('')
  // And is back where they stood.
  await expect(rows.filter({ hasText: 'line 410.' })).toBeInViewport()
})

test('a menu that is open when writing ends puts no other act under the pointer', async ({ inspector, page, everythingHttp }) => {
  await page.addInitScript(() => {
    // Each text is half written until it is let go.
    navigator.clipboard.writeText = () => new Promise((resolve) => Object.assign(window, { letGo: resolve }))
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message: { kind?: string; name?: string; id?: number }, ...more: []) {
      post.call(this, message, ...more)
      const data = { kind: 'part', id: message.id, part: { share: 0.5 } }
      if (message.kind === 'call' && message.name === 'export')
        queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })))
    }
  })
  await inspector.open()
  await inspector.connectUrl(everythingHttp, 'written')
  await inspector.expectStatus('connected')
  await inspector.panel('Traffic')
  await page
    .getByRole('row', { name: /initialize/ })
    .first()
    .click()
  const button = page.getByRole('button', { name: 'Copy as' })
  await button.click()
  await page.getByRole('menuitem', { name: 'Markdown report' }).click()
  await expect(button).toContainText('Writing, 50 %')
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Stop writing' })).toBeFocused()
  await page.waitForFunction(() => 'letGo' in window)
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
  await expect(button).toContainText('Copied')
  await expect(page.getByRole('menu', { name: 'Copy as' })).toBeHidden()
  await expect(button).toBeFocused()
})
