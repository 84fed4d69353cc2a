// Without a mouse: the main journeys, keys counted, with what a screen reader is told on the way; and how the focus goes round the
// panes, into forms and out of what runs.
import type { Page } from 'playwright/test'
import { EVERYTHING, expect, test } from './loupe.ts'

/** A keyboard that counts what is pressed besides text. */
function keyboard(page: Page) {
  const pressed: string[] = []
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      pressed.push(key)
      await page.keyboard.press(key)
    }
  }
  const type = (text: string) => page.keyboard.insertText(text)
  /** Through the palette, to what is found first. */
  const take = async (text: string, found = text) => {
    await press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go to' })
    await expect(field).toBeFocused()
    await type(text)
    await expect(page.getByRole('dialog', { name: 'Go to anything' }).getByRole('option', { selected: true })).toContainText(found)
    await press('Enter')
    await expect(field).toBeHidden()
  }
  return { pressed, press, type, take }
}

test('from an empty page to a called tool in eight keys, and through every main panel, without a mouse', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  const { pressed, press, type, take } = keyboard(page)
  await page.addInitScript(() => addEventListener('pointerdown', () => console.error('a pointer was used'), true))
  await inspector.open()
  const main = page.getByRole('main')
  await expect(page.getByLabel('Command line')).toBeVisible()
  // What comes right after the key is typed into the field; a URL goes to the other one, and the caret with it.
  await page.keyboard.type('/http')
  await expect(page.getByLabel('Command line')).toHaveValue('http')
  await press('Control+a', 'Control+x')
  // The code of that field comes a little later; until then the line itself takes the URL.
  const code = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/HttpFields-'))?.name,
  )
  await code.evaluate(async (name) => {
    await import(String(name))
    await new Promise((done) => setTimeout(done))
  })
  await page.getByLabel('Command line').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'http://127.0.0.1:9/mcp')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await type('x')
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue('http://127.0.0.1:9/mcpx')
  pressed.length = 0
  await page.getByRole('tab', { name: 'URL' }).focus()
  await press('ArrowLeft', '/')
  await type([process.execPath, EVERYTHING, 'stdio'].map((part) => JSON.stringify(part)).join(' '))
  await expect(main).toMatchAriaSnapshot(`
    - main "Connect":
      - region "Connection":
        - heading "New connection" [level=2]
        - tablist "Kind of server":
          - tab "Local command (stdio)" [selected]
          - tab "URL"
        - textbox "Command line"
        - button "Connect"
  `)
  await press('Enter')
  await inspector.expectStatus('connected')
  const said = page.getByRole('log', { name: 'Announcements' })
  await expect(said).toContainText(/Connected to .*, revision \d/)
  await expect(page.getByRole('listbox', { name: 'Tools' })).toBeFocused()
  await take('echo')
  await expect(page.getByLabel('message', { exact: true })).toBeFocused()
  await type('no mouse')
  await press('Control+Enter')
  await inspector.expectResult('done', 'Echo: no mouse')
  expect(pressed.length, pressed.join(' ')).toBeLessThanOrEqual(8)
  await expect(said).toContainText(/^.*echo: done, \d+/)
  await expect(main).toMatchAriaSnapshot(`
    - main "Tools":
      - group "List of tools":
        - searchbox "Search tools"
        - listbox "Tools":
          - option "echo" [selected]
      - region "Tool echo":
        - heading "echo" [level=2]
        - tablist "Arguments":
          - tab "Form" [selected]
        - 'tabpanel "Arguments: form"':
          - group:
            - textbox "message"
            - combobox "State of message"
        - button "Call"
      - region "Result":
        - tablist "Result":
          - tab "Content" [selected]
        - link /Message \\d+ in Traffic/
        - 'tabpanel "Result: content"':
          - button "Copy"
          - text: "Echo: no mouse"
  `)
  const traffic = page.getByRole('grid', { name: 'Traffic' })
  await expect(traffic).toMatchAriaSnapshot(`
    - grid "Traffic":
      - rowgroup:
        - row:
          - columnheader "Time"
          - columnheader "Direction"
          - columnheader "Message"
      - rowgroup:
        - row:
          - gridcell "sent"
          - gridcell "tools/call"
          - gridcell "echo"
  `)
  // Each row knows its place among all of them, drawn or not.
  const row = traffic.getByRole('row').last()
  expect(Number(await row.getAttribute('aria-rowindex'))).toBe(Number(await traffic.getAttribute('aria-rowcount')))

  await take('static/document/features.md', 'features.md')
  await expect(page.getByRole('button', { name: 'Read', exact: true })).toBeFocused()
  await press('Control+Enter')
  await inspector.expectResult('done', 'Everything Server')
  await expect(said).toContainText(/Read: done, \d+/)
  await expect(main).toMatchAriaSnapshot(`
    - main "Resources":
      - group "List of resources":
        - listbox "Resources":
          - option /features/ [selected]
      - button "Read"
      - region "Result":
        - tablist:
          - tab "Content" [selected]
  `)
  await take('demo://resource/dynamic/text', 'template')
  await expect(page.getByLabel('resourceId', { exact: false }).first()).toBeFocused()
  await take('args-prompt')
  await expect(page.getByLabel('city', { exact: false }).first()).toBeFocused()
  await type('Tromsø')
  await press('Control+Enter')
  await inspector.expectResult('done', 'Tromsø')
  await expect(main).toMatchAriaSnapshot(`
    - main "Prompts":
      - group "List of prompts":
        - listbox "Prompts":
          - option "args-prompt" [selected]
      - region "Prompt args-prompt":
        - group:
          - textbox "city"
        - button "Get prompt"
      - region "Result":
        - tablist:
          - tab "Conversation 1" [selected]
          - tab "Raw"
  `)

  await take('trigger-elicitation-request')
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeFocused()
  await press('Control+Enter')
  await expect(said).toContainText('asks you something')
  await take('Answer what the server asks')
  const ask = page.getByRole('dialog', { name: 'Elicitation request' })
  await expect(ask).toMatchAriaSnapshot(`
    - dialog "Elicitation request":
      - heading "Elicitation request" [level=2]
      - button "Reject"
      - button "Approve"
  `)
  await ask.getByRole('button', { name: 'Reject' }).focus()
  // A dialog that has just come is deaf to Enter for a moment.
  await expect(async () => {
    await press('Enter')
    await expect(ask).toBeHidden({ timeout: 200 })
  }).toPass()
  await inspector.expectResult('done')

  // A message, by words of it and by its number.
  await take('no mouse', 'tools/call')
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('no mouse')
  await take('#1', 'message #1')
  await expect(page).toHaveURL(/\/traffic\/1\b/)
  await expect(page.getByRole('grid', { name: 'Traffic' })).toBeFocused()
  await take('Checks')
  await expect(page.getByRole('heading', { name: 'Checks', level: 2 })).toBeFocused()
  await expect(page.getByTestId('checks')).toHaveAttribute('data-state', 'idle')
  await expect(main).toMatchAriaSnapshot(`
    - main "Checks":
      - region "Checks":
        - heading "Checks" [level=2]
        - button "Run safe checks"
        - term: MUST
        - definition
  `)
  await take('Overview')
  await expect(main).toMatchAriaSnapshot(`
    - heading "Connection" [level=3]
  `)
  await expect(main).toMatchAriaSnapshot(`
    - term: Revision
    - definition: /2025-11-25/
  `)
  await take('Settings')
  await page.getByLabel('Keys of a single character').focus()
  await press('Space')
  await take('Overview')
  await press('r', '?', '/')
  await inspector.expectStatus('connected')
  await expect(page.getByRole('dialog')).toBeHidden()
  await take('Help')
  await expect(page.getByRole('dialog', { name: 'Help' })).toMatchAriaSnapshot(`
    - dialog "Help":
      - region "To begin"
      - region "Keys":
        - paragraph: /switched off in Settings/
      - region "Panels":
        - term: Overview
        - definition
      - region "More"
  `)
  await press('Escape')

  // A server that is remembered, in a page that has none open.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(inspector.url)
  await expect(page.getByLabel('Command line')).toBeVisible()
  await take('server-everything')
  await inspector.expectStatus('connected')
})

