// What axe finds on the page as it stands. Its code goes in once for each document and runs there: @axe-core/playwright
// opens a further page for every look, which took longer than looking.
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

interface Look {
  /** Selector of the part to look at; the whole page when absent. */
  within?: string
  /** Only these rules. */
  rules?: string[]
  /** All rules but these. */
  without?: string[]
  /** The faults of every impact; else the serious and critical ones alone. */
  minor?: boolean
}

/** One line for each rule that the page breaks: its id, and the first places; empty when all is well. */
export async function faults(page: Page, { within, rules, without = [], minor = false }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  }
  const violations = await page.evaluate(
    async ([selector, how]) => {
      const { axe: there } = window as unknown as { axe: typeof axe }
      const found = await there.run(selector ?? document, how)
      return found.violations.map(({ id, impact, nodes }) => ({ id, impact, places: nodes.map(({ html }) => html.slice(0, 160)) }))
    },
    [within, options] as const,
  )
  return violations
    .map(({ places, ...rest }) => ({ ...rest, places: places.filter((html) => !named(rest.id, html)) }))
    .filter(({ places }) => places.length > 0)
    .filter(({ impact }) => minor || impact === 'serious' || impact === 'critical')
    .map(({ id, places }) => `${id}: ${places.slice(0, 5).join(' | ')}`)
}

/** An option is called what it stands for, alone; its hints and its second line are shown, and described, beside the name. */
function named(rule: string, html: string): boolean {
  return rule === 'label-content-name-mismatch' && html.includes('role="option"')
}
