// The page docs/checks.md: every rule with its id, level, revisions, what it asks, what provokes it, and where that is said.
import { NEEDS_CONSENT } from './consent.ts'
import { spanOf } from './revision.ts'
import type { Rule } from './rule.ts'
import { areaOf, AREAS } from './areas.ts'
import type { Scenario } from './scenario.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from './scenario-consent.ts'
import { specUrl } from './spec.ts'

const CONSENTED = [...INTERACTIVE_SCENARIOS, ...STRESS_SCENARIOS]

export function pageOf(rules: readonly Rule[], scenarios: readonly Scenario[]): string {
  const groups = Object.values(AREAS).flatMap((area) => {
    const own = rules.filter((rule) => areaOf(rule) === area)
    return own.length === 0 ? [] : [{ area, own: own.toSorted((a, b) => a.id.localeCompare(b.id)) }]
  })
  const provoked = new Set(scenarios.flatMap((scenario) => scenario.for))
  const lines = [
    '# What Loupe checks of a server',
    '',
    `${rules.length} checks. A check reads the record alone: what the server said, whoever made it say so. One with nothing to look at is`,
    '*not seen*, and never counts as kept. A broken MUST fails, a broken SHOULD warns, and so does a message that does not fit the schema; all else is a remark, and counts neither way. One fault is',
    'told once, by the check that knows most of it.',
    '',
    'In the panel **Checks** every message is judged as it comes; “Run safe checks” plays the scenarios below in conversations of their own.',
    '`loupe check` does the same in a shell, and judges saved records; `loupe check --help` has its flags.',
    '',
    '```yaml',
    '# .github/workflows/mcp.yml',
    'jobs:',
    '  check:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - uses: actions/setup-node@v4',
    '      - run: npm ci && npm run build',
    '      - run: npx mcp-loupe check --format sarif --baseline .mcp-known.txt -- node build/index.js > checks.sarif',
    '      - uses: github/codeql-action/upload-sarif@v3',
    '        if: always()',
    '        with:',
    '          sarif_file: checks.sarif',
    '```',
    '',
    'It ends with 0 when no MUST is broken (`--strict`: no SHOULD either, and each message fits the schema), 1 when one is, 2 when it could not run. A baseline holds the ids of',
    'known failures, one a line: others are named as new, and a mended one is named, so that it can be taken out. `--revision` chooses what is',
    'spoken, again and again for several; `--format html` writes a page that needs no script. A server that asks for a token, and gets none, is',
    'judged by what it says at the door. *In italics:* which breaches are told as less than the level would have it, and why.',
    '',
    '| area | checks | MUST |',
    '|---|---|---|',
    ...groups.map(({ area, own }) => `| ${area} | ${own.length} | ${own.filter(({ level }) => level.startsWith('MUST')).length} |`),
    '',
    '## Scenarios of a safe run',
    '',
    'None calls a tool that exists. “session” touches what is ours alone: a session, a log level.',
    '',
    '| scenario | touches | for |',
    '|---|---|---|',
    ...scenarios.map(({ title, impact, for: ids }) => `| ${title} | ${impact === 'safe' ? 'nothing' : 'session'} | ${ids.join(' ')} |`),
    '',
    '## Scenarios that need your consent',
    '',
    '`--profile interactive` with `--tool NAME`, `--prompt NAME`, `--template URI` (each with `--arguments JSON`) or `--resource URI` plays those that may',
    'have effects; with',
    '`--token-foreign`, `--token-other`, `--token-broad`, `--register` or `--client-id` those about accounts (`loupe check --help`);',
    '`--profile stress` those that may end the connection, too.',
    '',
    '| scenario | may | for |',
    '|---|---|---|',
    ...CONSENTED.map(
      ({ title, impact, for: ids }) => `| ${title} | ${impact === 'effects' ? 'have effects' : 'end the connection'} | ${ids.join(' ')} |`,
    ),
    ...(NEEDS_CONSENT.length === 0 ? [] : ['', 'Nobody plays these, and no rule judges them:', '']),
    ...NEEDS_CONSENT.map(({ title, why, ids }) => `- ${title}. ${why} (${ids.join(' ')})`),
  ]
  for (const { area, own } of groups) {
    lines.push('', `## ${area}`, '', '| id | level | revisions | what | looks at | specification |', '|---|---|---|---|---|---|')
    for (const rule of own) {
      const page = specUrl(rule)
      const how = `${cell(rule.looksAt)}${provoked.has(rule.id) ? ' (provoked)' : ''}`
      lines.push(
        `| ${rule.id} | ${rule.level} | ${spanOf(rule.revisions)} | ${cell(rule.says)}${rule.remark === undefined ? '' : ` *${cell(rule.remark)}*`}${suiteOf(rule)} | ${how} | ${page === undefined ? 'a custom' : `[page](${page})`} |`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

/** The official suite puts the number of the proposal before its ids. */
function suiteOf({ suite = [], spec }: Rule): string {
  const prefix = spec.find((page) => page.startsWith('SEP-'))?.toLowerCase()
  return suite.length === 0 ? '' : ` (${suite.map((one) => `\`${prefix === undefined ? one : `${prefix}-${one}`}\``).join(', ')})`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
