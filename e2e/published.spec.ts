// The tools of published servers, recorded from their own answers to tools/list (words for people left out): each opens as
// a form with a control for every field, nothing that cannot be filled and nothing broken; of each server the largest form
// is looked at by axe. One page opens them all, since a page of its own for each server takes longer than its forms.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults } from './axe.ts'
import { expect, SERVERS, test } from './loupe.ts'

interface Recorded {
  server: string
  version: string
  name: string
  schema: { properties?: { [name: string]: unknown } }
}

/** What came of opening one tool. */
interface Opened {
  broken: boolean
  notes: number
  /** Fields of the first level. */
  fields: number
  /** Names of fields, of any level, that hold nothing to fill or press. */
  dead: string[]
}

const file = join(dirname(fileURLToPath(import.meta.url)), 'data', 'published-tools.jsonl')
const recorded = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)
const sizeOf = (tool: Recorded) => JSON.stringify(tool).length
const byServer = new Map<string, Recorded[]>()
for (const one of recorded) {
  const title = `${one.server} ${one.version}`
  byServer.set(title, [...(byServer.get(title) ?? []), one])
}
const servers = [...byServer.keys()]

// Two halves, so that both workers have one.
for (const half of [servers.filter((_, at) => at % 2 === 0), servers.filter((_, at) => at % 2 === 1)])
  test(`the tools of ${half.join(', ')}`, async ({ inspector, page }) => {
    test.setTimeout(90_000)
    const tools = half.flatMap((server) => byServer.get(server)!)
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
    await expect(page.getByRole('listbox', { name: 'Tools' })).toBeVisible()

    const open = (name: string): Promise<Opened> =>
      page.evaluate(async (wanted) => {
        const [, connection] = window.location.hash.split('/')
        window.location.hash = `#/${connection}/tools/${encodeURIComponent(wanted)}`
        const form = () => document.querySelector<HTMLElement>(`section[data-work="${wanted}"] [data-form]`)
        while (!form()?.hasChildNodes()) await new Promise(requestAnimationFrame)
        const found = form()!
        const control = 'input, select:not([aria-label^="State of"]), textarea, button'
        const fields = [...found.querySelectorAll<HTMLElement>('[data-pointer]')]
        return {
          broken: found.closest('section')!.textContent.includes('broke while it was drawn'),
          notes: [...found.querySelectorAll('summary')].filter(({ textContent }) => /notes? on this schema/.test(textContent)).length,
          fields: fields.filter((field) => field.parentElement!.closest('[data-pointer]') === null).length,
          dead: fields.filter((field) => field.querySelector(control) === null).map(({ dataset }) => dataset.pointer!),
        }
      }, name)

    for (const server of half)
      await test.step(server, async () => {
        const its = byServer.get(server)!
        const opened: { [name: string]: Opened } = {}
        for (const { name } of its) opened[name] = await open(name)
        // A tool without declared arguments has one field for any, or none.
        const fields = ({ properties = {} }: Recorded['schema'], found: number) => Object.keys(properties).length || Math.min(found, 1)
        const wanted = its.map(({ name, schema }) => [
          name,
          { broken: false, notes: 0, fields: fields(schema, opened[name]!.fields), dead: [] },
        ])
        expect(opened).toEqual(Object.fromEntries(wanted))
        const { name } = its.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!
        await open(name)
        expect(await faults(page, { within: '[data-form]', minor: true }), name).toEqual([])
      })
    rmSync(folder, { recursive: true, force: true })
  })
