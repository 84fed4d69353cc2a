// What is played when a person says so: calls of what she lends ('interactive'), and what may end a connection ('stress').
import { isObject } from '../json.ts'
import { ACCOUNT_SCENARIOS } from './scenario-accounts.ts'
import { call, expand, lent, LENT_SCENARIOS, pause, probe } from './scenario-lent.ts'
import { REPLY_SCENARIOS } from './scenario-replies.ts'
import type { Scenario } from './scenario.ts'
import { both, declares, http, known, legacy, modern } from './scenario-parts.ts'

const META = 'io.modelcontextprotocol/'
const BURST = 20
const DEEP = 1000
const HEAVY = 5_000_000
/** Milliseconds. */
const LONGEST_WAIT = 15_000
const CALL_SCENARIOS: readonly Scenario[] = [
  {
    id: 'call',
    title: 'A call of the tool that you chose: without a token, and with two',
    impact: 'effects',
    for: ['TC-01', 'TC-02', 'TC-09', 'TC-10', 'PG-01', 'PG-02', 'PG-04', 'CP-08', 'LG-05', 'AP-05', 'XE-01', 'SX-04'],
    applies: lent('tool', declares('tools')),
    async play(stage) {
      await stage.ask('tools/call', call(stage))
      await probe(stage, 'token-text', 'tools/call', call(stage), { progressToken: 'loupe-progress' })
      await probe(stage, 'token-number', 'tools/call', call(stage), { progressToken: 4711 })
    },
  },
  {
    id: 'odd-call',
    title: 'Calls of it with arguments that are missing, and odd',
    impact: 'effects',
    for: ['TC-05', 'TC-06', 'TC-07'],
    applies: lent('tool', declares('tools')),
    async play(stage) {
      const { name, arguments: own } = call(stage)
      const names = isObject(own) ? Object.keys(own) : []
      await stage.ask('tools/call', { name: name ?? '', arguments: {} })
      for (const value of ["'; DROP TABLE loupe; --", '../../../../etc/passwd', 'x'.repeat(20_000)])
        await probe(stage, 'odd-call', 'tools/call', { name: name ?? '', arguments: Object.fromEntries(names.map((one) => [one, value])) })
    },
  },
  {
    id: 'cancelled-call',
    title: 'A call of it to its end, and one that is cancelled at once',
    impact: 'effects',
    for: ['CA-01'],
    applies: lent('tool', declares('tools'), legacy),
    async play(stage) {
      const began = performance.now()
      await stage.ask('tools/call', call(stage))
      const took = performance.now() - began
      const control = new AbortController()
      const called = stage.session.request('tools/call', call(stage), { signal: control.signal }).catch(() => {})
      control.abort('loupe checks how it is cancelled')
      await called
      // As long as an answer would have taken, so that its absence says something.
      await pause(stage, Math.min(LONGEST_WAIT, Math.max(1200, 1.5 * took)))
      await stage.ask('ping')
    },
  },
  {
    id: 'task-call',
    title: 'A call of it as a task, to its end',
    impact: 'effects',
    for: ['TK-02', 'TK-06', 'TK-07', 'TK-10', 'TK-11', 'TK-13', 'TK-14', 'TK-15'],
    applies: lent('tool', declares('tasks'), legacy),
    async play(stage) {
      const made = await stage.ask('tools/call', { ...call(stage), task: { ttl: 60_000 } })
      const task = isObject(made) && isObject(made.task) ? made.task : undefined
      if (typeof task?.taskId !== 'string') return
      const { taskId } = task
      for (let time = 0; time < 20; time++) {
        const state = await stage.ask('tasks/get', { taskId })
        if (!isObject(state) || ['completed', 'failed', 'cancelled', 'input_required'].includes(String(state.status))) break
      }
      await stage.ask('tasks/list', {})
      await stage.ask('tasks/result', { taskId })
      await stage.ask('tasks/get', { taskId })
      await stage.ask('tasks/cancel', { taskId })
    },
  },
  {
    id: 'refused-asks',
    title: 'A call of it by a client that can be asked, and refuses',
    impact: 'effects',
    apart: true,
    for: ['CF-01', 'CF-02', 'CF-07', 'CF-10', 'CF-11', 'CF-12', 'CF-13', 'CF-16', 'CF-17', 'MR-01', 'MR-02', 'MR-03'],
    applies: lent('tool', declares('tools')),
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(stage.session.facts.revision, { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} })
        await session.request('tools/call', call(stage), { signal: stage.signal, limits: { idle: 5000, total: 10_000 } })
      }),
  },
  {
    id: 'log-level',
    title: 'A call of it that wants log messages',
    impact: 'effects',
    for: ['LG-04', 'LG-06'],
    applies: lent('tool', modern, declares('logging')),
    play: (stage) => probe(stage, 'log-level', 'tools/call', call(stage), { [`${META}logLevel`]: 'warning' }),
  },
]

