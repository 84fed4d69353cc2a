// What ends a call before its answer, and what a person does about it: a limit that is in sight, a capability that is missing.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test('a limit is seen, given more and named; a missing capability is switched on with the press that calls again', async ({
  inspector,
  page,
}) => {
  await page.addInitScript(() => {
    const settings = { capabilities: { roots: true, sampling: true, elicitation: false }, timeouts: { call: 2 } }
    if (localStorage.getItem('loupe.settings') === null) localStorage.setItem('loupe.settings', JSON.stringify(settings))
  })
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'both-eras.mjs'), 'stdio'], 'both')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')

  await inspector.select('Tools', 'greet')
  await inspector.call()
  await inspector.expectResult('failed', 'It needs elicitation')
  await page.getByRole('button', { name: 'Enable and retry' }).click()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByRole('dialog', { name: 'Elicitation request' }).getByRole('button', { name: 'Reject', exact: true }).click()
  await inspector.expectResult('done', 'You said decline')

  await inspector.select('Tools', 'slow')
  await inspector.call()
  await expect(inspector.result.getByRole('timer')).toHaveText(/Gives up in \d s/)
  await inspector.result.getByRole('button', { name: /^Keep waiting/ }).click()
  await inspector.expectResult('failed', 'Nothing came for 2 s, the limit of silence')
  await expect(inspector.result.getByRole('button', { name: 'Call again, with 4 s of silence' })).toBeVisible()
  await expect(page.getByTestId('traffic').getByRole('row').filter({ hasText: 'No answer within 2 s' })).toBeVisible()
})
