// Skills: none of their files is read unasked, and one that is not what its entry says is used for nothing.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test('a skill is loaded and its files are held to their digests; a forged one is refused, and a twin says that it is one', async ({
  inspector,
  page,
}) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'skills.mjs')], 'skills')
  await inspector.expectStatus('connected')
  await inspector.panel('Skills')
  await inspector.select('Skills', 'fold')
  const detail = page.getByRole('region', { name: 'Skill fold' })
  await expect(detail).toHaveAttribute('data-state', 'listed')
  await expect(detail.getByRole('button', { name: 'Read a.txt' })).toHaveAttribute('aria-disabled', 'true')
  await detail.getByRole('button', { name: 'Load' }).click()
  await expect(detail).toHaveAttribute('data-state', 'loaded')
  await expect(detail).toContainText('How to fold')
  await detail.getByRole('button', { name: 'Read a.txt' }).click()
  await expect(detail).toContainText('notes of fold')
  await expect(detail.getByText('verified', { exact: true })).toHaveCount(2)

  await inspector.select('Skills', 'forged')
  const forged = page.getByRole('region', { name: 'Skill forged' })
  await forged.getByRole('button', { name: 'Load' }).click()
  await expect(forged).toHaveAttribute('data-state', 'refused')
  await expect(forged.getByRole('alert')).toContainText('Refused: what was read is not what the entry says')
  await expect(forged).not.toContainText('How to forged')

  await page.getByRole('option', { name: /twin/ }).last().click()
  const twin = page.getByRole('region', { name: 'Skill twin' })
  await expect(twin).toContainText('The list has 2 skills with this URI')
  await expect(page.getByRole('option', { name: /twin/ }).last()).toHaveAttribute('aria-selected', 'true')
  await twin.getByRole('button', { name: 'Load' }).click()
  await expect(twin).toHaveAttribute('data-state', 'loaded')
  await page.getByRole('option', { name: /twin/ }).first().click()
  await expect(twin).toHaveAttribute('data-state', 'listed')
  inspector.assertCalm()
})
