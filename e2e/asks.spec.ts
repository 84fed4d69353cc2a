// What a server asks a person: a page to visit, several things at once, and the ask that belongs to the call in view.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { faults } from './axe.ts'
import { startModelServer } from '../proxy/testing/model-server.ts'
import type { InspectorPage } from './inspector-page.ts'
import { expect, SERVERS, test } from './loupe.ts'

async function connect(inspector: InspectorPage): Promise<void> {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'asks.mjs')], 'asks')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
}

async function signIn(inspector: InspectorPage, url: string) {
  const { page } = inspector
  await page.getByLabel('url', { exact: true }).fill(url)
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
  await expect(dialog).toContainText('Sign in to go on.')
  return dialog
}

test('pages to visit: addresses that are what they seem, that are not, and one that a call wants first', async ({
  inspector,
  page,
  context,
}) => {
  test.setTimeout(90_000)
  await connect(inspector)
  await test.step('a page to visit: its whole address is shown, it opens by a click alone, and three answers are three things', async () => {
    const visits: (string | undefined)[] = []
    const site = createServer((request, response) => {
      visits.push(request.headers.referer)
      response.setHeader('content-type', 'text/html').end('<title>site</title><script>document.title = String(window.opener)</script>')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/sign-in?state=${'s'.repeat(300)}#end`
    await inspector.select('Tools', 'sign-in')

    let dialog = await signIn(inspector, url)
    await expect(dialog.getByRole('group', { name: 'Address' })).toHaveText(url)
    await expect(dialog.getByRole('group', { name: 'Address' }).locator('b')).toHaveText(new URL(url).host)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(dialog.getByRole('group', { name: 'Address' })).toBeInViewport({ ratio: 1 })
    for (const name of ['Cancel', 'Reject', 'Approve'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(dialog).toContainText('is no login of Loupe')
    const link = dialog.getByRole('link', { name: 'Open in a new tab' })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(visits).toEqual([])
    const opened = context.waitForEvent('page')
    await link.click()
    const visited = await opened
    await expect(visited).toHaveTitle('null')
    expect(visits[0]).toBeUndefined()
    await visited.close()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await inspector.expectResult('done', /answered accept(?! with)/)
    await expect(dialog).toBeHidden()

    dialog = await signIn(inspector, url)
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done', /answered decline(?! with)/)
    dialog = await signIn(inspector, url)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await inspector.expectResult('done', /answered cancel(?! with)/)
    await inspector.panel('Asks')
    await expect(page.getByRole('listitem').filter({ hasText: 'approved; the server says that it is done' })).toBeVisible()
    site.close()
  })
  await test.step('an address that is not what it seems is told', async () => {
    await inspector.panel('Tools')
    await inspector.select('Tools', 'sign-in')
    let dialog = await signIn(inspector, 'https://\u0430pple.test@evil.test/login')
    await expect(dialog.locator('b', { hasText: 'evil.test' })).toBeVisible()
    await expect(dialog).toContainText('it leads to evil.test')
    await expect(dialog).toContainText('The server wrote it as')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        expect(await faults(page, { minor: true }), `${colorScheme} ${width}`).toEqual([])
        expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
      }
    }
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done')
    dialog = await signIn(inspector, 'https://\u0430pple.test/login')
    await expect(dialog).toContainText('punycode xn--pple-43d.test')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done')
    dialog = await signIn(inspector, 'javascript:alert(document.domain)')
    await expect(dialog).toContainText('it is not opened')
    await expect(dialog.getByRole('link', { name: /Open/ })).toHaveCount(0)
    expect(await page.title()).toContain('Loupe')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await inspector.expectResult('done')
  })
  await test.step('a call that wants a page visited first names the page where the answer would be', async () => {
    await inspector.select('Tools', 'page-first')
    await inspector.call()
    await inspector.expectResult('failed', 'Grant access first.')
    const pages = inspector.result.getByRole('region', { name: 'Pages to visit first' })
    await expect(pages).toContainText('it leads to bank.test')
    await expect(pages.locator('b')).toHaveText('bank.test')
    await expect(pages.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

test('two questions in a row, formats, and answers that are kept', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  await connect(inspector)
  await test.step('who answers one question goes on with the next, and no key or click on its way answers that one', async () => {
    await inspector.select('Tools', 'twice')
    await inspector.call()
    await expect(page.getByText('2 asks waiting')).toBeVisible()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
    await expect(dialog).toContainText('The first question')
    const field = dialog.getByLabel('Reply', { exact: true })
    await field.fill('one')
    // What was meant for the first question and comes too late: the other half of a double click, a second Enter.
    const late = await dialog.evaluate(async (box) => {
      const approve = () => [...box.querySelectorAll('button')].find((button) => button.textContent === 'Approve')!
      const first = approve()
      first.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      while (approve() === first || !approve().isConnected) await new Promise(requestAnimationFrame)
      const passes = (event: Event) => approve().dispatchEvent(event)
      return {
        click: passes(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })),
        enter: passes(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter' })),
      }
    })
    expect(late).toEqual({ click: false, enter: false })
    await expect(dialog).toContainText('The second question')
    await expect(field).toBeFocused()
    await expect(page.getByText('1 ask waiting')).toBeVisible()
    await field.fill('two')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await inspector.expectResult('done', 'answered one and two')
    await expect(dialog).toBeHidden()
  })
  await test.step('what does not look like its format is not sent unasked', async () => {
    await inspector.select('Tools', 'contact')
    await inspector.call()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
    const wrong = { email: 'not-an-email', site: 'no address', day: 'tomorrow', at: 'noon' }
    for (const [name, text] of Object.entries(wrong)) await dialog.getByLabel(name, { exact: true }).fill(text)
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    for (const format of ['email', 'uri', 'date', 'date-time'])
      await expect(dialog).toContainText(`does not look like the format “${format}”`)
    await expect(inspector.result).toHaveAttribute('data-state', 'running')
    await dialog.getByRole('button', { name: 'Send anyway', exact: true }).click()
    await inspector.expectResult('done', `answered accept ${JSON.stringify(wrong)}`)
  })
  await test.step('what was written survives a cancelled call and a reload, for when the same is asked again', async () => {
    await inspector.select('Tools', 'twice')
    await inspector.call()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
    const field = dialog.getByLabel('Reply', { exact: true })
    // Who wants to answer writes at once.
    await expect(field).toBeFocused()
    await field.fill('half an ans')
    await inspector.result.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toBeHidden()
    await inspector.call()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(field).toHaveValue('half an ans')
    await page.reload()
    await inspector.expectStatus('connected')
    await inspector.result.getByRole('button', { name: 'Call again' }).click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(dialog).toContainText('The first question')
    await expect(field).toHaveValue('half an ans')
  })
})

test('“Answer” opens the ask of the call in view, not the oldest', async ({ inspector, page, everythingHttp }) => {
  await inspector.open()
  await inspector.connectUrl(everythingHttp)
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'trigger-sampling-request')
  await page.getByLabel('prompt', { exact: true }).fill('the older one')
  await inspector.call()
  await expect(page.getByText('1 ask waiting')).toBeVisible()
  await inspector.select('Tools', 'trigger-elicitation-request')
  await inspector.call()
  await expect(page.getByText('2 asks waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Elicitation request' })).toBeVisible()
  await page.keyboard.press('Escape')
  await inspector.result.getByRole('button', { name: 'Answer what the server asks' }).click()
  await expect(page.getByRole('dialog', { name: 'Elicitation request' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await inspector.select('Tools', 'trigger-sampling-request')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sampling request' })).toContainText('the older one')
})

test('a sampling request is edited, and undone; a provider writes the answer, and its key stays where it belongs', async ({
  inspector,
  page,
}) => {
  const model = await startModelServer()
  const key = 'sk-typed-in-this-tab'
  await connect(inspector)
  await inspector.select('Tools', 'sample')
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sampling request' })
  await dialog.getByRole('tab', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Be kind.')
  await dialog.getByRole('slider', { name: 'Cost priority' }).fill('0.6')
  await expect(dialog).toContainText('edited by you: systemPrompt, modelPreferences')
  expect(await faults(page, { minor: true })).toEqual([])
  await dialog.getByRole('button', { name: 'Undo the edit of Model preferences' }).click()
  await expect(dialog.getByRole('slider', { name: 'Cost priority' })).toHaveValue('0.2')
  await dialog.getByRole('tab', { name: 'Read' }).click()

  await dialog.getByRole('button', { name: '+ Provider' }).click()
  await dialog.getByLabel('Address', { exact: true }).fill(model.url)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faults(page, { minor: true })).toEqual([])
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Key typed here', { exact: true }).fill(key)
  await dialog.getByRole('button', { name: 'List', exact: true }).click()
  await expect(dialog).toContainText('It has 2.')
  await dialog.getByLabel('Model', { exact: true }).first().fill('slow')
  await dialog.getByRole('button', { name: 'Keep the provider' }).click()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  // The hint of the request chose another model than the provider's own.
  await expect(dialog).toContainText('The hint “small” chose small.')
  const answer = dialog.getByLabel('Answer', { exact: true })
  await expect(answer).toHaveValue(/^Hello, I am small/)
  expect(model.asked.at(-1)?.body).toMatchObject({ messages: [{ role: 'system', content: 'Be kind.' }, {}], max_tokens: 50 })
  await answer.fill('Hello, I am changed.')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await inspector.expectResult('done', '"text":"Hello, I am changed."')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).toContain(model.url)
  expect(kept).not.toContain(key)
  await expect(inspector.traffic).not.toContainText(key)

  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(answer).toBeFocused()
  await dialog.getByLabel('Message of a rejection').fill('Not today')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await inspector.expectResult('done', 'refused -1 Not today')
  model.close()
})

test('what one answer wants in the newer era is one matter: each may be changed until the last, and all go back together', async ({
  inspector,
  page,
}) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'asks-modern.mjs')], 'asks')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'three')
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('0 of 2 answered')
  await dialog.getByRole('button', { name: 'Deliberately wrong' }).click()
  await dialog.getByLabel('Result as JSON').fill('{"action":"shrug","content":7}')
  await dialog.getByRole('button', { name: 'Send as it stands' }).click()
  // Nothing has left yet: the other question is next, and the first can be taken back.
  await expect(dialog).toContainText('1 of 2 answered')
  await dialog.getByRole('button', { name: /^1 name/ }).click()
  await expect(dialog).toContainText('This one is answered deliberately wrong')
  await dialog.getByRole('button', { name: /^2 model/ }).click()
  await expect(dialog).toContainText('this revision has no answer for it')
  await dialog.getByLabel('Answer', { exact: true }).fill('A person.')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await inspector.expectResult('done', '"name":{"action":"shrug","content":7}')
  await expect(inspector.result).toContainText('"folders":{"roots":[]}')
  await expect(inspector.result).toContainText('A person.')
})

