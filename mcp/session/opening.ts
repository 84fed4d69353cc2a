// How a conversation begins: in the era that a person chose, or in the one that the server's answer to the first modern
// request tells. What an outcome means is judged in dialect/probe.ts.
import type { Dialect } from '../dialect/dialect.ts'
import { legacyDialect } from '../dialect/legacy.ts'
import { modernDialect } from '../dialect/modern.ts'
import { contradicts, judgeProbe, outcomeOf, type Judgement, type ProbeOutcome } from '../dialect/probe.ts'
import { isLegacy, isModern, LEGACY_REVISIONS, MODERN_REVISIONS, type Revision } from '../dialect/revisions.ts'
import { McpError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import type { ConnectOptions, EraVerdict } from '../session-types.ts'
import { isPipe } from '../transport/target.ts'
import { hasTextBeside } from './failure.ts'
import { pause } from './pause.ts'

/** Milliseconds of silence on a pipe after which initialize is tried. A slow start does no harm: see `openSilent`. */
const PATIENCE = 3000

/** The answer to a greeting. */
export interface Greeted {
  result: Json
  headers: Headers
}

/** What opening needs of a conversation. */
export interface Opening {
  speak(dialect: Dialect): void
  /** Sends the greeting of the dialect that is spoken. @throws McpError */
  hail(): Promise<Greeted>
  /** Takes in its answer and begins. @throws McpError */
  begin(greeted: Greeted, verdict: EraVerdict): Promise<void>
  /** Gives up all requests for this method without a word. */
  drop(method: string): void
}

/** @throws McpError when there is no session to be had. */
export async function open(opening: Opening, options: ConnectOptions): Promise<void> {
  const { era = 'legacy', known, onVerdict } = options
  if (era !== 'auto') {
    opening.speak(dialectFor(era, options))
    return opening.begin(await opening.hail(), { era: isNew(era) ? 'modern' : 'legacy', rule: 'chosen', why: 'You chose it.' })
  }
  const settle = (verdict: EraVerdict): EraVerdict => {
    onVerdict?.(verdict)
    return verdict
  }
  let wrong: McpError | undefined
  if (known?.era === 'legacy') {
    opening.speak(dialectFor('legacy', options))
    try {
      return await opening.begin(await opening.hail(), settle(known))
    } catch (error) {
      if (!(error instanceof McpError) || known.rule === 'transport' || !contradicts(error)) throw error
      wrong = error
    }
  }
  const modern = dialectFor('modern', options)
  const probe = new Probe(opening, modern)
  const outcome = isPipe(options.url) && known === undefined ? await probe.within(PATIENCE) : await probe.outcome
  if (outcome === undefined) return openSilent(opening, options, probe, modern, settle)
  const judgement = probe.judge(isPipe(options.url), outcome)
  if (judgement.kind !== 'decided') {
    const { error } = probe
    const unless = judgement.kind === 'undecided' ? judgement.unless : undefined
    if (unless !== undefined && error !== undefined && error.retryAt === undefined && wrong === undefined)
      return openBroken(opening, options, error, settle, unless)
    if (isBrokenAnswer(error)) {
      const why = `${error.message}. It answered initialize.`
      return openBroken(opening, options, error, settle, { era: 'legacy', rule: 'other-error', why })
    }
    throw failed(judgement, error)
  }
  const { verdict, revision } = judgement
  settle(verdict)
  if (verdict.era === 'modern') {
    if (probe.greeted === undefined) throw probe.error!
    return opening.begin(probe.greeted, verdict)
  }
  if (verdict.rule === 'exit') throw probe.error!
  if (wrong !== undefined && verdict.rule !== 'only-older') throw wrong
  probe.excuse(options.traffic)
  opening.speak(dialectFor(revision ?? 'legacy', options))
  await opening.begin(await opening.hail(), verdict)
}

/**
 * A process that has said nothing yet is greeted the older way. It reads both messages in order, so one that was merely slow
 * has answered the first by the time that it refuses the second.
 */
async function openSilent(
  opening: Opening,
  options: ConnectOptions,
  probe: Probe,
  modern: Dialect,
  settle: (verdict: EraVerdict) => EraVerdict,
): Promise<void> {
  const late = (era: EraVerdict['era']): EraVerdict | undefined => {
    const judgement = probe.come === undefined ? undefined : probe.judge(true, probe.come)
    return judgement?.kind === 'decided' && judgement.verdict.era === era ? judgement.verdict : undefined
  }
  opening.speak(dialectFor('legacy', options))
  let greeted: Greeted
  try {
    greeted = await opening.hail()
  } catch (error) {
    const verdict = late('modern')
    if (verdict === undefined || probe.greeted === undefined) throw error
    opening.speak(modern)
    return opening.begin(probe.greeted, settle(verdict))
  }
  const answered = late('modern')
  // One that took its time to start has refused it meanwhile.
  const refused = late('legacy')
  if (refused !== undefined) probe.excuse(options.traffic)
  opening.drop(probe.method)
  const silence = judgeProbe({ method: probe.method, overPipe: true, outcome: { kind: 'silent' } })
  const verdict: EraVerdict =
    answered === undefined
      ? (refused ?? (silence as Extract<Judgement, { kind: 'decided' }>).verdict)
      : {
          era: 'legacy',
          rule: 'late',
          why: 'It answered server/discover only after initialize had been sent, and took both: it speaks both eras.',
        }
  await opening.begin(greeted, settle(verdict))
}

/**
 * What answers the first modern request and cannot be read, or is a failure of the server, says nothing of the era: one of the older may
 * write a bad error, or crash over what it does not know. `verdict`: what holds if it answers initialize.
 */
async function openBroken(
  opening: Opening,
  options: ConnectOptions,
  broken: McpError,
  settle: (verdict: EraVerdict) => EraVerdict,
  verdict: EraVerdict,
): Promise<void> {
  opening.speak(dialectFor('legacy', options))
  let greeted: Greeted
  try {
    greeted = await opening.hail()
  } catch (error) {
    // Who is to log in, or to wait, got further than to the failure.
    if (error instanceof McpError && (error.kind === 'cancelled' || asksForMore(error))) throw error
    const { kind, message, advice = '', exchange, code, status, rpc, data } = broken
    const facts = { exchange, code, status, rpc, data }
    throw new McpError(kind, message, { ...facts, advice: `${advice} It did not answer initialize either.`.trim() })
  }
  await opening.begin(greeted, settle(verdict))
}

/** A request for a login or for patience has causes and remedies of its own. */
function asksForMore({ retryAt, status = 0 }: McpError): boolean {
  return retryAt !== undefined || [401, 403, 407, 429].includes(status)
}

function isBrokenAnswer(error: McpError | undefined): error is McpError {
  return error?.kind === 'garbled' && !hasTextBeside(error) && !isEchoed(error)
}

const isEchoed = ({ data }: McpError): boolean => isObject(data) && data.code === 'ECHO'

/** The first modern request, and what has come of it so far. */
class Probe {
  readonly method: string
  readonly outcome: Promise<ProbeOutcome>
  come: ProbeOutcome | undefined
  greeted: Greeted | undefined
  error: McpError | undefined

  constructor(opening: Opening, modern: Dialect) {
    this.method = modern.greeting().method
    opening.speak(modern)
    this.outcome = opening.hail().then(
      (greeted) => {
        this.greeted = greeted
        return (this.come = { kind: 'result', result: greeted.result })
      },
      (error: unknown) => {
        if (!(error instanceof McpError) || error.kind === 'cancelled') throw error
        this.error = error
        return (this.come = outcomeOf(error))
      },
    )
    this.outcome.catch(() => {})
  }

  judge(overPipe: boolean, outcome: ProbeOutcome): Judgement {
    return judgeProbe({ method: this.method, overPipe, outcome })
  }

  /** An older server that refuses what it cannot know has done nothing wrong. */
  excuse(traffic: ConnectOptions['traffic']): void {
    const rows = this.error?.exchange === undefined ? [] : (traffic.exchange(this.error.exchange)?.rows ?? [])
    for (const { seq } of rows) traffic.settle(seq, 'older era', 'plain')
  }

  /** Undefined when nothing has come by then. */
  async within(ms: number): Promise<ProbeOutcome | undefined> {
    const early = new AbortController()
    try {
      return await Promise.race([this.outcome, pause(ms, early.signal).then(() => undefined)])
    } finally {
      early.abort()
    }
  }
}

function isNew(era: NonNullable<ConnectOptions['era']>): boolean {
  return era === 'modern' || isModern(era)
}

function dialectFor(era: 'legacy' | 'modern' | Revision, { clientInfo, capabilities, url }: ConnectOptions): Dialect {
  return isNew(era)
    ? modernDialect({
        revision: isModern(era) ? era : MODERN_REVISIONS.at(-1)!,
        clientInfo,
        capabilities,
        overPipe: isPipe(url),
      })
    : legacyDialect({ revision: isLegacy(era) ? era : LEGACY_REVISIONS.at(-1)!, clientInfo, capabilities })
}

/** The error of a probe that settled nothing, or that settled that we are apart. */
function failed(judgement: Exclude<Judgement, { kind: 'decided' }>, error: McpError | undefined): McpError {
  if (judgement.kind === 'apart') {
    const supported = [...LEGACY_REVISIONS, ...MODERN_REVISIONS]
    return new McpError('rpc', `${judgement.why} Supported here are ${supported.join(', ')}.`, {
      data: { answered: judgement.supported, supported },
      advice: 'Use a server that speaks one of these revisions.',
    })
  }
  if (error === undefined) return new McpError('garbled', judgement.why)
  // So has a failure of the network.
  const own = error.kind === 'unreachable' || asksForMore(error)
  // Words on stdout are in the way of either era, and an echo is no server of any.
  if (own || hasTextBeside(error) || isEchoed(error)) return error
  const { kind, message, advice, exchange, code, status, rpc, data, retryAt } = error
  const choose = 'If you know the server to be an older one, choose the era “Legacy” (in the connection settings, or with --era legacy).'
  const facts = { exchange, code, status, rpc, data, retryAt }
  return new McpError(kind, message, { ...facts, advice: advice === undefined ? choose : `${advice} ${choose}` })
}
