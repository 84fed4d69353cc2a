// Results that want input, asked for again: as they should be, and as they should not.
import { isText } from '../items.ts'
import { probed, refused, served, type Heard } from '../probes.ts'
import { MODERN } from '../revision.ts'
import { remembering, type Look, type Rule } from '../rule.ts'

const PAGE = ['2026-07-28/basic/patterns/mrtr']
const wants = ({ result }: Heard): boolean => result?.resultType === 'input_required'
/** A state that should not have been taken. To ask anew is neither. */
const unless =
  (says: string) =>
  (heard: Heard): Look =>
    wants(heard) ? null : heard.result === undefined ? refused(heard) : { says, outcome: 'warn' }
/** Milliseconds after which a state is old. */
const OLD = 3_600_000

export const RETRY_RULES: readonly Rule[] = [
  {
    id: 'MR-05',
    level: 'derived',
    revisions: MODERN,
    spec: PAGE,
    says: 'A request that brings what was wanted goes on.',
    looksAt: 'request that brings it',
    mend: 'Take the answers from "inputResponses", by their names, and go on.',
    ...probed('retry-proper', 'derived', served),
  },
  {
    id: 'MR-06',
    level: 'MUST',
    revisions: MODERN,
    spec: PAGE,
    says: 'A state that was tampered with is refused.',
    looksAt: 'request with a state that was altered',
    remark: 'A state that is taken is a warning: whether anything hangs on it is not seen from outside.',
    mend: 'Sign it (an HMAC), and check that first. One on which nothing hangs may be taken.',
    ...probed('retry-altered', 'MUST', unless('it is taken: it must be refused wherever anything hangs on it')),
  },
  {
    id: 'MR-07',
    level: 'SHOULD',
    revisions: MODERN,
    spec: PAGE,
    says: 'What is still missing is asked for again.',
    looksAt: 'request that brings less than was wanted',
    mend: 'Ask again, with a new input_required result, for what is still missing.',
    ...probed('retry-missing', 'SHOULD', (heard) =>
      wants(heard) ? undefined : heard.code === undefined ? null : { says: `it fails with the error ${heard.code}`, at: '/error' },
    ),
  },
  {
    id: 'MR-08',
    level: 'SHOULD',
    revisions: MODERN,
    spec: PAGE,
    says: 'What was not wanted is ignored.',
    looksAt: 'request that brings more than was wanted',
    mend: 'Pass over answers that you did not want.',
    ...probed('retry-extra', 'SHOULD', served),
  },
  {
    id: 'MR-09',
    level: 'SHOULD',
    revisions: MODERN,
    spec: PAGE,
    says: 'Answers of another form are refused.',
    looksAt: 'request whose answers are of another form',
    mend: 'Answer with -32602.',
    ...probed('retry-malformed', 'SHOULD', (heard) => (wants(heard) ? null : refused(heard))),
  },
  {
    id: 'MR-10',
    level: 'SHOULD',
    revisions: MODERN,
    spec: PAGE,
    says: 'A state belongs to the request that it was given for.',
    looksAt: 'request with the state of another',
    mend: 'Bind it to the tool, its arguments and the user.',
    ...probed('retry-elsewhere', 'SHOULD', unless('it is taken')),
  },
  {
    id: 'MR-11',
    level: 'SHOULD',
    revisions: MODERN,
    spec: PAGE,
    says: 'A state does not hold for ever.',
    looksAt: 'request with a state that is older than an hour',
    remark: 'It is a remark always: how long a state holds is the server’s to say.',
    mend: 'Put the time into it, and refuse what is old.',
    ...remembering(
      ['result', 'failure'],
      'SHOULD',
      () => new Map<string, number>(),
      ({ kind, result, asked, at }, given) => {
        if (isText(result.requestState) && given.size < 1000) given.set(result.requestState, given.get(result.requestState) ?? at)
        const brought = asked?.params.requestState
        const born = isText(brought) ? given.get(brought) : undefined
        if (born === undefined || at - born < OLD) return null
        return kind === 'failure'
          ? undefined
          : { says: `it is ${Math.round((at - born) / 60_000)} minutes old, and is taken`, outcome: 'info' }
      },
      undefined,
      true,
    ),
  },
  {
    id: 'MR-12',
    level: 'derived',
    revisions: MODERN,
    spec: [...PAGE, '2026-07-28/basic/index'],
    says: 'What was wanted may be brought over another connection.',
    looksAt: 'request that brings it there',
    mend: 'Keep nothing with the connection: what you need belongs into requestState.',
    ...probed('retry-over', 'derived', served),
  },
  {
    id: 'DV-13',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', '2026-07-28/basic/patterns/mrtr'],
    says: 'Who cannot be asked is not asked.',
    looksAt: 'call, by a client that declares nothing, of a tool that asks',
    mend: 'Answer without it, or with -32021 and what is needed.',
    ...probed('bare-call', 'MUST NOT', (heard) => {
      if (wants(heard)) return { says: 'it wants input', at: '/result/inputRequests' }
      return heard.result !== undefined || heard.code === -32021 ? undefined : null
    }),
  },
]
