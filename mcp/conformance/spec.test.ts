// Where rules link to: a page that there is, of the revision that is spoken, and the heading on it that says what is owed.
import { expect, test } from 'vitest'
import { RULES } from './rules.ts'
import { anchorOf } from './spec-anchors.ts'
import { specUrl } from './spec.ts'

/** Headings of those pages that rules point into, of all that rules point to, as the sources of the site have them. */
const HEADINGS: { [page: string]: string } = {
  '2024-11-05/basic/messages': 'notifications requests responses',
  '2024-11-05/basic/index': '',
  '2025-03-26/basic/index': 'messages notifications requests responses',
  '2025-06-18/basic/index': 'meta messages notifications requests responses',
  '2025-11-25/basic/index': 'meta error-responses messages notifications requests responses result-responses',
  '2026-07-28/basic/index': 'meta error-codes error-responses messages notifications requests responses result-responses statelessness',
  '2024-11-05/basic/lifecycle': 'error-handling capability-negotiation initialization operation shutdown version-negotiation',
  '2025-03-26/basic/lifecycle': 'error-handling capability-negotiation initialization operation shutdown version-negotiation',
  '2025-06-18/basic/lifecycle': 'error-handling capability-negotiation initialization operation shutdown version-negotiation',
  '2025-11-25/basic/lifecycle': 'error-handling capability-negotiation initialization operation shutdown version-negotiation',
  '2024-11-05/basic/transports': 'security-warning stdio',
  '2025-03-26/basic/transports':
    'listening-for-messages-from-the-server multiple-connections resumability-and-redelivery security-warning sending-messages-to-the-server session-management stdio',
  '2025-06-18/basic/transports':
    'listening-for-messages-from-the-server multiple-connections protocol-version-header resumability-and-redelivery security-warning sending-messages-to-the-server session-management stdio',
  '2025-11-25/basic/transports':
    'listening-for-messages-from-the-server multiple-connections protocol-version-header resumability-and-redelivery security-warning sending-messages-to-the-server session-management stdio',
  '2026-07-28/basic/transports/stdio': 'backward-compatibility cancellation receiving-messages shutdown',
  '2026-07-28/basic/transports/streamable-http':
    'cancellation case-sensitivity protocol-version-header receiving-messages schema-extension sending-messages server-behavior-for-custom-headers standard-request-headers value-encoding',
  '2026-07-28/basic/versioning': 'extension-negotiation protocol-version-negotiation',
  '2024-11-05/basic/utilities/ping': 'implementation-considerations message-format',
  '2025-03-26/basic/utilities/ping': 'implementation-considerations message-format',
  '2025-06-18/basic/utilities/ping': 'implementation-considerations message-format',
  '2025-11-25/basic/utilities/ping': 'implementation-considerations message-format',
  '2024-11-05/basic/utilities/progress': 'behavior-requirements implementation-notes progress-flow',
  '2025-03-26/basic/utilities/progress': 'behavior-requirements implementation-notes progress-flow',
  '2025-06-18/basic/utilities/progress': 'behavior-requirements implementation-notes progress-flow',
  '2025-11-25/basic/utilities/progress': 'behavior-requirements implementation-notes progress-flow',
  '2026-07-28/basic/patterns/progress': 'behavior-requirements implementation-notes progress-flow',
  '2024-11-05/basic/utilities/cancellation': 'behavior-requirements error-handling',
  '2025-03-26/basic/utilities/cancellation': 'behavior-requirements error-handling',
  '2025-06-18/basic/utilities/cancellation': 'behavior-requirements error-handling',
  '2025-11-25/basic/utilities/cancellation': 'behavior-requirements error-handling',
  '2026-07-28/basic/patterns/cancellation': 'behavior-requirements error-handling',
  '2024-11-05/server/tools':
    'calling-tools capabilities embedded-resources error-handling list-changed-notification listing-tools security-considerations tool tool-result',
  '2025-03-26/server/tools':
    'calling-tools capabilities embedded-resources error-handling list-changed-notification listing-tools security-considerations tool tool-result',
  '2025-06-18/server/tools':
    'calling-tools capabilities embedded-resources error-handling list-changed-notification listing-tools output-schema resource-links security-considerations structured-content tool tool-result',
  '2025-11-25/server/tools':
    'calling-tools capabilities embedded-resources error-handling list-changed-notification listing-tools output-schema resource-links security-considerations structured-content tool tool-names tool-result',
  '2026-07-28/server/tools':
    'calling-tools capabilities embedded-resources error-handling list-changed-notification listing-tools output-schema resource-links security-considerations structured-content tool tool-names tool-result x-mcp-header',
  '2024-11-05/server/resources':
    'binary-content capabilities error-handling https list-changed-notification listing-resources reading-resources resource resource-contents resource-templates security-considerations subscriptions',
  '2025-03-26/server/resources':
    'binary-content capabilities error-handling https list-changed-notification listing-resources reading-resources resource resource-contents resource-templates security-considerations subscriptions',
  '2025-06-18/server/resources':
    'annotations binary-content capabilities error-handling https list-changed-notification listing-resources reading-resources resource resource-contents resource-templates security-considerations subscriptions',
  '2025-11-25/server/resources':
    'annotations binary-content capabilities error-handling https list-changed-notification listing-resources reading-resources resource resource-contents resource-templates security-considerations subscriptions',
  '2026-07-28/server/resources':
    'annotations binary-content capabilities error-handling https list-changed-notification listing-resources reading-resources resource resource-contents resource-templates security-considerations subscriptions',
  '2024-11-05/server/prompts': 'capabilities embedded-resources error-handling getting-a-prompt listing-prompts promptmessage security',
  '2025-03-26/server/prompts': 'capabilities embedded-resources error-handling getting-a-prompt listing-prompts promptmessage security',
  '2025-06-18/server/prompts': 'capabilities embedded-resources error-handling getting-a-prompt listing-prompts promptmessage security',
  '2025-11-25/server/prompts': 'capabilities embedded-resources error-handling getting-a-prompt listing-prompts promptmessage security',
  '2026-07-28/server/prompts': 'capabilities embedded-resources error-handling getting-a-prompt listing-prompts promptmessage security',
  '2026-07-28/server/discover': 'discoverresult',
  '2024-11-05/server/utilities/logging': 'error-handling implementation-considerations log-levels setting-log-level',
  '2025-03-26/server/utilities/logging': 'error-handling implementation-considerations log-levels setting-log-level',
  '2025-06-18/server/utilities/logging': 'error-handling implementation-considerations log-levels setting-log-level',
  '2025-11-25/server/utilities/logging': 'error-handling implementation-considerations log-levels setting-log-level',
  '2026-07-28/server/utilities/logging': 'error-handling implementation-considerations log-levels per-request-log-level',
  '2024-11-05/server/utilities/completion': 'completion-results reference-types requesting-completions security',
  '2025-03-26/server/utilities/completion': 'completion-results error-handling reference-types requesting-completions security',
  '2025-06-18/server/utilities/completion': 'completion-results error-handling reference-types requesting-completions security',
  '2025-11-25/server/utilities/completion': 'completion-results error-handling reference-types requesting-completions security',
  '2026-07-28/server/utilities/completion': 'completion-results error-handling reference-types requesting-completions security',
  '2024-11-05/server/utilities/pagination': 'error-handling implementation-guidelines pagination-flow response-format',
  '2025-03-26/server/utilities/pagination': 'error-handling implementation-guidelines pagination-flow response-format',
  '2025-06-18/server/utilities/pagination': 'error-handling implementation-guidelines pagination-flow response-format',
  '2025-11-25/server/utilities/pagination': 'error-handling implementation-guidelines pagination-flow response-format',
  '2026-07-28/server/utilities/pagination': 'error-handling implementation-guidelines pagination-flow response-format',
  '2026-07-28/server/utilities/caching': 'cacheable-model',
  '2025-06-18/client/elicitation': 'response-actions security-considerations',
  '2025-11-25/client/elicitation': 'response-actions security-considerations',
  '2026-07-28/client/elicitation': 'response-actions security-considerations',
  '2024-11-05/client/sampling': 'creating-messages error-handling',
  '2025-03-26/client/sampling': 'creating-messages error-handling',
  '2025-06-18/client/sampling': 'creating-messages error-handling',
  '2025-11-25/client/sampling': 'creating-messages error-handling multi-turn-tool-loop',
  '2026-07-28/client/sampling': 'creating-messages error-handling multi-turn-tool-loop',
  '2024-11-05/client/roots': 'security-considerations',
  '2025-03-26/client/roots': 'security-considerations',
  '2025-06-18/client/roots': 'security-considerations',
  '2025-11-25/client/roots': 'security-considerations',
  '2026-07-28/client/roots': 'security-considerations',
}

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
  ).filter(([, , url]) => url?.startsWith('https://modelcontextprotocol.io/specification/') === true && !KNOWN.has(url.replace(/#.*/, '')))
  expect(wrong).toEqual([])
})

test('of the revision that is spoken, where that has the page', () => {
  const url = (id: string, revision?: '2024-11-05' | '2025-06-18' | '2025-11-25' | '2026-07-28'): string | undefined =>
    specUrl(
      RULES.find((rule) => rule.id === id)!,
      revision,
    )
  const site = 'https://modelcontextprotocol.io/specification'
  expect(url('TL-04', '2025-11-25')).toBe(`${site}/2025-11-25/server/tools#listing-tools`)
  expect(url('JR-01', '2025-11-25')).toBe(`${site}/2025-11-25/basic#messages`)
  expect(url('JR-01', '2024-11-05')).toBe(`${site}/2024-11-05/basic/messages`)
  expect(url('CP-02', '2025-06-18')).toBe(`${site}/2025-06-18/server/tools#capabilities`)
  expect(url('PG-05', '2026-07-28')).toBe(`${site}/2026-07-28/basic/patterns/progress#implementation-notes`)
  expect(url('ST-02', '2026-07-28')).toBe(`${site}/2026-07-28/basic/transports/stdio#receiving-messages`)
  expect(url('RE-02', '2025-06-18')).toMatch(/schema\/2025-06-18\/schema\.ts$/)
  // The revision that is spoken is none of its own.
  expect(url('JR-20', '2025-11-25')).toBe(`${site}/2026-07-28/basic#result-responses`)
  expect(url('PI-01')).toBe(`${site}/2025-11-25/basic/utilities/ping#message-format`)
})

test('a link leads to a heading that its page has, and to one wherever the page of that revision has it', () => {
  const links = RULES.flatMap((rule) => [undefined, ...rule.revisions].map((revision) => specUrl(rule, revision) ?? ''))
  const broken = links.filter((url) => {
    const [, page = '', fragment = ''] = /specification\/([^#]*)#(.*)$/.exec(url) ?? []
    return fragment !== '' && !(HEADINGS[page] ?? HEADINGS[`${page}/index`] ?? '').split(' ').includes(fragment)
  })
  expect(broken.filter((url) => !url.includes('/seps/') && url.includes('modelcontextprotocol.io'))).toEqual([])
  // Each heading that is pointed to somewhere is pointed to in every revision that has it.
  const ids = RULES.map(({ id }) => id)
  for (const [page, headings] of Object.entries(HEADINGS)) {
    const reached = new Set(ids.map((id) => anchorOf(id, page)))
    for (const heading of headings.split(' ')) if (heading !== '') expect(reached, page).toContain(`#${heading}`)
  }
  expect(links.filter((url) => url.includes('#')).length).toBeGreaterThan(links.length / 2)
})
