// The tools of published servers, recorded from their own answers to tools/list (words for people left out): each opens as
// a form, with nothing that cannot be filled and nothing broken; of each server the largest form is looked at by axe.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, SERVERS, test } from './loupe.ts'

interface Recorded {
  server: string
  version: string
  name: string
}

/** Axe takes a second for each. */
const LOOKED_AT = 1

const file = join(dirname(fileURLToPath(import.meta.url)), 'data', 'published-tools.jsonl')
const recorded = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const byServer = new Map<string, Recorded[]>()
for (const one of recorded) {
  const title = `${one.server} ${one.version}`
  byServer.set(title, [...(byServer.get(title) ?? []), one])
}

for (const [server, tools] of byServer)
  test(`the ${tools.length} tools of ${server}`, async ({ inspector, page }) => {
    test.setTimeout(90_000)
    const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-published-'))
    writeFileSync(join(folder, 'tools.json'), JSON.stringify(tools))
    await inspector.open()
    await inspector.connectStdio(
      process.execPath,
      [join(SERVERS, 'schemas.mjs'), join(folder, 'tools.json'), join(folder, 'record')],
      'published',
    )
    await inspector.expectStatus('connected')
    await inspector.panel('Tools')
    const largest = tools.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length).slice(0, LOOKED_AT)
    for (const tool of tools) {
      const { name } = tool
      const search = page.getByRole('searchbox', { name: 'Search tools' })
      await search.fill(name)
      await inspector.select('Tools', name)
      const view = page.getByRole('region', { name: `Tool ${name}`, exact: true })
      await expect(view.locator('[data-form]')).toBeVisible()
      await expect(view).not.toContainText('broke while it was drawn')
      await expect(view.getByText(/notes? on this schema/), name).toHaveCount(0)
      if (!largest.includes(tool)) continue
      const { violations } = await new AxeBuilder({ page }).include('[data-form]').analyze()
      expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
    rmSync(folder, { recursive: true, force: true })
  })
