// The target and the facts in the header of a file that anyone may have written.
import { isLegacy, isModern } from '../dialect/revisions.ts'
import { isObject, type Json } from '../json.ts'
import { readImplementation } from '../model-read.ts'
import type { EraRule, EraVerdict, Facts } from '../session-types.ts'
import type { HttpTarget, Target } from '../transport/target.ts'

const TRANSPORTS = ['streamable-http', 'http+sse', 'stdio', 'websocket'] as const
const LISTENING: readonly Facts['listening'][] = ['opening', 'open', 'none', 'lost', 'ended']
const RULES: readonly EraRule[] = [
  'chosen',
  'discovered',
  'modern-error',
  'only-older',
  'other-error',
  'refused',
  'silence',
  'late',
  'failed',
  'exit',
  'transport',
]

/** A target is only ever shown; one that cannot be read is an address without a name. */
export function readTarget(value: Json | undefined): Target {
  const given = isObject(value) ? value : {}
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '')
  if (given.kind === 'stdio') {
    const args = Array.isArray(given.args) ? given.args.filter((one) => typeof one === 'string') : []
    const target: Target = { kind: 'stdio', command: text('command'), args, env: readPairs(given.env) }
    if (text('cwd') !== '') target.cwd = text('cwd')
    if (Array.isArray(given.watch)) target.watch = given.watch.filter((one) => typeof one === 'string')
    return target
  }
  const target: HttpTarget = { kind: 'http', url: text('url'), headers: readPairs(given.headers), via: 'auto' }
  if (given.via === 'direct' || given.via === 'proxy') target.via = given.via
  if (text('bearer') !== '') target.bearer = text('bearer')
  if (given.transport === 'http' || given.transport === 'sse') target.transport = given.transport
  return target
}

/** `header`: names what was spoken, for facts that do not. A text says what is wrong. */
export function readFacts(value: Json, header: { [name: string]: Json } = {}): Facts | string {
  if (!isObject(value)) return 'they are no object'
  const { era = header.era, revision = header.revision, greeting, greetedBy, instructions, envelope } = value
  const transport = TRANSPORTS.find((one) => one === (value.transport ?? header.transport))
  if (era !== 'legacy' && era !== 'modern') return '"era" is neither legacy nor modern'
  if (!isLegacy(revision) && !isModern(revision)) return '"revision" is not known here'
  if (transport === undefined) return '"transport" is not known here'
  const facts: Facts = {
    era,
    revision,
    transport,
    verdict: readVerdict(value.verdict, era),
    // Nobody can be asked any more.
    pings: false,
    capabilities: isObject(value.capabilities) ? value.capabilities : {},
    listening: LISTENING.find((one) => one === value.listening) ?? 'none',
    subscribed: [],
    greeting: greeting ?? null,
    greetedBy: typeof greetedBy === 'string' ? greetedBy : '',
  }
  const serverInfo = readImplementation(value.serverInfo)
  if (serverInfo !== undefined) facts.serverInfo = serverInfo
  if (typeof instructions === 'string') facts.instructions = instructions
  if (isObject(envelope)) facts.envelope = envelope
  return facts
}

function readVerdict(value: Json | undefined, era: EraVerdict['era']): EraVerdict {
  const given = isObject(value) ? value : {}
  const rule = RULES.find((one) => one === given.rule) ?? 'chosen'
  const verdict: EraVerdict = { era, rule, why: typeof given.why === 'string' ? given.why : '' }
  if (typeof given.at === 'number' && Math.abs(given.at) <= 8.64e15) verdict.at = given.at
  return verdict
}

function readPairs(value: Json | undefined): { name: string; value: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) =>
    isObject(one) && typeof one.name === 'string' && typeof one.value === 'string' ? [{ name: one.name, value: one.value }] : [],
  )
}
