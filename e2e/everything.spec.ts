// The main job against the reference server that shows every feature, over stdio and over Streamable HTTP.
import { EVERYTHING, expect, test } from './loupe.ts'
import type { InspectorPage } from './inspector-page.ts'

type Connect = (inspector: InspectorPage, everythingHttp: string) => Promise<void>

const WAYS: [string, Connect][] = [
  ['stdio', (inspector) => inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'everything')],
  ['Streamable HTTP', (inspector, url) => inspector.connectUrl(url, 'everything')],
]

for (const [way, connect] of WAYS) {
  test(`server-everything over ${way}: its traffic, tools, resources, prompts and asks`, async ({ inspector, page, everythingHttp }) => {
    test.setTimeout(90_000)
    await inspector.open()
    await connect(inspector, everythingHttp)
    await inspector.expectStatus('connected')
    await expect(inspector.connection).toHaveAttribute('data-revision', '2025-11-25')
    await expect(inspector.connection).toHaveAttribute('data-era', 'legacy')
    // The traffic first, while its beginning is in sight.
    await test.step('shows the traffic, one message whole, and filters it', async () => {
      // The tools are listed for who looks at them.
      await inspector.panel('Tools')
      await expect(page.getByRole('option', { name: 'echo', exact: true })).toBeVisible()
      await inspector.panel('Traffic')
      const grid = page.getByRole('grid', { name: 'Traffic' }).first()
      const greeting = grid.getByRole('row').filter({ has: page.getByText('initialize', { exact: true }) })
      await expect(greeting.first()).toBeVisible()
      await expect(inspector.traffic).toHaveAttribute('data-messages', /^[1-9]\d*$/)
      await greeting.first().click()
      await expect(page.getByRole('region', { name: 'Message' })).toContainText('protocolVersion')
      await page.getByRole('combobox', { name: 'Filter traffic' }).first().fill('tools/list')
      await expect(greeting).toHaveCount(0)
      await expect(grid.getByRole('row').filter({ hasText: 'tools/list' }).first()).toBeVisible()
      // What nothing matches says how to get out, whatever all narrows it.
      await page.getByRole('button', { name: 'Requests', exact: true }).click()
      await page.getByRole('combobox', { name: 'Filter traffic' }).first().fill('nothing-is-called-so')
      await page.getByText('No message matches').getByRole('button', { name: 'Show all messages' }).click()
      await expect(greeting.first()).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Filter traffic' }).first()).toHaveValue('')
    })
    await test.step('pings', async () => {
      await inspector.panel('Overview')
      await expect(page.getByText('Everything Reference Server').first()).toBeVisible()
      await page.getByRole('button', { name: 'Ping', exact: true }).click()
      await expect(page.getByText(/\d(\.\d+)? ms/).first()).toBeVisible()
    })
    await test.step('lists tools, calls one and shows its result beside the form', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'echo')
      await page.getByLabel('message', { exact: true }).fill('a loupe')
      await inspector.call()
      await inspector.expectResult('done', 'Echo: a loupe')
      await expect(page.getByLabel('message', { exact: true })).toHaveValue('a loupe')
    })
    await test.step('sends numbers as numbers and shows structured content', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'get-sum')
      await page.getByLabel('a', { exact: true }).fill('1.05')
      await page.getByLabel('b', { exact: true }).fill('2')
      await inspector.call()
      await inspector.expectResult('done', '3.05')
      await inspector.select('Tools', 'get-structured-content')
      await page.getByLabel('location', { exact: true }).selectOption('Chicago')
      await inspector.call()
      await inspector.expectResult('done')
      await inspector.result.getByRole('tab', { name: 'Structured' }).click()
      await expect(inspector.result).toContainText('temperature')
    })
    await test.step('shows progress of a long call and cancels it', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'trigger-long-running-operation')
      await page.getByLabel('duration', { exact: true }).fill('20')
      await page.getByLabel('steps', { exact: true }).fill('40')
      await inspector.call()
      await inspector.expectResult('running')
      await expect(inspector.result.getByRole('progressbar')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await inspector.expectResult('cancelled')
    })
    await test.step('draws an image', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'get-tiny-image')
      await inspector.call()
      await inspector.expectResult('done')
      await expect(inspector.result.getByRole('img').first()).toBeVisible()
    })
    await test.step('reads a resource, fills a template and subscribes', async () => {
      await inspector.panel('Resources')
      await inspector.select('Resources', 'features.md')
      await page.getByRole('button', { name: 'Read', exact: true }).click()
      await expect(inspector.result).toContainText('Everything Server')
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible()
      await inspector.select('Resources', 'Dynamic Text Resource')
      await page.getByLabel('resourceId', { exact: true }).fill('7')
      await page.getByRole('button', { name: 'Read', exact: true }).click()
      await expect(inspector.result).toContainText('Resource 7')
    })
    await test.step('gets a prompt once its required arguments are there', async () => {
      await inspector.panel('Prompts')
      await inspector.select('Prompts', 'args-prompt')
      await page.getByLabel('city', { exact: true }).fill('Tromsø')
      await page.getByRole('button', { name: 'Get prompt' }).click()
      await inspector.expectResult('done', 'Tromsø')
    })
    await test.step('lets the person answer a sampling request, or refuse it', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'trigger-sampling-request')
      await page.getByLabel('prompt', { exact: true }).fill('What is a loupe?')
      await inspector.call()
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Sampling request' })
      await expect(dialog).toContainText('What is a loupe?')
      await dialog.getByLabel('Answer', { exact: true }).fill('A small magnifying glass.')
      await dialog.getByLabel('Model', { exact: true }).fill('a-person')
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
      await inspector.expectResult('done', 'A small magnifying glass.')
      await expect(dialog).toBeHidden()

      await inspector.call()
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
      await expect(inspector.result).toHaveAttribute('data-state', /tool-error|failed/)
    })
    await test.step('lets the person fill an elicitation form', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'trigger-elicitation-request')
      await inspector.call()
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
      await dialog.getByLabel('String', { exact: true }).fill('Ada')
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
      await inspector.expectResult('done', 'Ada')
    })
    await test.step('takes the dialog away when the call is cancelled', async () => {
      await inspector.panel('Tools')
      await inspector.select('Tools', 'trigger-sampling-request')
      await page.getByLabel('prompt', { exact: true }).fill('never answered')
      await inspector.call()
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeVisible()
      await inspector.result.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeHidden()
      await inspector.expectResult('cancelled')
    })
  })
}
