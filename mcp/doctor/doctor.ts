// Runs the checklist, step after step, and tells each as it begins and ends. Asks a server for its greeting and its
// lists, and where it refuses, where one may log in; and ends the sessions that it opened.
import { openOnce } from './opening.ts'
import { CONVERSATION_STEPS, PROCESS_STEP } from './conversation.ts'
import { GUARD_STEP } from './guard.ts'
import { HTTP_STEPS, STREAM_STEPS } from './http.ts'
import { NETWORK_STEPS } from './network.ts'
import type { Case, Found, Patient, Step, StepReport } from './step.ts'

export const STEPS: readonly Step[] = [PROCESS_STEP, ...NETWORK_STEPS, ...HTTP_STEPS, ...CONVERSATION_STEPS, ...STREAM_STEPS, GUARD_STEP]

/** Resolves with all steps that apply. Never rejects; an abort leaves the rest 'not-reached'. Nothing is left open. */
export async function examine(patient: Patient, onStep: (report: StepReport) => void = () => {}): Promise<StepReport[]> {
  const opening = openOnce(patient)
  const of: Case = { ...patient, opened: opening.opened }
  const reports: StepReport[] = []
  let over: string | undefined
  try {
    for (const step of STEPS.filter(({ applies }) => applies(patient.target))) {
      const { id, title } = step
      const blank = { id, title, says: '', evidence: [], todo: [] }
      if (patient.signal.aborted) over ??= 'Stopped by you.'
      if (over !== undefined) {
        const report: StepReport = { ...blank, state: 'not-reached', says: over }
        reports.push(report)
        onStep(report)
        continue
      }
      onStep({ ...blank, state: 'running' })
      const begun = performance.now()
      const found = await run(step, of)
      const { state, says, evidence = [], todo = [], snippet, ends, ms = performance.now() - begun } = found
      const report: StepReport = {
        id,
        title,
        state,
        says,
        evidence,
        todo,
        ...(snippet === undefined ? {} : { snippet }),
        ...(state === 'skipped' ? {} : { ms }),
      }
      reports.push(report)
      onStep(report)
      if (ends === true) over = `Not reached, because of: ${title}.`
    }
  } finally {
    await opening.close()
  }
  return reports
}

async function run(step: Step, of: Case): Promise<Found> {
  try {
    return await step.run(of)
  } catch (error) {
    return {
      state: of.signal.aborted ? 'skipped' : 'bad',
      says: of.signal.aborted ? 'Stopped by you.' : `The step itself failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
