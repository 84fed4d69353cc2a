// Why a server cannot be reached, or is slow: one checklist, a step a line, with what was seen, what to do about it and
// what to paste.
import { shownTarget } from '#mcp/traffic/secret-names.ts'
import { markdownOf, verdictOf } from '#mcp/doctor/report.ts'
import type { StepReport } from '#mcp/doctor/step.ts'
import { useConnection } from '../session/connections.ts'
import { startCheckup, stopCheckup, useCheckup, type Checkup } from '../session/doctor.ts'
import { useProgressSaid } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { reveal, running } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import pane from '../ui/Pane.module.css'
import { Step } from './Step.tsx'
import { Said } from '../ui/Said.tsx'
import style from './Doctor.module.css'

export function DoctorPanel() {
  const connection = useConnection()
  const id = connection?.id ?? ''
  const checkup = useCheckup(id)
  if (connection === undefined) return null
  const { target, name } = connection
  const start = () => void startCheckup(id)
  const what = shownTarget(target)
  return (
    <section className={pane.pane} aria-labelledby="doctor">
      <div className={pane.bar}>
        <h2 id="doctor">Doctor</h2>
        {checkup?.running === true && <Elapsed since={checkup.at} />}
        <span className={pane.end}>
          {checkup !== undefined && !checkup.running && checkup.steps.length > 0 && (
            <CopyButton label="Copy as Markdown" text={() => markdownOf(what, checkup.steps)} />
          )}
          {checkup?.running === true ? (
            <Button onClick={() => stopCheckup(id)}>Stop</Button>
          ) : (
            checkup !== undefined && (
              <Button look="primary" onClick={start}>
                Run again
              </Button>
            )
          )}
        </span>
      </div>
      <div className={pane.body} data-testid="doctor" data-state={checkup === undefined ? 'idle' : checkup.running ? 'running' : 'done'}>
        {checkup === undefined ? (
          <EmptyState
            title={`How well can ${reveal(name)} be reached?`}
            actions={
              <Button look="primary" onClick={start}>
                Run the checklist
              </Button>
            }
          >
            {target.kind === 'stdio'
              ? 'Starts a second copy of the command, greets it, asks for its lists and ends it.'
              : 'Looks at DNS, TCP, TLS, CORS, HTTP and authorization, greets the server, asks for its lists and ends the session.'}{' '}
            Nothing else is asked for, and no tool is called.
          </EmptyState>
        ) : (
          <Checklist checkup={checkup} />
        )}
      </div>
    </section>
  )
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(100)
  return <span className={style.dim}>{running(now - since)}</span>
}

const TONES = { bad: 'bad', warn: 'warn' } as const

function Checklist({ checkup }: { checkup: Checkup }) {
  const { steps, running, error } = checkup
  const tone = worst(steps)
  const last = steps.at(-1)
  useProgressSaid(running && last !== undefined ? last.title : undefined)
  return (
    <>
      <Said as="div" className={style.verdict}>
        {!running && (
          <Note tone={error !== undefined ? 'info' : tone === undefined ? 'ok' : TONES[tone]} title={reveal(error ?? verdictOf(steps))} />
        )}
      </Said>
      <ol className={style.steps} aria-label="Steps">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </>
  )
}

function worst(steps: StepReport[]): 'bad' | 'warn' | undefined {
  return (['bad', 'warn'] as const).find((state) => steps.some((step) => step.state === state))
}