const OFFER_SCENARIOS: readonly Scenario[] = [
  {
    id: 'prompt-chosen',
    title: 'The prompt that you chose',
    impact: 'effects',
    for: ['PR-04', 'PR-05', 'PR-09'],
    applies: lent('prompt', declares('prompts')),
    play: async (stage) => void (await stage.ask('prompts/get', { ...stage.pigs.prompt })),
  },
  {
    id: 'template-chosen',
    title: 'The resource that the template which you chose makes of your values',
    impact: 'effects',
    for: ['RT-03', 'RE-06', 'RE-07', 'RE-08', 'RE-09'],
    applies: lent('template', declares('resources')),
    async play(stage) {
      const { name = '', arguments: own = {} } = stage.pigs.template ?? {}
      await probe(stage, 'template-plain', 'resources/read', { uri: expand(name, own) })
    },
  },
  {
    id: 'resource-chosen',
    title: 'The resource that you chose, read twice and subscribed to',
    impact: 'effects',
    for: ['RE-06', 'RE-07', 'RE-08', 'RE-09', 'SU-01', 'SU-02', 'SU-03'],
    applies: lent('resource', declares('resources')),
    async play(stage) {
      const uri = stage.pigs.resource ?? ''
      const own = stage.session.facts.capabilities.resources
      const tells = legacy(stage.session) && isObject(own) && own.subscribe === true
      await stage.ask('resources/read', { uri })
      if (tells) await stage.ask('resources/subscribe', { uri })
      await stage.ask('resources/read', { uri })
      if (tells) await stage.ask('resources/unsubscribe', { uri })
    },
  },
]

export const STRESS_SCENARIOS: readonly Scenario[] = [
  {
    id: 'heavy',
    title: 'A message of a thousand levels, and one of five megabytes',
    impact: 'disruptive',
    apart: true,
    for: ['SX-01'],
    applies: () => true,
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(stage.session.facts.revision)
        const params = (inner: string): string => `{"example.com/pad":${inner}}`
        for (const [id, inner] of [
          ['deep', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
          ['large', `"${'x'.repeat(HEAVY)}"`],
        ] as const) {
          const text = `{"jsonrpc":"2.0","id":"loupe-heavy-${id}","method":${JSON.stringify(known(stage))},"params":{"_meta":${params(inner)}}}`
          const late = AbortSignal.timeout(10_000)
          await session.raw(text, { signal: late }).catch(() => {})
        }
      }),
  },
  {
    id: 'burst',
    title: 'A burst of lists',
    impact: 'disruptive',
    for: ['SX-02', 'HT-21'],
    applies: http,
    play: async (stage) =>
      void (await Promise.all(Array.from({ length: BURST * 3 }, (_, index) => probe(stage, `many-${index}`, known(stage), {})))),
  },
  {
    id: 'burst-calls',
    title: 'A burst of calls of the tool that you chose',
    impact: 'disruptive',
    for: ['TC-13'],
    applies: lent('tool', declares('tools')),
    play: async (stage) =>
      void (await Promise.all(Array.from({ length: BURST }, (_, index) => probe(stage, `burst-${index}`, 'tools/call', call(stage))))),
  },
  {
    id: 'end',
    title: 'A process whose stdin is closed',
    impact: 'disruptive',
    apart: true,
    for: ['ST-04', 'ST-05', 'ST-06'],
    applies: both(
      () => true,
      ({ facts }) => facts.transport === 'stdio',
    ),
    play: (stage) =>
      stage.apart(async (aside) => {
        await aside.greet(stage.session.facts.revision)
        await aside.end()
      }),
  },
]

/** All that needs a person's word, by what she lends for it. */
export const CONSENT: readonly { title: string; scenarios: readonly Scenario[] }[] = [
  { title: 'With the tool that you lend', scenarios: [...CALL_SCENARIOS, ...LENT_SCENARIOS, ...REPLY_SCENARIOS] },
  { title: 'With the prompt or the resource', scenarios: OFFER_SCENARIOS },
  { title: 'With tokens and accounts', scenarios: ACCOUNT_SCENARIOS },
  { title: 'Stress', scenarios: STRESS_SCENARIOS },
]

export const INTERACTIVE_SCENARIOS: readonly Scenario[] = CONSENT.flatMap(({ scenarios }) =>
  scenarios === STRESS_SCENARIOS ? [] : scenarios,
)
