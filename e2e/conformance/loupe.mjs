// A person at the page, for the scenarios: connects, opens, calls, answers. By the names of docs/automation.md.
import { text } from 'node:stream/consumers'

export class Loupe {
  /** @param {import('playwright').Page} page */
  constructor(page) {
    this.page = page
    page.setDefaultTimeout(15_000)
  }

  /** Connects by a link, through the proxy: the suite's servers send no CORS headers. */
  async connect(loupe, server, version) {
    const link = new URL(loupe)
    link.searchParams.set('server', server)
    link.searchParams.set('via', 'proxy')
    link.searchParams.set('era', version)
    await this.page.goto(link.href)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
    await this.page.locator('[data-testid=connection][data-status=connected]').waitFor()
  }

  /**
   * Connects to a server that wants a login. `form`: what is entered before, by label; `how`: in a popup, or by this page itself, which goes there and comes
   * back. Returns how the connection ended up.
   */
  async enter(loupe, server, version, form, how) {
    const link = new URL(loupe)
    link.searchParams.set('server', server)
    link.searchParams.set('via', 'proxy')
    link.searchParams.set('era', version)
    await this.page.goto(link.href)
    this.how = how
    if (form.length > 0) {
      const section = this.page.getByRole('group', { name: 'Authorization', exact: true })
      await section.waitFor()
      const { Mode: mode, ...rest } = Object.fromEntries(form)
      if (mode !== undefined) await section.getByLabel('Mode', { exact: true }).selectOption(mode)
      const fold = section.locator('summary')
      if (await fold.isVisible()) await fold.click()
      for (const [label, value] of Object.entries(rest)) await section.getByLabel(label, { exact: true }).fill(value)
    }
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
    return this.#letIn()
  }

