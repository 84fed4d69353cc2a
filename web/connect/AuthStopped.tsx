// Why authorization stopped, what mends it, and the way to its step.
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { go } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'

const stepOf = ({ at, steps }: FlowState) => steps.find(({ id }) => id === at)

/** Of a flow that failed. The flaw says more than the step does, where there is one. */
export function stopOf(flow: FlowState): { title: string; why: string; mend?: string } {
  const step = stepOf(flow)
  const flaw = step?.flaws.find(({ level }) => level === 'error')
  return {
    title: `Authorization stopped at “${step?.title ?? 'its beginning'}”`,
    why: reveal(brief(flaw?.says ?? step?.says ?? '')),
    ...(flaw === undefined ? {} : { mend: reveal(flaw.mend) }),
  }
}

export function ToStep({ flow }: { flow: FlowState }) {
  const step = stepOf(flow)
  return (
    <Button onClick={() => go({ panel: 'auth', ...(flow.at === undefined ? {} : { item: flow.at }) })}>
      {step === undefined ? 'Open Authorization' : `Show the step “${step.title}”`}
    </Button>
  )
}

/** A server may have written it, at any length; the step shows more. */
function brief(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`
}