test('a rule answers in the person’s place, in sight and in the record; without it she is asked again', async ({ inspector, page }) => {
  await connect(inspector)
  await inspector.panel('Asks')
  await page.getByLabel('Rule for elicitation').selectOption('Decline')
  await page.getByLabel('Rule for sampling').selectOption('Echo the last message')
  await expect(page.getByRole('link', { name: 'Rules on' })).toBeVisible()
  await inspector.panel('Tools')
  await inspector.select('Tools', 'twice')
  await inspector.call()
  await inspector.expectResult('done', 'answered decline and decline')
  await expect(page.getByRole('status').filter({ hasText: 'rejected by your rule: decline' })).toBeVisible()
  await inspector.select('Tools', 'sample')
  await inspector.call()
  await inspector.expectResult('done', '"text":"Who are you?"')
  await inspector.panel('Asks')
  await expect(page.getByRole('listitem').filter({ hasText: 'approved by your rule: echo' })).toHaveCount(1)
  await inspector.panel('Traffic')
  await expect(page.getByText('sampling/createMessage is answered by your rule: echo')).toBeVisible()
  await inspector.panel('Asks')
  await page.getByRole('button', { name: 'Ask me everything' }).click()
  await inspector.panel('Tools')
  await inspector.select('Tools', 'sample')
  await inspector.result.getByRole('button', { name: 'Call again' }).click()
  await expect(page.getByText('1 ask waiting')).toBeVisible()
})

test('three at once in their order, one taken back with its reason, one after the answer, one while a list is made', async ({
  inspector,
  page,
}) => {
  await connect(inspector)
  await inspector.select('Tools', 'storm')
  await inspector.call()
  // Nothing opens by itself, and the title says that somebody waits.
  await expect(
    page.getByRole('status').filter({ hasText: 'was taken away: The server took its request back: no longer needed' }),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveTitle(/^\(2\) /)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
  const field = dialog.getByLabel('Reply', { exact: true })
  for (const [asked, reply] of [
    ['The first', 'one'],
    ['The third', 'three'],
  ] as const) {
    await expect(dialog).toContainText(asked)
    await expect(dialog).toContainText(/the call’s clock stands still meanwhile, with .* left/)
    await field.fill(reply)
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  }
  await inspector.expectResult('done', 'answered one and three')

  await inspector.select('Tools', 'late')
  await inspector.call()
  await inspector.expectResult('done', 'done already')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(dialog).toContainText('One thing more')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await inspector.panel('Prompts')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(dialog).toContainText('during prompts/list')
  await field.fill('from-a-person')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('option', { name: 'from-a-person' })).toBeVisible()
  await inspector.panel('Console')
  await expect(page.getByText('late decline')).toBeVisible()
})
