// Where rules link to: a page that there is, of the revision that is spoken.
import { expect, test } from 'vitest'
import { RULES } from './rules.ts'
import { specUrl } from './spec.ts'

const EVERY =
  'architecture basic client/roots client/sampling server server/prompts server/resources server/tools server/utilities/completion server/utilities/logging server/utilities/pagination'
const OLDER = `${EVERY} basic/lifecycle basic/transports basic/utilities/cancellation basic/utilities/ping basic/utilities/progress`
/** The pages that the site has. */
const PAGES: { [revision: string]: string } = {
  '2024-11-05': `${OLDER} basic/messages`,
  '2025-03-26': `${OLDER} basic/authorization changelog`,
  '2025-06-18': `${OLDER} basic/authorization changelog client/elicitation schema`,
  '2025-11-25': `${OLDER} basic/authorization changelog client/elicitation schema basic/utilities/tasks`,
  '2026-07-28': `${EVERY} basic/authorization basic/authorization/authorization-server-discovery basic/authorization/client-registration
    basic/authorization/security-considerations basic/patterns basic/patterns/cancellation basic/patterns/mrtr basic/patterns/progress
    basic/patterns/subscriptions basic/transports basic/transports/stdio basic/transports/streamable-http basic/versioning changelog
    client/elicitation deprecated schema server/discover server/utilities/caching`,
}
const KNOWN = new Set(
  Object.entries(PAGES).flatMap(([revision, paths]) =>
    ['', ...paths.split(/\s+/).map((path) => `/${path}`)].map((path) => `https://modelcontextprotocol.io/specification/${revision}${path}`),
  ),
)

test('every rule links to a page that there is, in each of its revisions', () => {
  const wrong = RULES.flatMap((rule) =>
    [undefined, ...rule.revisions].map((revision) => [rule.id, revision, specUrl(rule, revision)] as const),
  ).filter(([, , url]) => url?.startsWith('https://modelcontextprotocol.io/specification/') === true && !KNOWN.has(url))
  expect(wrong).toEqual([])
})

test('of the revision that is spoken, where that has the page', () => {
  const url = (id: string, revision?: '2024-11-05' | '2025-06-18' | '2025-11-25' | '2026-07-28'): string | undefined =>
    specUrl(
      RULES.find((rule) => rule.id === id)!,
      revision,
    )
  const site = 'https://modelcontextprotocol.io/specification'
  expect(url('TL-04', '2025-11-25')).toBe(`${site}/2025-11-25/server/tools`)
  expect(url('JR-01', '2025-11-25')).toBe(`${site}/2025-11-25/basic`)
  expect(url('JR-01', '2024-11-05')).toBe(`${site}/2024-11-05/basic/messages`)
  expect(url('CP-02', '2025-06-18')).toBe(`${site}/2025-06-18/server/tools`)
  expect(url('PG-05', '2026-07-28')).toBe(`${site}/2026-07-28/basic/patterns/progress`)
  expect(url('ST-02', '2026-07-28')).toBe(`${site}/2026-07-28/basic/transports/stdio`)
  expect(url('RE-02', '2025-06-18')).toMatch(/schema\/2025-06-18\/schema\.ts$/)
  // The revision that is spoken is none of its own.
  expect(url('JR-20', '2025-11-25')).toBe(`${site}/2026-07-28/basic`)
  expect(url('PI-01')).toBe(`${site}/2025-11-25/basic/utilities/ping`)
})
