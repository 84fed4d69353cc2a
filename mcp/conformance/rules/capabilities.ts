// What each side declares, and whether the server keeps to it.
import { isObject } from '../../json.ts'
import { BOTH, CAPABILITY, LISTS } from '../items.ts'
import { ALL, LEGACY, since } from '../revision.ts'
import { each, type Rule } from '../rule.ts'

const FEATURES = Object.keys(CAPABILITY).flatMap(BOTH)

const ASKS: { [method: string]: string } = {
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
  'elicitation/create': 'elicitation',
}

export const CAPABILITY_RULES: readonly Rule[] = [
  {
    id: 'CP-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2026-07-28/server/tools', '2026-07-28/server/resources', '2026-07-28/server/prompts'],
    says: 'What is declared can be listed.',
    looksAt: 'list of what is declared',
    mend: 'Answer with an empty list when there is nothing.',
    ...each(
      LISTS.flatMap((topic) => BOTH(topic.slice('result '.length))),
      'MUST',
      ({ kind, method, asked, error }, { capabilities }) => {
        if (
          method === 'resources/templates/list' ||
          capabilities[CAPABILITY[method] ?? ''] === undefined ||
          asked?.params.cursor !== undefined
        )
          return null
        return kind === 'result'
          ? undefined
          : error?.code === -32601
            ? { says: `${method} is answered with -32601`, at: '/error/code' }
            : null
      },
    ),
  },
  {
    id: 'CP-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2024-11-05/server/resources', '2024-11-05/server/prompts'],
    says: 'What is not declared is not served.',
    looksAt: 'request for what is not declared',
    mend: 'Declare the capability, or answer with -32601.',
    ...each(FEATURES, 'MUST', ({ kind, method }, { capabilities, greeted }) => {
      const name = CAPABILITY[method] ?? ''
      if (!greeted || capabilities[name] !== undefined) return null
      return kind === 'failure' ? undefined : `${method} is answered, and "${name}" is not declared`
    }),
  },
  {
    id: 'CP-03',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/logging', '2026-07-28/server/utilities/logging'],
    says: 'Who sends log messages declares logging.',
    looksAt: 'log message',
    mend: 'Declare the capability "logging".',
    ...each(['notification notifications/message'], 'MUST', (_, { capabilities, greeted }) =>
      !greeted ? null : capabilities.logging === undefined ? '"logging" is not declared' : undefined,
    ),
  },
  {
    id: 'CP-04',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/server/utilities/completion', '2026-07-28/server/utilities/completion'],
    says: 'Who completes arguments declares completions.',
    looksAt: 'completion',
    mend: 'Declare the capability "completions".',
    ...each(BOTH('completion/complete'), 'MUST', (event, { capabilities, greeted }) => {
      if (!greeted) return null
      // Who answers everything with {} completes nothing; JR-17 tells of that.
      if (event.kind === 'result' && event.result.completion === undefined) return null
      if (event.kind === 'result') return capabilities.completions === undefined ? '"completions" is not declared' : undefined
      if (capabilities.completions !== undefined) return null
      // That the parameters are wrong does not say that there is no such method.
      const code = event.error?.code
      return code === -32602 ? { says: 'the error -32602 leaves open whether it completes', outcome: 'inconclusive' } : undefined
    }),
  },
  {
    id: 'CP-05',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/architecture/index', '2024-11-05/server/tools'],
    says: 'Changes of a list are told only where listChanged is declared.',
    looksAt: 'notification that a list changed',
    mend: 'Declare "listChanged": true.',
    ...each(
      [
        'notification notifications/tools/list_changed',
        'notification notifications/resources/list_changed',
        'notification notifications/prompts/list_changed',
      ],
      'MUST',
      ({ method }, { capabilities, greeted }) => {
        const name = method.split('/')[1] ?? ''
        const declared = capabilities[name]
        return !greeted
          ? null
          : isObject(declared) && declared.listChanged === true
            ? undefined
            : `"${name}" is declared without listChanged`
      },
    ),
  },
  {
    id: 'CP-06',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/architecture/index', '2025-11-25/server/resources'],
    says: 'Changes of a resource are told only where subscribe is declared.',
    looksAt: 'notification that a resource changed',
    mend: 'Declare "subscribe": true.',
    ...each(['notification notifications/resources/updated'], 'MUST', (_, { capabilities, greeted }) =>
      !greeted
        ? null
        : isObject(capabilities.resources) && capabilities.resources.subscribe === true
          ? undefined
          : '"resources" is declared without subscribe',
    ),
  },
  {
    id: 'CF-01',
    level: 'MUST NOT',
    revisions: LEGACY,
    spec: ['2024-11-05/architecture/index', '2024-11-05/client/sampling'],
    says: 'The server asks for nothing that the client did not declare.',
    looksAt: 'request of the server',
    whole: true,
    mend: 'Look at the capabilities of the client first.',
    ...each(['request'], 'MUST NOT', ({ method }, { offered }) => {
      const name = ASKS[method]
      return name === undefined
        ? null
        : offered[name] === undefined
          ? `it asks for ${method}, and the client declared no "${name}"`
          : undefined
    }),
  },
]
