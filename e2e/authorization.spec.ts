// Authorization with a real provider, in the browser, told as the life of one page: a login in a popup that comes back under the other
// spelling of this machine's address, tokens that are renewed, run out, are taken away or are for somebody else, and the end of it.
import type { Page } from 'playwright/test'
import { startProvider, startResource, type RunningProvider, type RunningResource } from '../proxy/testing/provider.ts'
import { faults } from './axe.ts'
import { InspectorPage } from './inspector-page.ts'
import { expect, test } from './loupe.ts'

// Each story begins where the one before it ended: a page and a login for each would take a minute.
test.describe.configure({ mode: 'serial' })

let provider: RunningProvider
let resource: RunningResource
let second: RunningResource
let page: Page
let inspector: InspectorPage
/** Every address that any page of the browser stood at, but for those of the provider. */
const addresses: string[] = []

test.beforeAll(async ({ browser, loupe }) => {
  provider = await startProvider()
  resource = await startResource(provider)
  second = await startResource(provider)
  page = await (await browser.newContext()).newPage()
  inspector = new InspectorPage(page, loupe.url)
  // What a login sends the browser back with stands in its address until /callback takes it out.
  page.on('framenavigated', (frame) => {
    if (!/\/callback\?/.test(frame.url())) addresses.push(frame.url())
  })
})

test.afterAll(async () => {
  inspector.assertCalm()
  await page.context().close()
  resource.close()
  second.close()
  provider.close()
})

/** A person at the provider: types a name where that is asked for, and allows what is, until the browser is back at `end`. */
async function atProvider(popup: Page, end: RegExp = /\/callback$/): Promise<void> {
  const name = popup.getByPlaceholder('Enter any login')
  const go = popup.getByRole('button', { name: /sign-in|continue/i })
  const over = popup.waitForEvent('close').then(() => true)
  const back = popup.waitForURL(end).then(() => true)
  back.catch(() => undefined)
  for (;;) {
    const asked = go.waitFor().then(() => false)
    asked.catch(() => undefined)
    if (await Promise.race([over, back, asked])) return
    if (await name.isVisible()) {
      await name.fill('ada')
      await popup.getByPlaceholder('and password').fill('x')
    }
    const before = popup.url()
    await go.click()
    await Promise.race([over, popup.waitForURL((url) => url.href !== before)]).catch(() => undefined)
  }
}

async function logIn(): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open login page', exact: true }).first().click()
  const popup = await opened
  await atProvider(popup)
  if (popup.isClosed()) return
  // Under the other spelling, with nothing of the answer in its address.
  expect(popup.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  await popup.close()
}

/** In the form of the connection: the redirect URI under the other spelling of the address. */
async function redirectTo(port: string): Promise<void> {
  const form = page.getByRole('group', { name: 'Authorization', exact: true })
  await form.locator('summary').click()
  await form.getByLabel('Redirect URI', { exact: true }).fill(`http://localhost:${port}/callback`)
}

async function call(tool: string): Promise<void> {
  await inspector.panel('Tools')
  await inspector.select('Tools', tool)
  await inspector.call()
}

const auth = () => page.getByTestId('auth')
const step = (id: string) => page.locator(`[data-testid="auth-step"][data-step="${id}"]`)
/** The token that a request carried; '' for none. */
const tokenOf = (carried: string): string => /Bearer (.+)$/.exec(carried)?.[1] ?? ''
const calls = (of = resource): string[] => of.carried.filter((one) => one.startsWith('tools/call')).map(tokenOf)

/** No secret stands in what is drawn, nor in any address. */
async function expectNoSecret(text?: string): Promise<void> {
  const shown =
    text ?? `${await page.locator('body').innerText()} ${await page.locator('body').innerHTML()} ${addresses.join(' ')} ${page.url()}`
  expect(provider.secrets.size).toBeGreaterThan(0)
  expect([...provider.secrets].filter((secret) => shown.includes(secret))).toEqual([])
}

