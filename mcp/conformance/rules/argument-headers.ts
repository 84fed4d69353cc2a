// Arguments that travel as headers, too: what a server does when both agree, and when they do not.
import { probed, type Heard } from '../probes.ts'
import { MODERN } from '../revision.ts'
import type { Level, Look, Rule } from '../rule.ts'

const PAGE = ['2026-07-28/basic/transports/streamable-http']
const MISMATCH = -32020

/** It is let through; that the tool itself fails is another matter. */
function taken({ status, code, result }: Heard): Look {
  if (result !== undefined) return undefined
  if (code === MISMATCH) return { says: `the code is ${MISMATCH}`, at: '/error/code' }
  return status === 400 ? 'it is answered with HTTP 400' : null
}

function turnedAway({ status, code, result }: Heard): Look {
  if (result !== undefined) return 'it is executed'
  if (code !== MISMATCH)
    return code === undefined
      ? status === undefined
        ? null
        : `it is answered with HTTP ${status}`
      : { says: `the code is ${code}`, at: '/error/code' }
  return status === 400 ? undefined : { says: `it comes with HTTP ${status}`, echo: true }
}

function rule(id: string, level: Level, says: string, looksAt: string, probe: string, look: (heard: Heard) => Look, mend: string): Rule {
  return { id, level, revisions: MODERN, spec: PAGE, says, looksAt, mend, ...probed(probe, level, look) }
}

const TAKE = 'Compare decoded headers with the arguments, and execute the call where they agree.'
const COMPARE = `Compare each Mcp-Param header with its argument, and answer 400 with ${MISMATCH}, before the tool is called.`

export const ARGUMENT_HEADER_RULES: readonly Rule[] = [
  rule(
    'HD-12',
    'MUST',
    'A call whose headers agree with its arguments is executed.',
    'call with such a header',
    'mirror-match',
    taken,
    TAKE,
  ),
  rule(
    'HD-13',
    'MUST',
    'A call that lacks such a header is refused with 400 and -32020.',
    'call without its header',
    'mirror-omitted',
    turnedAway,
    COMPARE,
  ),
  rule(
    'HD-14',
    'MUST',
    'A call whose header says something else is refused with 400 and -32020.',
    'call with another header',
    'mirror-differs',
    turnedAway,
    COMPARE,
  ),
  rule(
    'HD-15',
    'MUST NOT',
    'No header is demanded of an argument that is absent or null.',
    'call without such an argument',
    'mirror-absent',
    taken,
    'Ask for an Mcp-Param only where its argument is there and not null.',
  ),
  rule(
    'HD-16',
    'SHOULD',
    'Integers are compared by value: 42.0 is 42.',
    'call with an integer written otherwise',
    'mirror-integer',
    taken,
    'Compare numbers, not texts.',
  ),
  rule(
    'HD-17',
    'MUST',
    'A text beyond ASCII is decoded before it is compared.',
    'call with an encoded header',
    'mirror-text',
    taken,
    'Decode =?base64?…?= first.',
  ),
  rule(
    'HD-20',
    'derived',
    'A text that looks encoded, and is encoded, is that text.',
    'call with a text that looks encoded',
    'mirror-sentinel',
    taken,
    'Decode once.',
  ),
]
