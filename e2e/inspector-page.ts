// The page as a person uses it, by the names of the automation contract (docs/automation.md).
import { expect, type Locator, type Page } from 'playwright/test'

export class InspectorPage {
  readonly page: Page
  readonly url: string
  readonly #faults: string[] = []
  readonly #asked: string[] = []

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    page.on('pageerror', (error) => this.#faults.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      const text = message.text()
      // What is refused to a page drawn in its sandbox is that page's own doing.
      if (
        /^(blob:|about:srcdoc)|\/\?host=/.test(message.location().url) ||
        /'https:\/\/outside\.invalid\/|^Framing '(?:'|.*frame-ancestors)/.test(text)
      )
        return
      // Chromium reports each failed request itself; those are the servers' doing.
      if (
        message.type() === 'error' &&
        !/^Failed to load resource|blocked by CORS policy|net::ERR_|^Unsafe attempt to initiate navigation/.test(text)
      )
        this.#faults.push(`console: ${text}`)
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) this.#asked.push(request.url())
    })
    // The policy stopped it, or the origin: nothing left the browser.
    page.on('requestfailed', (request) => {
      if (/^(csp|origin)$/.test(request.failure()?.errorText ?? '')) this.#asked.splice(this.#asked.indexOf(request.url()), 1)
    })
  }

  /** Hosts that the page itself (not its worker) asked for anything. */
  get hosts(): ReadonlySet<string> {
    return new Set(this.#asked.map((url) => new URL(url).host))
  }

  /** Nothing was thrown in the page, and nothing broke its Content-Security-Policy. */
  assertCalm(): void {
    expect(this.#faults).toEqual([])
  }

  async open(hash = ''): Promise<void> {
    await this.page.goto(this.url + hash)
    await expect(this.page.getByRole('navigation', { name: 'Panels' })).toBeVisible()
  }

  get connection(): Locator {
    return this.page.getByTestId('connection')
  }

  /** To the form for one more connection, in the same page. */
  async another(): Promise<void> {
    await this.page.getByRole('button', { name: /^Server/ }).click()
    await this.page.getByRole('menuitem', { name: /New connection/ }).click()
  }

  /** Fills the form for a local command and connects. */
  async connectStdio(command: string, args: string[], name?: string): Promise<void> {
    await this.page.getByRole('tab', { name: /Local command/ }).click()
    const quoted = [command, ...args].map((part) => (/[\s"'\\]/.test(part) ? JSON.stringify(part) : part)).join(' ')
    await this.page.getByLabel('Command line').fill(quoted)
    if (name !== undefined) await this.page.getByLabel('Name', { exact: true }).fill(name)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  async connectUrl(url: string, name?: string): Promise<void> {
    await this.page.getByRole('tab', { name: /URL/ }).click()
    await this.page.getByLabel('URL', { exact: true }).fill(url)
    if (name !== undefined) await this.page.getByLabel('Name', { exact: true }).fill(name)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.connection).toHaveAttribute('data-status', status, { timeout: 20_000 })
  }

  async panel(name: string): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: new RegExp(`^${name}\\b`) })
    if (await link.isVisible()) return link.click()
    // On a narrow screen the rest is behind "More".
    await this.page.getByRole('button', { name: /^More/ }).click()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) }).click()
  }

  /** Selects in the list of the panel. */
  async select(list: string, item: string): Promise<void> {
    await this.page.getByRole('listbox', { name: list }).getByRole('option', { name: item, exact: true }).first().click()
  }

  get result(): Locator {
    return this.page.getByRole('region', { name: 'Result', exact: true })
  }

  async call(): Promise<void> {
    await this.page.getByRole('button', { name: 'Call', exact: true }).click()
  }

  async expectResult(state: string, text?: string | RegExp): Promise<void> {
    await expect(this.result).toHaveAttribute('data-state', state, { timeout: 20_000 })
    if (text !== undefined) await expect(this.result).toContainText(text)
  }

  get traffic(): Locator {
    return this.page.getByTestId('traffic').first()
  }
}
