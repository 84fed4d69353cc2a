import { expect, test } from 'vitest'
import { reflow } from './reflow.ts'

const LONG = 'a line of prose that somebody wrapped by hand near here'

test('prose that was wrapped by hand is one paragraph again', () => {
  expect(reflow(`${LONG}\n${LONG}\nand its end.\n\nAnother paragraph.`)).toBe(`${LONG} ${LONG} and its end.\n\nAnother paragraph.`)
  expect(reflow(`- ${LONG}\n  goes on\n- next`)).toBe(`- ${LONG} goes on\n- next`)
  expect(reflow(`    ${LONG}\n    goes on`)).toBe(`    ${LONG} goes on`)
})

test.each([
  ['lists', `${LONG}\n- one\n- two\n1. three`],
  ['short lines', 'Args:\n    name: who\n    n: how often'],
  ['what a colon opens', `${LONG}:\nnext`],
  ['code', `\`\`\`\n${LONG}\n${LONG}\n\`\`\``],
  ['another depth', `${LONG}\n    indented code`],
  ['tables and headings', `| ${LONG} |\n| ${LONG} |\n# ${LONG}\ntext`],
])('%s keep their breaks', (_, text) => {
  expect(reflow(text)).toBe(text)
})
