// How a flow stands, put together for a person: what may be edited, where it stopped, what it waits for. Pure.
import type { Revision } from '../dialect/revisions.ts'
import { editsOf } from './edits.ts'
import type { FlowState, Step } from './flow-state.ts'
import type { AuthSettings } from './settings.ts'
import type { Memory } from './work.ts'

type Told = Pick<FlowState, 'server' | 'resource' | 'redirectUri' | 'kept' | 'holds' | 'grants' | 'open' | 'stepUp' | 'token'>

export interface Standing extends Told {
  settings: AuthSettings
  memory: Memory
  revision: Revision
  why: string
  steps: readonly Step[]
  /** A run is under way. */
  busy: boolean
  failed: boolean
  closed?: 'signed-out' | 'given-up'
}

export function stateOf({ settings, memory, revision, why, steps: done, busy, failed, closed, ...told }: Standing): FlowState {
  const { redirectUri, resource, stepUp, token } = told
  const steps = done.map((step) => ({ ...step, edits: editsOf(step.id, settings, memory, { redirectUri, resource }) }))
  const stopped = steps.find(({ state }) => state === 'failed' || state === 'needs-you' || state === 'running')
  const waits = stepUp !== undefined || steps.some(({ state }) => state === 'needs-you')
  const status = (): FlowState['status'] => {
    if (busy) return 'running'
    if (waits) return 'waiting'
    if (failed) return 'failed'
    if (token !== undefined) return 'authorized'
    return closed === undefined ? 'idle' : 'closed'
  }
  return {
    ...told,
    mode: settings.mode ?? 'auto',
    revision,
    revisionWhy: why,
    status: status(),
    steps,
    ...(memory.refusal === undefined ? {} : { refused: true }),
    ...(closed === 'given-up' ? { gaveUp: true } : {}),
    ...(stopped === undefined ? {} : { at: stopped.id }),
  }
}
