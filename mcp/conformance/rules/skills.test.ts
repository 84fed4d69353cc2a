// The official suite's checks of servers with skills (0.2.0-alpha.12), each of which a rule asks.
import { expect, test } from 'vitest'
import { RULES } from '../rules.ts'

const SUITE = `capability-declaration-inline capability-requires-resources capability-commits-to-methods capability-empty-object
skills-list-implemented skills-list-pagination skills-list-entry-atomic skills-list-cache-attributes
entry-uri-required entry-frontmatter-required entry-uri-matches-frontmatter-name skill-uri-scheme entry-resources-required
resources-complete resources-uri-within-skill resources-digest-format resources-size-required limit-resources-per-skill limit-total-size
metadata-reserved-prefix name-naming-rules authority-reg-name names-should-be-unique
skills-get-implemented skills-get-entry-shape skills-get-cache-attributes skills-get-no-cursor skills-get-unknown-uri-invalid-params
skillmd-required skillmd-frontmatter entry-frontmatter-identical
skillmd-mimetype skillmd-metadata-name skillmd-metadata-description final-segment-equals-name meta-prefix
capability-directory-read-flag directory-read-method-registered directory-read-result-resources-shape directory-read-subdir-mimetype
directory-read-invalid-params directory-read-pagination`

test('every check of the official suite has its rule', () => {
  const asked = new Set(RULES.flatMap(({ id, suite = [] }) => (id.startsWith('SK-') ? suite : [])))
  expect([...asked].sort()).toEqual(SUITE.split(/\s+/).sort())
})
