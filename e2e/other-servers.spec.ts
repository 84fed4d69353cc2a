// The filesystem and memory reference servers over stdio.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILESYSTEM, MEMORY, expect, test } from './loupe.ts'

test('server-filesystem: writes a file with its line breaks and reads it back', async ({ inspector, page, folder }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [FILESYSTEM, folder], 'files')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'write_file')
  const path = join(folder, 'two lines.txt')
  await page.getByLabel('path', { exact: true }).fill(path)
  await page.getByLabel('content', { exact: true }).fill('first\nsecond\n')
  await inspector.call()
  await inspector.expectResult('done')
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n')
  await inspector.select('Tools', 'read_text_file')
  await page.getByLabel('path', { exact: true }).fill(path)
  await inspector.call()
  await inspector.expectResult('done', 'second')
  // An error of the tool is told apart from a result.
  await page.getByLabel('path', { exact: true }).fill('/etc/hostname')
  await inspector.call()
  await inspector.expectResult('tool-error', 'denied')
})

test('server-memory: creates entities from nested rows and reads the graph', async ({ inspector, page, folder }) => {
  await inspector.open()
  await inspector.connectStdio('env', [`MEMORY_FILE_PATH=${join(folder, 'memory.json')}`, process.execPath, MEMORY], 'memory')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'create_entities')
  await page.getByRole('tab', { name: 'JSON', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Arguments as JSON' })
    .fill('{"entities":[{"name":"Loupe","entityType":"tool","observations":["magnifies"]}]}')
  await inspector.call()
  await inspector.expectResult('done', 'Loupe')
  await page.getByRole('tab', { name: 'Form', exact: true }).click()
  await expect(page.getByLabel('entityType', { exact: true })).toHaveValue('tool')
  await inspector.select('Tools', 'read_graph')
  await inspector.call()
  await inspector.expectResult('done', 'magnifies')
})
