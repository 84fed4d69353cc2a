// What authorization asks of a person while another panel is in view: more scopes for a call, or a login.
import { linkTo } from '../route/route.ts'
import { useAuth } from '../session/auth-state.ts'
import { QUICK } from '../ui/auth-words.ts'
import { LoginBox } from './LoginBox.tsx'
import { RunningBox } from './RunningBox.tsx'
import { StepUpBox } from './StepUpBox.tsx'
import style from './Auth.module.css'

export interface AuthBannerProps {
  connection: string
}

export function AuthBanner({ connection }: AuthBannerProps) {
  const flow = useAuth(connection)
  if (flow === undefined) return null
  const { stepUp, open, at, holds, status } = flow
  const runs = holds && status === 'running' && open === undefined
  if (stepUp === undefined && !runs && (open === undefined || !holds)) return null
  const steps = <a href={linkTo({ panel: 'auth', item: at })}>See the steps</a>
  return (
    <div className={style.banner}>
      {stepUp !== undefined ? (
        <StepUpBox connection={connection} stepUp={stepUp} more={steps} />
      ) : runs ? (
        <RunningBox connection={connection} flow={flow} after={QUICK} more={steps} />
      ) : (
        open !== undefined && <LoginBox connection={connection} flow={flow} open={open} more={steps} />
      )}
    </div>
  )
}
