// Where on its page the specification says what a rule holds: the heading, by the fragment that the site makes of it. spec.test.ts holds them
// against the headings that the pages have.

/** By page: fragments, with the rules or areas that they are about; a rule stands before its area. `@`: the revision that first has the heading, and the last. */
const ANCHORS: { [path: string]: string } = {
  'basic/messages': `responses JR-02 JR-03 JR-04 JR-17; requests JR-06 JR-11 JR-13 JR-14 JR-15 JR-16; notifications JR-07 JR-08`,
  'basic/index': `responses@2025-03-26 JR-02 JR-03 JR-17; error-responses@2025-11-25 JR-04 JR-19 JR-30; error-codes@2026-07-28 JR-22 JR-23 JR-24;
    requests@2025-03-26 JR-06 JR-11 JR-13 JR-14 JR-15 JR-16; notifications@2025-03-26 JR-07 JR-08; result-responses@2025-11-25 JR-20 JR-21;
    meta@2025-06-18 JR-25 JR-26; statelessness@2026-07-28 PA-05 ST-10; messages@2025-03-26 JR-01`,
  'basic/lifecycle': `error-handling LC-08; version-negotiation LC-02 LC-03 LC-04; initialization LC; capability-negotiation CP-02 CP-08 LC-11; operation LC-13; shutdown ST-04 ST-06`,
  'basic/transports': `stdio ST JR-27; sending-messages-to-the-server@2025-03-26 HT; security-warning HT-06 HT-07 HT-08 HT-09 HT-10;
    listening-for-messages-from-the-server@2025-03-26 HT-01 HT-16 HT-17; multiple-connections@2025-03-26 HT-18;
    protocol-version-header@2025-06-18 HT-19 HT-20; resumability-and-redelivery@2025-03-26 RS; session-management@2025-03-26 SE`,
  'basic/transports/stdio': `receiving-messages ST-01 ST-02 ST-08; shutdown ST-05 ST-06; cancellation ST-09; backward-compatibility DV-27`,
  'basic/transports/streamable-http': `sending-messages HT-04 HT-05 MS-06; receiving-messages HT-12 HT-13 HT-22 HT-23 HT-29 MS;
    cancellation MS-04; server-behavior-for-custom-headers HD-12 HD-13 HD-14 HD-15 HD-16 HD-18; value-encoding HD-17 HD-20;
    case-sensitivity HD-09 HD-10; standard-request-headers HD; protocol-version-header HD-01 HD-02; schema-extension XH`,
  'basic/versioning': 'protocol-version-negotiation DV-05; extension-negotiation DV-25',
  'basic/utilities/ping': 'message-format PI-01; implementation-considerations PI-02',
  'basic/utilities/progress': 'behavior-requirements PG; implementation-notes PG-05; progress-flow PG-01',
  'basic/patterns/progress': 'behavior-requirements PG; implementation-notes PG-05; progress-flow PG-01',
  'basic/utilities/cancellation': 'behavior-requirements CA; error-handling CA-02',
  'basic/patterns/cancellation': 'behavior-requirements CA; error-handling CA-04',
  'server/tools': `listing-tools TL TL-01; tool-names@2025-11-25 TL-05; tool TL-02 TL-03 TL-06 TL-07 TL-10 TL-11 TL-15 TL-17 TL-18 TL-20;
    output-schema@2025-06-18 TL-08 TL-09 TC-08; structured-content@2025-06-18 TC-09 TC-10; calling-tools TC; tool-result TC-01 TC-02 CN;
    error-handling TC-03 TC-04 TC-05 TC-06 TC-16; resource-links@2025-06-18 TC-11; embedded-resources TC-12;
    x-mcp-header@2026-07-28 XH; security-considerations TC-07 TC-13; list-changed-notification CP-07; capabilities CP-02 CP-04`,
  'server/resources': `listing-resources RE RE-01 RE-02 RE-04; resource RE-03; annotations@2025-06-18 RE-05; reading-resources RE-06 RE-16; binary-content RE-07;
    resource-contents RE-08 RE-09; error-handling RE-10 RE-11 RE-12 RE-13; security-considerations RE-14; https RE-15; resource-templates RT;
    subscriptions SU; list-changed-notification SU-06; capabilities CP-01 CP-05`,
  'server/prompts': `listing-prompts PR-01 PR-02 PR-03; getting-a-prompt PR-04; promptmessage PR-05; error-handling PR-06 PR-07 PR-08; embedded-resources PR-09;
    security PR-10; capabilities CP-03`,
  'server/discover': 'discoverresult DV-02',
  'server/utilities/logging': `log-levels LG-04; setting-log-level@2024-11-05-2025-11-25 LG-01 LG-03; error-handling LG-02 LG-07; per-request-log-level@2026-07-28 LG-05 LG-06;
    implementation-considerations LG-08`,
  'server/utilities/completion': `completion-results CM-01 CM-02; reference-types CM-03; error-handling@2025-03-26 CM-04; requesting-completions CM-05 CM-06;
    security SX-05`,
  'server/utilities/pagination':
    'response-format PA-02; error-handling PA-03; pagination-flow PA-01; implementation-guidelines PA-04 PA-05',
  'server/utilities/caching': 'cacheable-model CH-01 CH-02',
  'client/elicitation': 'response-actions CF-14; security-considerations CF-15',
  'client/sampling': 'creating-messages CF-01; multi-turn-tool-loop@2025-11-25 CF-06; error-handling CF-05',
  'client/roots': 'security-considerations CF-09',
}

interface Anchor {
  fragment: string
  from: string
  until: string
}

const known = new Map<string, Map<string, Anchor>>()

/** "#listing-tools"; '' where the page of that revision has no heading of its own for it. */
export function anchorOf(id: string, page: string): string {
  const [, revision = '', path = ''] = /^(\d{4}-\d\d-\d\d)\/(.*)$/.exec(page) ?? []
  const all = known.get(path) ?? read(path)
  const found = all.get(id) ?? all.get(id.slice(0, 2))
  return found !== undefined && revision >= found.from && revision <= found.until ? `#${found.fragment}` : ''
}

function read(path: string): Map<string, Anchor> {
  const all = new Map<string, Anchor>()
  for (const entry of (ANCHORS[path] ?? '').split(';')) {
    const [head = '', ...ids] = entry.trim().split(/\s+/)
    const [fragment = '', span = ''] = head.split('@')
    for (const id of ids) all.set(id, { fragment, from: span.slice(0, 10), until: span.slice(11) || '9' })
  }
  known.set(path, all)
  return all
}
