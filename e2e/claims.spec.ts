// What a server says of itself is shown as its claim, and what was agreed on is kept to.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test('claims are shown as claims, and what was agreed is kept to', async ({ inspector, page }) => {
  test.setTimeout(90_000)
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'claims.mjs')], 'claims')
  await inspector.expectStatus('connected')
  await test.step('what was agreed is kept to: refusals, enumerations, completions, and nothing that was not declared', async () => {
    await inspector.panel('Tools')
    await inspector.select('Tools', 'sample')
    await inspector.call()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done', 'refused with -1')

    await inspector.select('Tools', 'form')
    await inspector.call()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
    await expect(dialog).toContainText('See https://evil.test/x or <a href="https://evil.test/y">here</a>.')
    await expect(dialog.getByRole('link', { name: /evil|here/ })).toHaveCount(0)
    await dialog.getByLabel('drink', { exact: true }).selectOption('Coffee')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await inspector.expectResult('done', 'answered {"action":"accept","content":{"drink":"c"}}')

    await inspector.panel('Prompts')
    await inspector.select('Prompts', 'talk')
    await page.getByLabel('language', { exact: true }).pressSequentially('java', { delay: 20 })
    await expect(page.locator('option[value="java-one"]').or(page.getByRole('option', { name: 'java-one' }))).toHaveCount(1)

    await inspector.panel('Tools')
    await inspector.select('Tools', 'asked')
    await inspector.call()
    await inspector.expectResult('done', 'tools/list 1')
    const asked = await inspector.result.innerText()
    // How often depends on the pace of the keys here; that one go is one question is a unit test's.
    expect(asked).toMatch(/completion\/complete [1-5]\b/)
    expect(asked).not.toMatch(/logging|subscribe/)
  })
  await test.step('claims of a server: titles, icons, hints, instructions, and a result that breaks its own schema', async () => {
    await inspector.panel('Overview')
    const main = page.getByRole('main')
    await expect(main).toContainText('Ask me <b>nothing</b>, and see https://evil.test/instructions.')
    await expect(main.getByRole('link', { name: /evil/ })).toHaveCount(0)

    await inspector.panel('Tools')
    const icon = main.locator('img')
    for (const [tool, kind] of [
      ['png', 'data:image/png'],
      ['jpeg', 'data:image/jpeg'],
    ] as const) {
      await inspector.select('Tools', tool)
      await expect(icon).toHaveAttribute('src', new RegExp(`^${kind}`))
      await expect.poll(() => icon.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    }
    for (const tool of ['remote', 'script', 'html']) {
      await inspector.select('Tools', tool)
      await expect(page.getByRole('option', { name: tool, exact: true })).toHaveAttribute('aria-selected', 'true')
      await expect(icon).toHaveCount(0)
    }
    expect([...inspector.hosts].filter((host) => !host.startsWith('127.0.0.1'))).toEqual([])

    // A hint is what the server says, and marked as that; where it says nothing, nothing is assumed in its favour.
    await inspector.select('Tools', 'harmless')
    await expect(main.getByTitle('What the server says of this tool; nothing holds it to it')).toHaveText('read-only')
    await inspector.select('Tools', 'silent')
    await expect(page.getByRole('option', { name: 'silent', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(main.getByTitle('What the server says of this tool; nothing holds it to it')).toHaveCount(0)

    await inspector.select('Tools', 'counts')
    await inspector.call()
    await inspector.expectResult('done', 'outputSchema:')
    await expect(inspector.result).toContainText('/count')
    await expect(inspector.result).toContainText('The result is shown as it came.')

    await inspector.panel('Resources')
    const resources = page.getByRole('listbox', { name: 'Resources' })
    await expect(resources.getByRole('option').first()).toContainText('A title of its own')
    await expect(resources.getByRole('option').nth(1)).toContainText('only-a-name')
    await inspector.select('Resources', 'only-a-name')
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await inspector.expectResult('failed', '-32002')
    await expect(inspector.result).toContainText('The server has no such resource')
  })
})