test('logs in at a real provider', async ({ loupe }) => {
  await page.goto(`${loupe.url}&server=${encodeURIComponent(resource.url)}&via=proxy&era=2026-07-28`)
  await redirectTo(new URL(loupe.origin).port)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await logIn()
  await inspector.expectStatus('connected')
  await inspector.panel('Authorization')
  await expect(auth()).toHaveAttribute('data-status', 'authorized')
  await expect(auth()).toContainText(/Authorized by 127\.0\.0\.1:\d+/)
  await expect(step('use')).toContainText('The server took it')
  await expectNoSecret()
})

test('renews the token at a press: another goes with the next request', async () => {
  await call('look')
  await inspector.expectResult('done', 'look is done')
  const before = calls().at(-1)
  await inspector.panel('Authorization')
  await page.getByRole('button', { name: 'Refresh token', exact: true }).click()
  await expect(step('refresh')).toContainText('The token was refreshed')
  await step('refresh')
    .getByRole('button', { name: /^Refresh/ })
    .click()
  await expect(step('refresh')).toContainText('replaced by a new one')
  await expectNoSecret()
  await call('look')
  await expect.poll(() => calls().at(-1)).not.toBe(before)
  await inspector.expectResult('done', 'look is done')
})

test('a token that expires in the middle of a call is renewed, and the call goes on', async () => {
  const logins = provider.asked.filter((one) => one === 'GET /auth').length
  await call('ask')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const former = calls().at(-1)!
  resource.expire(former)
  await page.getByRole('dialog', { name: 'Elicitation request' }).getByRole('button', { name: 'Approve', exact: true }).click()
  await inspector.expectResult('done', 'ask is done')
  // Asked, refused for being late, and asked again with another.
  expect(
    calls()
      .slice(-3)
      .map((one) => one === former),
  ).toEqual([true, true, false])
  expect(provider.asked.filter((one) => one === 'GET /auth')).toHaveLength(logins)
})

test('a token that was revoked, with its refresh token, leads to another login, and says why', async () => {
  const { secrets } = provider
  const former = calls().at(-1)!
  await provider.spoil(former)
  for (const secret of secrets) await provider.spoilRefresh(secret)
  await call('look')
  await expect(page.getByRole('status').filter({ hasText: 'A request waits until you have logged in' })).toBeVisible()
  await inspector.panel('Authorization')
  // What comes back to /callback from elsewhere is nobody's, and the page that waits says so.
  const stray = await page.context().newPage()
  await stray.goto(`${new URL(inspector.url).origin}/callback?code=x&state=of-nobody`)
  await expect(auth().getByRole('alert')).toContainText('whose state is that of no login that waits here')
  // A window that a script opened closes by itself.
  await expect(stray.locator('body')).toHaveAttribute('data-outcome', 'thrown')
  await stray.close()
  await expect(step('refresh')).toContainText('invalid_grant')
  await expect(step('challenge')).toContainText('invalid_token')
  await logIn()
  await expect(auth()).toHaveAttribute('data-status', 'authorized')
  await inspector.panel('Tools')
  await inspector.expectResult('done', 'look is done')
  expect(calls().at(-1)).not.toBe(former)
  await expectNoSecret()
})

test('allows more for one tool, and sees what that lets in', async () => {
  await expect(page.getByRole('option', { name: 'audit', exact: true })).toHaveCount(0)
  await call('write')
  await expect(page.getByRole('alert').filter({ hasText: 'files:write' })).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await logIn()
  await inspector.expectResult('done', 'write is done')
  expect((await provider.find(calls().at(-1)!))?.scopes).toEqual(expect.arrayContaining(['read', 'files:write']))
  // What is listed may hang on what was granted: it is asked for again.
  await expect(page.getByRole('option', { name: /^audit/ })).toBeVisible()
})