  /** What a person does until the connection is up, or has failed for good: logs in as often as that is asked for. */
  async #letIn() {
    const connection = this.page.getByTestId('connection')
    for (const end = Date.now() + 40_000; Date.now() < end;) {
      const status = await connection.getAttribute('data-status').catch(() => null)
      if (status === 'connected' || status === 'failed') return status
      await this.#logIn()
      await this.page.waitForTimeout(25)
    }
    throw new Error('The connection neither came up nor failed')
  }

  /** Presses what opens the login page, once for each. The authorization server of the suite asks nobody, and sends the browser back at once. */
  async #logIn() {
    const name = this.how === 'page' ? 'Log in here' : 'Open login page'
    const button = this.page.getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible().catch(() => false))) return false
    if (this.how === 'page') {
      const back = this.page.waitForResponse((one) => one.request().isNavigationRequest() && new URL(one.url()).pathname === '/')
      await button.click()
      await back
      await this.page.getByTestId('connection').waitFor()
      return true
    }
    const opened = this.page.context().waitForEvent('page')
    await button.click()
    await opened
    await button.waitFor({ state: 'hidden' }).catch(() => undefined)
    return true
  }

  /**
   * Does something at the tools while a person sees to what the server wants for it: allows more scopes, logs in. Rejects as the doing does.
   * @template T @param {() => Promise<T>} doing @returns {Promise<T>}
   */
  async attended(doing) {
    const state = { over: false }
    const done = doing().finally(() => (state.over = true))
    done.catch(() => undefined)
    const approve = this.page.getByRole('button', { name: 'Approve', exact: true })
    while (!state.over) {
      if (await approve.isVisible().catch(() => false)) await approve.click()
      await this.#logIn()
      await this.page.waitForTimeout(25)
    }
    return done
  }

  /** The list of tools has come, or has failed. */
  async listed() {
    await this.#panel('Tools')
    const options = this.page.getByRole('listbox', { name: 'Tools', exact: true }).getByRole('option')
    await options.first().or(this.page.getByRole('main').getByRole('alert').first()).waitFor({ timeout: 40_000 })
  }

  async disconnect() {
    await this.#panel('Overview')
    await this.page.getByRole('button', { name: 'Disconnect', exact: true }).first().click()
    await this.page.locator('[data-testid=connection]:not([data-status=connected])').waitFor()
  }

  async #panel(name) {
    await this.page
      .getByRole('navigation', { name: 'Panels' })
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .click()
  }

  /** Names in the list of a panel, as they are drawn. */
  async list(panel, label) {
    await this.#panel(panel)
    const options = this.page.getByRole('listbox', { name: label, exact: true }).getByRole('option')
    await options.first().waitFor()
    return options.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  }

  tools() {
    return this.list('Tools', 'Tools')
  }

  /** Opens the panel of tools and waits for its list, which may be empty. */
  async looked() {
    await this.#panel('Tools')
    // A server that declares no tools is not asked for them unless the person wants to.
    const anyway = this.page.getByRole('button', { name: 'Ask for the list anyway', exact: true })
    const listed = this.page.getByRole('grid', { name: 'Traffic' }).first().getByRole('row').filter({ hasText: 'tools/list' }).first()
    await anyway.or(listed).first().waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await listed.waitFor()
  }

  /** Opens each tool of the list in turn, by its place: names may be beyond what can be searched for. */
  async each(act) {
    const count = (await this.tools()).length
    for (let at = 0; at < count; at++) {
      const option = this.page.getByRole('listbox', { name: 'Tools', exact: true }).getByRole('option').nth(at)
      await option.click()
      await this.page.getByRole('heading', { level: 2 }).first().waitFor()
      await act()
    }
  }

  async choose(label, name) {
    await this.page.getByRole('listbox', { name: label, exact: true }).getByRole('option', { name, exact: true }).first().click()
  }

  /** Opens a tool by its address, which may bring arguments. */
  async openTool(name, args) {
    await this.#panel('Tools')
    await this.page.getByRole('listbox', { name: 'Tools', exact: true }).getByRole('option').first().waitFor()
    await this.page.evaluate(
      ([name, args]) => {
        const [connection] = location.hash.replace(/^#\//, '').split('/')
        location.hash = `#/${connection}/tools/${encodeURIComponent(name)}${args === undefined ? '' : `?args=${encodeURIComponent(args)}`}`
      },
      [name, args],
    )
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor()
    if (args !== undefined) await this.page.waitForURL((url) => !url.hash.includes('args='))
  }

  get callButton() {
    return this.page.getByRole('button', { name: 'Call', exact: true })
  }

  /** Calls; what the form finds wrong is sent all the same. `state`: how it must end, when it is waited for. */
  async press(state) {
    const anyway = this.page.getByRole('button', { name: 'Send anyway', exact: true })
    const before = await this.#messages()
    await this.callButton.click()
    for (;;) {
      // A tool that must be left out is refused by the page itself: nothing is sent.
      if ((await this.#messages()) > before || (await this.#state()) === 'failed') break
      if (await anyway.isVisible()) {
        await anyway.click()
        break
      }
      await this.page.waitForTimeout(20)
    }
    if (state !== undefined) await this.settled(state)
  }

  #state() {
    return this.page.getByRole('region', { name: 'Result', exact: true }).getAttribute('data-state')
  }

  async #messages() {
    return Number(await this.page.getByTestId('traffic').first().getAttribute('data-messages'))
  }

  /** Waits until a request of this method is among the traffic. */
  async sent(method) {
    await this.page.getByRole('grid', { name: 'Traffic' }).first().getByRole('row').filter({ hasText: method }).first().waitFor()
  }

  /** Waits until the call in view has ended, in a certain state if one is named. */
  async settled(state) {
    const region = this.page.getByRole('region', { name: 'Result', exact: true })
    const wanted = state === undefined ? ':not([data-state=running]):not([data-state=idle])' : `[data-state=${state}]`
    await region.and(this.page.locator(wanted)).waitFor()
  }

  async approve(dialog) {
    await this.page.getByRole('button', { name: 'Answer', exact: true }).first().click()
    const opened = this.page.getByRole('dialog', { name: dialog })
    await opened.waitFor()
    await this.page.waitForTimeout(600)
    await opened.getByRole('button', { name: 'Approve', exact: true }).click()
    const anyway = opened.getByRole('button', { name: 'Send anyway', exact: true })
    if (await anyway.isVisible().catch(() => false)) await anyway.click()
    await opened.waitFor({ state: 'hidden' })
  }

  /** The newest result of a method, read from the record as the page saves it. */
  async answerTo(method) {
    await this.#panel('Overview')
    await this.page.getByRole('button', { name: 'Export record…', exact: true }).click()
    const saved = this.page.waitForEvent('download')
    await this.page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save', exact: true }).click()
    // The browser may run elsewhere: the file is read through its stream.
    const lines = await text(await (await saved).createReadStream())
    const events = lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    const texts = events.flatMap((one) =>
      one.kind === 'sent' ? [one.body] : one.kind === 'frame' || one.kind === 'body' ? [one.text] : [],
    )
    const messages = texts.flatMap((one) => {
      try {
        return [JSON.parse(one)]
      } catch {
        return []
      }
    })
    const asked = messages.findLast((one) => one.method === method)
    return messages.findLast((one) => one.id === asked?.id && one.result !== undefined).result
  }
}
