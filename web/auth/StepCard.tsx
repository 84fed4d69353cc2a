// One step: what came of it in a line; opened, what is wrong and how to mend it, what was found and decided, each request, the rules
// that chose, and what can be changed before it is run again.
import { useId, useState } from 'react'
import type { Flaw, Step } from '#mcp/auth/flow-state.ts'
import { parseJson, type Json } from '#mcp/json.ts'
import { changeAuth, runSteps } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { duration, reveal } from '../ui/format.ts'
import type { JsonViewProps } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { RedirectUris } from '../ui/RedirectUris.tsx'
import { Decisions, Facts, Rules, Scopes } from './Findings.tsx'
import { EditForm } from './EditForm.tsx'
import { useIntoView } from './Now.tsx'
import type { ScopeTable } from './scope-table.ts'
import { cut, MARKS, WILL, WORDS } from './step-words.ts'
import { ToTraffic, Trips } from './Trips.tsx'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

const JsonView = deferred<JsonViewProps>(async () => (await import('../ui/JsonView.tsx')).JsonView)

export interface StepCardProps {
  connection: string
  step: Step
  busy: boolean
  /** It is read from a record: there is nothing to run. */
  recorded: boolean
  /** The address names it. */
  wanted: boolean
  /** Scroll to it when the address names it: not while what is due stands above all steps. */
  reveals: boolean
  /** It stopped the flow. */
  inPoint: boolean
  scopes: ScopeTable | undefined
  redirectUri: string
}

export function StepCard({ connection, step, busy, recorded, wanted, reveals, inPoint, scopes, redirectUri }: StepCardProps) {
  const { id, title, state, says, trips, rules, flaws, facts, decisions, edits, document } = step
  const [chosen, setChosen] = useState<{ when: string; open: boolean }>()
  const body = useId()
  const ref = useIntoView<HTMLLIElement>(wanted && reveals)
  // Opened or closed by hand it stays so, until the flow or the address points elsewhere.
  const when = `${wanted} ${inPoint}`
  const open = chosen?.when === when ? chosen.open : wanted || inPoint
  // The request that carried the token is no request of the step's own.
  const exchange = id === 'use' ? Number(facts.find(({ name }) => name === 'Exchange')?.value ?? 0) : 0
  const shown = exchange > 0 ? facts.filter(({ name }) => name !== 'Exchange') : facts
  const ms = trips.length === 0 ? undefined : trips.reduce((sum, trip) => sum + (trip.ms ?? 0), 0)
  return (
    <li ref={ref} className={style.step} data-testid="auth-step" data-step={id} data-state={state}>
      <h3>
        <button
          type="button"
          className={style.head}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setChosen({ when, open: !open })}
        >
          <span className={`${style.mark} ${style[state]}`} aria-hidden="true">
            {MARKS[state]}
          </span>
          <span className={style.name}>
            {title} <span className="visually-hidden">{WORDS[state]}</span>
          </span>
          <span className={state === 'waiting' || state === 'skipped' ? style.calm : style.says}>
            {state === 'running' && says === '' ? 'Running…' : reveal(says === '' ? (recorded ? 'Not in this record' : WILL[id]) : says)}
          </span>
          <span className={style.time}>
            {trips.length > 0 && `${trips.length} × HTTP`}
            {ms !== undefined && ms > 0 && ` · ${duration(ms)}`}
          </span>
        </button>
      </h3>
      {open && (
        <div id={body} className={style.body}>
          {flaws.map((flaw) => (
            <FlawNote key={flaw.code + flaw.says} connection={connection} step={id} flaw={flaw} />
          ))}
          {decisions.length > 0 && <Decisions decisions={decisions} />}
          {scopes !== undefined && <Scopes table={scopes} />}
          {shown.length > 0 && <Facts facts={shown} />}
          {exchange > 0 && (
            <div className={style.acts}>
              <ToTraffic connection={connection} exchange={exchange} />
            </div>
          )}
          {trips.length > 0 && <Trips connection={connection} trips={trips} />}
          {document !== undefined && <Document text={document} title={title} />}
          {id === 'registration' && (state === 'needs-you' || state === 'failed') && <RedirectUris uri={redirectUri} />}
          {rules.length > 0 && <Rules rules={rules} />}
          {!recorded && <Acts connection={connection} step={step} busy={busy} edits={edits} />}
        </div>
      )}
    </li>
  )
}

function FlawNote({ connection, step, flaw: { level, says, mend, waiver } }: { connection: string; step: Step['id']; flaw: Flaw }) {
  const { fault, act } = useAct()
  return (
    <Note
      tone={level === 'error' ? 'bad' : 'warn'}
      title={reveal(cut(says, 1000))}
      actions={
        waiver === undefined ? undefined : (
          <Button
            look="danger"
            title="Sets this rule aside for this server, to see what it does then"
            onClick={() =>
              act(
                changeAuth(connection, (settings) => ({ ...settings, waive: [...(settings.waive ?? []), waiver] })).then(() =>
                  // An answer of a login is used once: the next one is had by another login.
                  runSteps(connection, step === 'callback' ? 'authorization' : step),
                ),
              )
            }
          >
            Go on anyway
          </Button>
        )
      }
    >
      {reveal(mend)}
      {fault !== undefined && <span className={style.bad}> {reveal(fault)}</span>}
    </Note>
  )
}

function Document({ text, title }: { text: string; title: string }) {
  const value = readDocument(text)
  return (
    <details className={style.fold}>
      <summary>The document</summary>
      {value === undefined ? <pre className={style.wire}>{reveal(text)}</pre> : <JsonView value={value} label={title} />}
    </details>
  )
}

function readDocument(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function Acts({
  connection,
  step: { id, title, state },
  busy,
  edits,
}: {
  connection: string
  step: Step
  busy: boolean
  edits: Step['edits']
}) {
  const { fault, act } = useAct()
  // What it waits for is typed there, unless it is the login.
  const [chosen, setEditing] = useState<boolean>()
  const editing = chosen ?? (state === 'needs-you' && id !== 'authorization' && id !== 'sign-on')
  // The answer of the login cannot be had again, and the server is asked by the next request.
  const runs = id !== 'callback' && id !== 'use'
  const lasts = id !== 'refresh' && id !== 'revoke'
  if (!runs) return null
  const edit = edits.some(({ changed }) => changed) ? 'Edit (changed)' : 'Edit'
  return (
    <>
      <div className={style.acts}>
        <Button disabled={busy} aria-label={`Run this step: ${title}`} onClick={() => act(runSteps(connection, id, id))}>
          Run this step
        </Button>
        {lasts && (
          <Button disabled={busy} aria-label={`Run from here: ${title}`} onClick={() => act(runSteps(connection, id))}>
            Run from here
          </Button>
        )}
        {edits.length > 0 && (
          <Button aria-expanded={editing} aria-label={`${edit}: ${title}`} onClick={() => setEditing(!editing)}>
            {edit}
          </Button>
        )}
        {fault !== undefined && <span className={style.bad}>{reveal(fault)}</span>}
      </div>
      {editing && <EditForm key={edits.map(({ path }) => path).join()} connection={connection} step={id} edits={edits} busy={busy} />}
    </>
  )
}