test('nothing that leaves the page holds a secret', async () => {
  await inspector.panel('Authorization')
  await page.getByRole('button', { name: 'Export…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the authorization' })
  const preview = dialog.getByLabel('Preview')
  await expect(preview).toContainText('# Authorization')
  await expectNoSecret(await preview.innerText())
  await dialog.getByRole('tab', { name: 'JSON' }).click()
  await expect(preview).toContainText('loupe-authorization')
  await expectNoSecret(await preview.innerText())
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()

  await inspector.panel('Traffic')
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('method:authorization dir:out "POST /token" ')
  await expect(page.getByRole('row', { name: /tools\/call/ })).toHaveCount(0)
  await page.getByRole('row').filter({ hasText: 'POST /token' }).last().click()
  await page.getByRole('tab', { name: 'Raw', exact: true }).click()
  await expect(page.getByText('code_verifier').first()).toBeVisible()
  await expectNoSecret()
  const dialogOf = page.getByRole('dialog', { name: 'Export' })
  const savedAs = async (format: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export record…', exact: true }).click()
    await dialogOf.getByRole('radio', { name: new RegExp(`^${format} `) }).check()
    const saved = page.waitForEvent('download')
    await dialogOf.getByRole('button', { name: 'Save', exact: true }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }
  // A report is of what the filter shows: the token requests.
  for (const format of ['HAR 1.2', 'Page', 'Markdown report']) {
    const text = await savedAs(format)
    expect(text).toContain('/token')
    await expectNoSecret(text)
  }
  const text = await savedAs('Record')
  expect(text).toContain('/token')
  await expectNoSecret(text)

  // Who gets the record reads the steps in it, and can run none.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open record…', exact: true }).click()
  await (await chooser).setFiles({ name: 'sent-on.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
  await expect(inspector.connection).toHaveAttribute('data-connection', 'sent-on')
  await inspector.panel('Authorization')
  await expect(auth()).toHaveAttribute('data-status', 'recorded')
  await expect(step('token')).toContainText('A token was issued')
  await expect(auth().getByRole('button', { name: /Run/ })).toHaveCount(0)
  await step('token').getByRole('button').first().click()
  expect(await faults(page, { within: '[data-testid=auth]', minor: true })).toEqual([])
})

test('another server of the same issuer: the registration serves again, the token never', async () => {
  const registered = provider.asked.filter((one) => one === 'POST /reg').length
  await page.getByRole('button', { name: /^Server/ }).click()
  await page.getByRole('menuitem', { name: /New connection/ }).click()
  await page.getByRole('tab', { name: /URL/ }).click()
  await redirectTo(new URL(inspector.url).port)
  await inspector.connectUrl(second.url, 'second')
  await logIn()
  await inspector.expectStatus('connected')
  await inspector.panel('Authorization')
  await page.getByRole('tab', { name: 'Token', exact: true }).click()
  await expect(page.getByTestId('auth-kept')).toHaveAttribute('data-count', '2')
  expect(provider.asked.filter((one) => one === 'POST /reg')).toHaveLength(registered)
  const tokens = (of: RunningResource) => new Set(of.carried.map(tokenOf).filter((one) => one !== ''))
  expect([...tokens(second)].filter((one) => tokens(resource).has(one))).toEqual([])
  expect(tokens(second).size).toBeGreaterThan(0)
  await expectNoSecret()
})

test('signs out: the token ends at the provider, nothing of it is kept, and the next request goes without', async () => {
  const token = tokenOf(second.carried.at(-1)!)
  expect(await provider.find(token)).toBeDefined()
  await page.getByRole('button', { name: 'Sign out and revoke', exact: true }).click()
  await expect(auth()).toHaveAttribute('data-status', 'closed')
  expect(await provider.find(token)).toBeUndefined()
  await page.getByRole('button', { name: `Forget ${second.url} at ${provider.issuer}` }).click()
  await expect(page.getByTestId('auth-kept')).toHaveAttribute('data-count', '0')
  await call('look')
  await page.getByRole('link', { name: 'See the steps' }).click()
  expect(second.carried.at(-1)).toMatch(/^tools\/call $/)
  await page.getByRole('button', { name: 'Give up', exact: true }).click()
  await expect(auth()).toContainText('Given up')
  await inspector.panel('Tools')
  await inspector.expectResult('failed', 'The login was given up.')
})

test('a step is edited and run again: what was changed goes out, and is taken back as easily', async () => {
  await inspector.panel('Authorization')
  await page.getByRole('button', { name: 'Run all', exact: true }).click()
  const address = auth().getByRole('group', { name: 'Address of the login page' })
  await expect(address).toContainText('resource=')
  await step('authorization').getByRole('button', { name: /^Edit/ }).click()
  const form = step('authorization').getByRole('form')
  expect(await faults(page, { within: '[data-testid=auth]', minor: true })).toEqual([])
  await form.getByLabel('Scope', { exact: true }).fill('read files:write')
  await form.getByLabel('Omitted parameters').fill('resource')
  await form.getByRole('button', { name: 'Add parameter' }).click()
  await form.getByLabel('Name of parameter 1').fill('audience')
  await form.getByLabel('Value of parameter 1').fill('me')
  await form.getByRole('button', { name: 'Apply and run from here' }).click()
  await expect(address).toContainText('scope=read+files%3Awrite')
  await expect(address).toContainText('audience=me')
  await expect(address).not.toContainText('resource=')
  // Another way to be known: nothing is registered, and the person is asked for what is missing.
  await step('registration').getByRole('button').first().click()
  await step('registration').getByRole('button', { name: /^Edit/ }).click()
  const ways = step('registration').getByRole('form')
  await ways.getByLabel('Registration', { exact: true }).selectOption('pre-registered')
  await ways.getByRole('button', { name: 'Apply and run from here' }).click()
  await expect(step('registration')).toHaveAttribute('data-state', 'needs-you')
  await expect(step('registration')).toContainText(`http://localhost:${new URL(inspector.url).port}/callback`)
  await ways.getByRole('button', { name: 'By the rules again: Registration' }).click()
  await ways.getByRole('button', { name: 'Apply and run from here' }).click()
  await expect(step('authorization')).toHaveAttribute('data-state', 'needs-you')
})

test('a server that changes its issuer: said before the login, and nothing of the former one goes to the new', async () => {
  const other = await startProvider()
  try {
    await page.getByRole('button', { name: /^Server/ }).click()
    await page.getByRole('menuitemradio', { name: `connected ${new URL(resource.url).host}` }).click()
    resource.trust(other)
    await call('look')
    await inspector.panel('Authorization')
    await expect(step('issuer')).toHaveAttribute('data-state', 'warned')
    await step('issuer').getByRole('button').first().click()
    await expect(step('issuer')).toContainText(`changed from ${provider.issuer} to ${other.issuer}`)
    await logIn()
    await expect(auth()).toContainText(`Authorized by ${new URL(other.issuer).host}`)
    await inspector.panel('Tools')
    await inspector.expectResult('done', 'look is done')
    expect(await other.find(calls().at(-1)!)).toBeDefined()
    expect(other.asked).toContain('POST /reg')
    expect([...provider.secrets].filter((secret) => other.heard.includes(secret))).toEqual([])
    await expectNoSecret()
  } finally {
    resource.trust(provider)
    other.close()
  }
})

test('a token for another audience, by a login in the page itself: refused once, and its claims tell why', async ({ loupe }) => {
  provider.audience('https://elsewhere.example/mcp')
  await page.goto('about:blank')
  await page.goto(`${loupe.url}&server=${encodeURIComponent(resource.url)}&via=proxy&era=2026-07-28`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const logins = provider.asked.filter((one) => one === 'GET /auth').length
  await page.getByRole('button', { name: 'Log in here', exact: true }).click()
  await page.waitForURL((url) => url.href.startsWith(provider.issuer))
  // The page is another when it comes back, and goes on where it left.
  await atProvider(page, new RegExp(`^${loupe.origin}/(?!callback)`))
  await inspector.expectStatus('failed')
  const card = page.getByRole('region', { name: 'Connection', exact: true })
  // One card says what failed and why.
  await expect(card.getByRole('heading', { name: 'Authorization stopped at “Use of the token”' })).toBeVisible()
  await expect(card.getByRole('definition').filter({ hasText: 'https://elsewhere.example/mcp' })).toHaveCount(1)
  await expect(card.getByText(/Authorization (?:stopped|did not)/)).toHaveCount(1)
  expect(provider.asked.filter((one) => one === 'GET /auth')).toHaveLength(logins + 1)
  await card.getByRole('button', { name: /^Show the step/ }).click()
  await expect(auth()).toHaveAttribute('data-at', 'use')
  await expect(step('use')).toContainText('https://elsewhere.example/mcp')
  await page.getByRole('tab', { name: 'Token', exact: true }).click()
  await expect(auth()).toContainText('aud')
  await expectNoSecret()
})
