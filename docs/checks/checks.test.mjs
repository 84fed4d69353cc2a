// docs/checks.md says what the rules say. `npm run checks` writes it anew.
import { expect, test } from 'vitest'
import { pageOf } from '../../mcp/conformance/page.ts'
import { RULES } from '../../mcp/conformance/rules.ts'
import { SCENARIOS } from '../../mcp/conformance/scenarios.ts'

test('docs/checks.md is what the rules say', async () => {
  await expect(pageOf(RULES, SCENARIOS)).toMatchFileSnapshot('../checks.md')
})
