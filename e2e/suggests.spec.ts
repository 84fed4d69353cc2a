// The form of tools serves prompts and templates as well: suggestions by the keyboard, the four states, drafts that stay.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faults } from './axe.ts'
import { expect, SERVERS, test as base } from './loupe.ts'

const test = base.extend<{ sent: (method: string) => { [member: string]: unknown }[] }>({
  sent: async ({ inspector }, use) => {
    const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-suggests-'))
    const record = join(folder, 'record.jsonl')
    await inspector.open()
    await inspector.connectStdio(process.execPath, [join(SERVERS, 'suggests.mjs'), record], 'suggests')
    await inspector.expectStatus('connected')
    await use((method) =>
      readFileSync(record, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { method: string; params: { [member: string]: unknown } })
        .filter((message) => message.method === method)
        .map(({ params }) => params),
    )
    rmSync(folder, { recursive: true, force: true })
  },
})

test('suggestions by the keyboard for a prompt, and the four states of a template', async ({ inspector, page, sent }) => {
  await test.step('a prompt is written by the keyboard, with what the server suggests', async () => {
    await inspector.panel('Prompts')
    await inspector.select('Prompts', 'visit')
    const city = page.getByLabel('city', { exact: true })
    const street = page.getByLabel('street', { exact: true })
    const option = (name: string) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name, exact: true })
    await page.getByRole('button', { name: 'Get prompt' }).click()
    await expect(city).toBeFocused()
    await expect(page.getByRole('region', { name: 'Prompt visit' })).toContainText('A text is required.')
    // The focus came by itself: nothing is asked until the person wants it, of this field or another.
    await street.fill('k')
    await expect.poll(() => sent('completion/complete')).toMatchObject([{ argument: { name: 'street', value: 'k' } }])
    await street.fill('')
    await city.focus()
    await city.press('ArrowDown')
    await expect(option('Bergen')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Prompt visit' })).toContainText('3 of 40')
    expect(await faults(page, { within: '[data-form]', minor: true })).toEqual([])

    // The answer to “b” comes after that to “o”, and is to another question.
    await city.fill('b')
    await expect.poll(() => sent('completion/complete').map(({ argument }) => (argument as { value: string }).value)).toContain('b')
    await city.fill('o')
    await expect(option('Odda')).toBeVisible()
    await expect.poll(() => sent('answered late').length).toBe(1)
    await expect(option('too late')).toHaveCount(0)
    await city.press('Escape')
    await expect(option('Odda')).toHaveCount(0)
    await city.press('ArrowDown')
    await city.press('Enter')
    await expect(city).toHaveValue('Oslo')

    await street.click()
    await expect(option('Kirkeveien')).toBeVisible()
    expect(sent('completion/complete').at(-1)).toMatchObject({
      argument: { name: 'street', value: '' },
      context: { arguments: { city: 'Oslo' } },
    })
    await street.fill('fault')
    await expect(page.getByText('No suggestions: ')).toContainText('the index is being built')
    await page.getByLabel('State of street').selectOption('empty')
    await page.keyboard.press('Control+Enter')
    await inspector.expectResult('done')
    expect(sent('prompts/get')).toMatchObject([{ arguments: { city: 'Oslo', street: '' } }])

    await page.reload()
    await inspector.expectStatus('connected')
    await expect(city).toHaveValue('Oslo')
    await expect(page.getByLabel('State of street')).toHaveValue('empty')
  })
  await test.step('a template tells not sent, empty, a list and a value apart', async () => {
    await inspector.panel('Resources')
    await inspector.select('Resources', 'maps')
    const uri = page.getByLabel('Expanded URI')
    await page.getByLabel('city', { exact: true }).fill('Oslo')
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'Oslo' }).waitFor({ state: 'detached' })
    await page.getByLabel('State of zoom').selectOption('empty')
    await expect(uri).toHaveText('map://Oslo?zoom=')
    await page.getByLabel('street', { exact: true }).fill('a b\nc')
    await page.getByRole('button', { name: 'Make it a list of 2' }).click()
    await expect(uri).toHaveText('map://Oslo/a%20b/c?zoom=')
    await page.getByLabel('zoom', { exact: true }).fill('7')
    await page.getByLabel('zoom', { exact: true }).press('Enter')
    await inspector.expectResult('done', 'read map://Oslo/a%20b/c?zoom=7')
    expect(sent('resources/read')).toMatchObject([{ uri: 'map://Oslo/a%20b/c?zoom=7' }])
  })
})