/** The pane that the focus is in. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const within = (selector: string) => at?.closest(selector) != null
    if (within('dialog')) return 'dialog'
    if (within('[aria-label="Result"]')) return 'result'
    if (within('[data-testid=traffic]')) return within('[aria-label=Message]') ? 'message' : 'traffic'
    if (within('nav')) return 'panels'
    if (within('[aria-label^="Tool "]')) return 'form'
    if (within('[aria-label^="List of"]')) return 'list'
    return at?.tagName ?? 'nothing'
  })

test('the focus goes round the panes, into a form, out of what runs, and is kept by it', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  const { press, take } = keyboard(page)
  const round = async (key: string, steps: number): Promise<string[]> => {
    const places: string[] = []
    for (let step = 0; step < steps; step += 1) {
      await press(key)
      places.push(await place(page))
    }
    return places
  }
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await take('trigger-sampling-request')
  const prompt = page.getByLabel('prompt', { exact: true })
  await expect(prompt).toBeFocused()
  expect(await round('F6', 5)).toEqual(['result', 'traffic', 'panels', 'list', 'form'])
  expect(await round('Shift+F6', 5)).toEqual(['list', 'panels', 'traffic', 'result', 'form'])
  // It comes back to where it was in a pane, and reaches an open question too.
  await expect(prompt).toBeFocused()
  await page.keyboard.insertText('hello')
  await press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
  await take('Answer what the server asks')
  await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeVisible()
  await prompt.focus()
  expect(await round('F6', 5)).toEqual(['result', 'traffic', 'dialog', 'panels', 'list'])
  await take('Cancel the call of trigger-sampling-request')
  await inspector.expectResult('cancelled')
  // It has a tab of that name as well.
  await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeHidden()

  // JSON that one only passes by does not hold the focus, and a fault in it is said once the person rests, by the one region that speaks.
  await page.getByRole('tab', { name: 'JSON' }).focus()
  const json = page.getByRole('textbox', { name: /as JSON|Arguments/ })
  await press('Enter', 'Tab')
  await expect(json).toBeFocused()
  await press('Tab')
  await expect(json).not.toBeFocused()
  await press('Shift+Tab', 'End', 'x', 'Tab')
  await expect(json).toBeFocused()
  await expect(page.getByRole('log', { name: 'Announcements' })).toContainText(/Line \d+, column \d+/)
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[aria-live], [role=status], [role=log]')]
        .filter((one) => one.getAttribute('aria-live') !== 'off')
        .map((one) => one.getAttribute('aria-label')),
    ),
  ).toEqual(['Announcements'])
  await press('Escape', 'Tab')
  await expect(json).not.toBeFocused()

  await take('trigger-long-running-operation')
  await expect(page.getByLabel('duration', { exact: true })).toBeFocused()
  const call = page.getByRole('button', { name: 'Call', exact: true })
  await call.focus()
  await press('Enter')
  await expect(call).toBeDisabled()
  await expect(call).toBeFocused()
  await press('Escape')
  await inspector.expectResult('cancelled')
  await expect(call).toBeFocused()
  await press('/')
  await expect(page.getByLabel('Search tools')).toBeFocused()
  await press('Control+Enter')
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await inspector.expectResult('cancelled')
  await expect(call).toBeFocused()
  await press('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('Cancel the call')
  await press('Escape')
  await expect(call).toBeFocused()
  await take('Theme: dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await press('r')
  await inspector.expectStatus('connected')

  // On a small screen there are two panes at a time.
  await page.setViewportSize({ width: 390, height: 844 })
  await take('Resources')
  await page.getByRole('searchbox', { name: /Search/ }).focus()
  expect(await round('F6', 3)).toEqual(['panels', 'list', 'panels'])
  await take('Disconnect')
  await inspector.expectStatus('closed')
})
