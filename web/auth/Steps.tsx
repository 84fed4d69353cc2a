// The steps, one beneath the other.
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { useRoute } from '../route/route.ts'
import { scopeTableOf } from './scope-table.ts'
import { StepCard } from './StepCard.tsx'
import { stepInPoint } from './step-words.ts'
import style from './Auth.module.css'

/** `recorded`: there is nothing to run. */
export function Steps({ connection, flow, recorded = false }: { connection: string; flow: FlowState; recorded?: boolean }) {
  const { item } = useRoute()
  const point = stepInPoint(flow)
  const scopes = scopeTableOf(flow)
  // Beside the request that asked for them, or the answer that gave them.
  const shownAt = flow.token !== undefined || !flow.steps.some(({ id }) => id === 'authorization') ? 'token' : 'authorization'
  return (
    <ol className={style.steps} aria-label="Steps">
      {flow.steps.map((step) => (
        <StepCard
          key={step.id}
          connection={connection}
          step={step}
          recorded={recorded}
          busy={flow.status === 'running'}
          wanted={item === step.id}
          inPoint={point?.id === step.id}
          reveals={flow.open === undefined}
          redirectUri={flow.redirectUri}
          scopes={step.id === shownAt ? scopes : undefined}
        />
      ))}
    </ol>
  )
}
