// Assessments with what the judge says of them, as soon as it says so. One check serves all who look at the same draft.
import { useEffect, useState } from 'react'
import { heldAt } from '#mcp/held.ts'
import type { Json } from '#mcp/json.ts'
import { heldAccess } from '../viewers/held-way.ts'
import { withProblems, type Assessment, type Problem } from './draft.ts'
import { JudgeDesk, type JudgePort, type Verdict } from './judge-desk.ts'

const desk = new JudgeDesk(
  () => new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module', name: 'loupe-judge' }) as JudgePort,
)

interface Check {
  schema: Json
  verdict?: Verdict
  promise: Promise<Verdict>
  waiting: number
  stop: AbortController
}

const checks = new WeakMap<Assessment, Check>()
/** Schemas whose last check took too long: the next one waits until the typing stops. */
const slow = new WeakSet<object>()
const PAUSE = 400

function checkOf(schema: Json, assessment: Assessment, urgent: boolean): Check {
  const known = checks.get(assessment)
  if (known !== undefined && known.schema === schema && !known.stop.signal.aborted) return known
  const stop = new AbortController()
  const check: Check = { schema, waiting: 0, stop, promise: undefined! }
  const pause = !urgent && typeof schema === 'object' && schema !== null && slow.has(schema) ? wait(PAUSE, stop.signal) : undefined
  check.promise = (async () => {
    await pause
    const verdict = await desk.judge(schema, assessment.arguments, stop.signal)
    if (typeof schema === 'object' && schema !== null && !stop.signal.aborted)
      if (verdict.unchecked === undefined) slow.delete(schema)
      else slow.add(schema)
    return (check.verdict = verdict)
  })()
  checks.set(assessment, check)
  return check
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

/** All that is wrong with what was assessed, from the judge too. Never rejects. */
export async function judged(schema: Json, assessment: Assessment): Promise<Assessment> {
  const known = knownVerdict(schema, assessment)
  if (known !== undefined) return complete(assessment, known)
  const check = checkOf(schema, assessment, true)
  check.waiting += 1
  return complete(assessment, await check.promise)
}

/** The same where the judge has spoken already. */
export function knownJudged(schema: Json, assessment: Assessment): Assessment | undefined {
  const verdict = knownVerdict(schema, assessment)
  return verdict === undefined ? undefined : complete(assessment, verdict)
}

/** What is wrong with any value: [] when it fits, one warning when it could not be checked. */
export async function judgeValue(schema: Json, value: Json, signal?: AbortSignal): Promise<readonly Problem[]> {
  const held = heldAt(value)
  if (held === undefined) return problemsOf(await desk.judge(schema, value, signal))
  const { handHeld } = await heldAccess()
  return problemsOf(await desk.judgeAway(schema, { open: () => handHeld(held.id, held.pointer) }, signal))
}

/**
 * An assessment with what the judge says of it. Until it has spoken, what it said last stands, so that words do not
 * come and go with each key.
 */
export function useJudged(schema: Json, assessment: Assessment): Assessment {
  const [last, setLast] = useState<{ schema: Json; verdict: Verdict }>()
  const verdict = knownVerdict(schema, assessment)
  useEffect(() => {
    if (verdict !== undefined) return
    const check = checkOf(schema, assessment, false)
    check.waiting += 1
    let gone = false
    void check.promise.then((spoken) => !gone && setLast({ schema, verdict: spoken }))
    return () => {
      gone = true
      check.waiting -= 1
      if (check.waiting === 0 && check.verdict === undefined) check.stop.abort()
    }
  }, [schema, assessment, verdict])
  const shown = verdict ?? (last?.schema === schema ? last.verdict : undefined)
  return shown === undefined ? assessment : complete(assessment, shown)
}

function knownVerdict(schema: Json, assessment: Assessment): Verdict | undefined {
  const check = checks.get(assessment)
  return check !== undefined && check.schema === schema && !check.stop.signal.aborted ? check.verdict : undefined
}

const completed = new WeakMap<Assessment, { verdict: Verdict; result: Assessment }>()

function complete(assessment: Assessment, verdict: Verdict): Assessment {
  const known = completed.get(assessment)
  if (known?.verdict === verdict) return known.result
  const result = withProblems(assessment, problemsOf(verdict))
  completed.set(assessment, { verdict, result })
  return result
}

function problemsOf({ problems, unchecked }: Verdict): readonly Problem[] {
  return unchecked === undefined ? problems : [{ at: '', says: unchecked, level: 'warn' }]
}
