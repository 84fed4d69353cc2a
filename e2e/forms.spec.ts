// Forms of schemas that published servers really have: filled as a person fills them, compared with the line that
// the server was sent, character by character.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { expect, SERVERS, test as base } from './loupe.ts'

const DATA = join(dirname(fileURLToPath(import.meta.url)), 'data')

interface Case {
  name: string
  says: string
  arguments: string
}

const test = base.extend<{ schemas: { connect: (file: string) => Promise<void>; sent: (method: string) => string[] } }>({
  schemas: async ({ inspector }, use) => {
    const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-forms-'))
    const record = join(folder, 'record.jsonl')
    await use({
      connect: async (file) => {
        await inspector.open()
        await inspector.connectStdio(process.execPath, [join(SERVERS, 'schemas.mjs'), resolve(DATA, file), record], 'schemas')
        await inspector.expectStatus('connected')
        await inspector.panel('Tools')
      },
      sent: (method) =>
        readFileSync(record, 'utf8')
          .split('\n')
          .filter((line) => line.includes(`"method":"${method}"`)),
    })
    rmSync(folder, { recursive: true, force: true })
  },
})

/** The text of a member as it stands in a line; told apart from its like by being the first of its name. */
function memberText(line: string, name: string): string {
  const from = line.indexOf(`"${name}":`) + name.length + 3
  let depth = 0
  let quoted = false
  for (let at = from; at < line.length; at++) {
    const char = line[at]!
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return line.slice(from, at + 1)
    }
  }
  throw new Error(`No “${name}” in ${line}`)
}

const field = (page: Page, name: string) => page.locator('[data-form]').getByLabel(name, { exact: true })
const group = (page: Page, name: string) => page.locator('[data-form]').getByRole('group', { name, exact: true })
const state = (page: Page, name: string, to: string) => page.getByLabel(`State of ${name}`, { exact: true }).selectOption(to)

/** What a person does with each form. */
const FILL: { [name: string]: (page: Page) => Promise<void> } = {
  s01: async (page) => {
    await field(page, 'City').fill('Oslo')
    await field(page, 'Limit').fill('0')
  },
  s03: async (page) => {
    await field(page, 'entity').fill('light.hall')
    await page.getByRole('radiogroup', { name: 'Kind of entity' }).getByText('List').click()
    await expect(field(page, 'entity 1')).toHaveValue('light.hall')
    await group(page, 'entity').getByRole('button', { name: 'Add a row' }).click()
    await field(page, 'entity 2').fill('light.attic')
  },
  s05: async (page) => {
    await field(page, 'method').selectOption('update')
    await field(page, 'number').fill('42')
    await state(page, 'kind', 'null')
    await group(page, 'fields').getByRole('button', { name: 'Add a row' }).click()
    await field(page, 'field_name').fill('Estimate')
    await page.getByRole('radiogroup', { name: 'Kind of value' }).getByText('Number').click()
    await field(page, 'value').fill('3')
  },
  s07: async (page) => {
    await field(page, 'workflow').fill('deploy.yml')
    await field(page, 'inputs').fill('{"env":"staging","dry":true}')
    await group(page, 'data').getByRole('button', { name: 'Add a member' }).click()
    await field(page, 'Name of a member').fill('text/plain')
    await field(page, 'Value of text/plain').fill('hi')
  },
  s09: async (page) => {
    await group(page, 'blocks').getByRole('button', { name: 'Add a row' }).click()
    await field(page, 'type').selectOption('toggle')
    await field(page, 'text').fill('More')
    await group(page, 'children').getByRole('button', { name: 'Add a row' }).click()
    await field(page, 'type').nth(1).selectOption('paragraph')
    await field(page, 'text').nth(1).fill('inner')
  },
  s11: async (page) => {
    await field(page, 'path').fill('notes/a b.md')
    await group(page, 'edits').getByRole('button', { name: 'Add a row' }).click()
    await field(page, 'oldText').pressSequentially('x')
    await field(page, 'oldText').press('Enter')
  },
  s13: async (page) => {
    await field(page, 'channel').fill('C01')
    await field(page, 'thread_ts').pressSequentially('1718000000.123450')
    await field(page, 'limit').fill('50')
    await field(page, 'types').fill('im,mpim')
  },
  s15: async (page) => {
    await field(page, 'url').fill('https://example.test/å?q=1')
    await group(page, 'raw').getByRole('radio', { name: 'true' }).check()
  },
  s17: async () => {},
  s19: async (page) => {
    await field(page, 'range 1').fill('3')
    await field(page, 'range 2').fill('9')
    await field(page, 'point 1').fill('p')
    await field(page, 'point 2').fill('{"z":1}')
  },
  s21: async (page) => {
    await field(page, 'userId').fill('1')
    await field(page, 'title').fill('Wash up')
    await expect(group(page, 'done').getByRole('radio')).toHaveCount(2)
    await expect(group(page, 'done').getByRole('radio', { checked: true })).toHaveCount(0)
    await group(page, 'done').getByRole('radio', { name: 'false' }).check()
  },
  s23: async (page) => {
    await field(page, 'data').fill('{"any":[1,"two",null]}')
    await state(page, 'labels', 'null')
    await field(page, 'when').fill('2026-11-27T09:00:00+01:00')
  },
  s25: async (page) => {
    await field(page, 'prompt').fill('describe')
    await field(page, 'image_url').fill('https://example.test/x.png')
    await field(page, 'image_url').fill('')
    await field(page, 'image_base64').fill('aGk=')
  },
  s27: async (page) => {
    await expect(field(page, 'hero')).toHaveValue('"h-1"')
    await field(page, 'hero').selectOption('Tide')
    await group(page, 'fish').getByRole('checkbox', { name: 'Cod' }).check()
    await expect(field(page, 'pet').getByRole('option', { name: 'Cat' })).toHaveCount(1)
    await field(page, 'level').selectOption('2')
  },
  s29: async (page) => {
    await field(page, 'id').fill('w1')
    await state(page, 'groups', 'empty')
  },
}

const SHAPES = JSON.parse(readFileSync(join(DATA, 'schemas.json'), 'utf8')) as Case[]
/** Forms filled in one page, one after the other. */
const TOGETHER = 8

for (let at = 0; at < SHAPES.length; at += TOGETHER) {
  const shapes = SHAPES.slice(at, at + TOGETHER)
  test(`sends exactly what was meant: ${shapes.map(({ name }) => name).join(', ')}`, async ({ inspector, page, schemas }) => {
    await schemas.connect('schemas.json')
    for (const { name, says, arguments: expected } of shapes)
      await test.step(`${name}: ${says}`, async () => {
        const before = schemas.sent('tools/call').length
        await inspector.select('Tools', name)
        await FILL[name]!(page)
        await inspector.call()
        await inspector.expectResult('done')
        const sent = schemas.sent('tools/call').slice(before)
        expect(
          sent.map((line) => memberText(line, 'arguments')),
          says,
        ).toEqual([expected])
      })
  })
}

test('_meta goes along with the call and with every request, and the preview shows it', async ({ inspector, page, schemas }) => {
  await schemas.connect('schemas.json')
  await inspector.select('Tools', 's29')
  await FILL.s29!(page)
  await page.getByRole('tab', { name: 'Request' }).click()
  await page.getByLabel('_meta of every request to schemas').fill('{"team/trace":"t1","team/big":9007199254740993}')
  await page.getByLabel('_meta of this call').fill('{"team/trace":')
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled()
  await page.getByLabel('_meta of this call').fill('{"team/trace":"t2"}')
  await expect(page.getByRole('tree', { name: 'Request' })).toContainText('9007199254740993')
  await inspector.call()
  await inspector.expectResult('done')
  expect(memberText(schemas.sent('tools/call').at(-1)!, '_meta')).toMatch(
    /^\{"team\/trace":"t2","team\/big":9007199254740993,"progressToken":/,
  )
  await page.getByRole('button', { name: 'Copy as a loupe command' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^loupe request .*tools\/call '\{"name":"s29","arguments":\{"id":"w1","groups":\[\]\},"_meta":\{"team\/trace":"t2","team\/big":9007199254740993\}\}' -- /,
  )
  await page.getByLabel('Client name').fill('my-client')
  await page.getByRole('button', { name: 'Reconnect to use it' }).click()
  await expect.poll(() => schemas.sent('initialize').length).toBe(2)
  expect(memberText(schemas.sent('initialize').at(-1)!, 'clientInfo')).toContain('"name":"my-client"')
  await expect.poll(() => schemas.sent('tools/list').at(-1)).toContain('"team/trace":"t1"')
})

test('earlier calls and saved requests fill the form, are sent again, compared, and survive a reload', async ({
  inspector,
  page,
  schemas,
}) => {
  await schemas.connect('schemas.json')
  await inspector.select('Tools', 's01')
  for (const city of ['Oslo', 'Bergen']) {
    await field(page, 'City').fill(city)
    await inspector.call()
    await expect.poll(() => schemas.sent('tools/call').at(-1)).toContain(city)
    await inspector.expectResult('done')
  }
  const open = async () => {
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('menuitem', { name: /All calls/ }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Requests of s01' })
  await dialog.getByLabel('Name for what the form holds').fill('west coast')
  await dialog.getByRole('button', { name: 'Save what the form holds' }).click()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await expect(dialog.getByRole('region', { name: 'Comparison' })).toContainText('−   "city": "Oslo"')
  await expect(dialog.getByRole('region', { name: 'Comparison' })).toContainText('+   "city": "Bergen"')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export all of this server' }).click()
  const file = await (await saved).path()
  await dialog.getByRole('button', { name: 'Delete west coast' }).click()
  await dialog.getByRole('region', { name: 'Last calls' }).getByRole('button', { name: 'Fill' }).nth(1).click()
  await expect(field(page, 'City')).toHaveValue('Oslo')

  await page.reload()
  await inspector.expectStatus('connected')
  await expect(field(page, 'City')).toHaveValue('Oslo')
  await open()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog).toContainText('1 taken in')
  await dialog.getByRole('region', { name: 'Saved requests' }).getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => schemas.sent('tools/call').length).toBe(3)
  expect(memberText(schemas.sent('tools/call').at(-1)!, 'arguments')).toBe('{"city":"Bergen"}')
  await expect(field(page, 'City')).toHaveValue('Oslo')
})

test('schemas that are hard on a form: a pattern that runs for ever, bytes, a long choice', async ({ inspector, page, schemas }) => {
  await schemas.connect('hostile-schemas.json')
  await test.step('a pattern that runs for ever freezes nothing, and the call goes out', async () => {
    await inspector.select('Tools', 'runaway-pattern')
    const text = `${'a'.repeat(60)}!`
    await field(page, 'text').fill(text)
    await expect(page.locator('[data-form]')).toContainText('takes too long')
    await field(page, 'other').fill('the page answers')
    await inspector.call()
    await inspector.expectResult('done')
    expect(schemas.sent('tools/call').map((line) => memberText(line, 'arguments'))).toEqual([
      `{"text":"${text}","other":"the page answers"}`,
    ])
    // What the tool gave back has the same pattern in its outputSchema.
    await inspector.result.getByRole('tab', { name: 'Structured' }).click()
    await expect(inspector.result).toContainText('takes too long')
    await field(page, 'text').fill('aab')
    await expect(page.locator('[data-form]')).toContainText('does not match the pattern')
    await inspector.call()
    await expect(field(page, 'text')).toBeFocused()
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await expect.poll(() => schemas.sent('tools/call').length).toBe(2)
  })
  await test.step('a file becomes base64, and a text that may not be empty starts as not sent', async () => {
    await inspector.select('Tools', 'bytes')
    await expect(page.getByLabel('State of name', { exact: true })).toHaveValue('not sent')
    await page
      .getByLabel('File for body')
      .setInputFiles({ name: 'x.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0xfb, 0xff, 0x00]) })
    await expect(field(page, 'body')).toHaveValue('+/8A')
    await inspector.call()
    await expect(field(page, 'name')).toBeFocused()
    await field(page, 'name').fill('n')
    await inspector.call()
    await inspector.expectResult('done')
    expect(memberText(schemas.sent('tools/call').at(-1)!, 'arguments')).toBe('{"name":"n","body":"+/8A"}')
  })
  await test.step('a long choice is searched by the keyboard, and what is none of its options is not sent', async () => {
    await inspector.select('Tools', 'long-choice')
    const before = schemas.sent('tools/call').length
    const zone = field(page, 'zone')
    await zone.fill('europe')
    await expect(page.locator('[data-form]')).toContainText('None of the options yet')
    await zone.press('ArrowDown')
    await zone.press('Enter')
    await expect(zone).toHaveValue('Europe/Oslo')
    await field(page, 'Search the options of tags').fill('cairo')
    await field(page, 'Africa/Cairo').check()
    await field(page, 'cfg').fill('{"a":')
    await expect(page.locator('[data-form]').getByText('The text ends where')).toBeVisible()
    await expect(page.locator('[data-form]').getByText('Not JSON yet')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled()
    await field(page, 'cfg').fill('')
    await inspector.call()
    await inspector.expectResult('done')
    await zone.press('End')
    await zone.press('Backspace')
    await expect(zone).toHaveValue('Europe/Osl')
    await expect(zone).toBeFocused()
    await zone.press('Escape')
    await inspector.call()
    await expect.poll(() => schemas.sent('tools/call').length).toBe(before + 2)
    const sent = schemas.sent('tools/call').slice(before)
    expect(sent.map((line) => memberText(line, 'arguments'))).toEqual([
      '{"zone":"Europe/Oslo","tags":["Africa/Cairo"]}',
      '{"tags":["Africa/Cairo"]}',
    ])
  })
})
