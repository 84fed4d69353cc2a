// Does this server behave? What the rules found in the traffic, and in a run that a person starts: by area, with a score for
// each level, and each breach in words.
import { combined } from '#mcp/conformance/combine.ts'
import { ALL } from '#mcp/conformance/revision.ts'
import type { Revision } from '#mcp/dialect/revisions.ts'
import type { CheckState } from '../session/check-state.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { hasLostRun, startRun, stopRun, useRun, useStandings, type CheckRun } from '../session/checks.ts'
import { useConnection } from '../session/connections.ts'
import { useFound } from '../session/findings.ts'
import { useProgressSaid } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import pane from '../ui/Pane.module.css'
import { leftOf, useLeft, useScrolled } from './as-left.ts'
import { CheckRow } from './CheckRow.tsx'
import { areasOf, matches, SHOWN, type Shown } from './check-list.ts'
import { Consent } from './Consent.tsx'
import { Export } from './Export.tsx'
import { Scores } from './Scores.tsx'
import { NothingFound, stillWords, toCheck, Unchecked } from './Unchecked.tsx'
import style from './Checks.module.css'

type Spoken = Revision | 'as connected' | 'each'

export function ChecksPanel() {
  const connection = useConnection()
  const id = connection?.id ?? ''
  const standings = useStandings(id)
  const run = useRun(id)
  const found = useFound(id)
  const [shown, setShown] = useLeft<Shown>(id, 'shown', 'broken')
  const [filter, setFilter] = useLeft<string>(id, 'filter', '')
  const [spoken, setSpoken] = useLeft<Spoken>(id, 'spoken', 'as connected')
  const all = combined(standings ?? [], run?.states ?? [])
  const seen = all.filter(({ outcome }) => outcome !== 'skipped')
  const [body, scrolled] = useScrolled(id, seen.length > 0)
  const revisions = spoken === 'each' ? [...ALL] : spoken === 'as connected' ? [] : [spoken]
  if (connection === undefined) return null
  const sends = connection.record === undefined
  const behind = toCheck(found, connection.messages)
  const list = all.filter((state) => SHOWN[shown].keeps(state) && matches(state, filter))
  const spokenIn = revisions.length === 0 ? {} : { revisions }
  const start = () => void startRun(id, spokenIn)
  return (
    <section className={pane.pane} aria-labelledby="checks">
      <div className={pane.bar}>
        <h2 id="checks">Checks</h2>
        {run?.running === true && <Progress run={run} />}
        <span className={pane.end}>
          {seen.length > 0 && (
            <Export
              wish={{
                about: seen.find(({ record, pending }) => record !== undefined && pending !== true)?.record ?? id,
                target: connection.target,
                rows: all,
                behind,
                ...chosenBy(connection, run),
                ...(run === undefined ? {} : { profile: profileOf(run) }),
              }}
            />
          )}
          {sends &&
            (run?.running === true ? (
              <Button onClick={() => stopRun(id)}>Stop</Button>
            ) : (
              <Button look="primary" disabled={connection.status !== 'connected'} onClick={start}>
                {run === undefined ? 'Run safe checks' : 'Run again'}
              </Button>
            ))}
        </span>
      </div>
      <div
        className={pane.body}
        ref={body}
        onScroll={scrolled}
        data-testid="checks"
        data-state={run === undefined ? 'idle' : run.running ? 'running' : 'done'}
        data-judged={found?.judged ?? 0}
      >
        {sends && run === undefined && hasLostRun(id) && (
          <Note tone="info" title="A run went when the page was reloaded">
            What it found is not among what stands below: run the checks again.
          </Note>
        )}
        {run?.error !== undefined && <Note tone="warn" title={reveal(run.error)} role="status" />}
        {seen.length === 0 ? (
          <EmptyState title={behind > 0 ? stillWords(behind) : standings === undefined ? 'Looking…' : 'Nothing was said yet'}>
            Every message of the server is held against what its revision asks for, as it comes. Connect and use it, and what it does wrong
            stands here; a run of safe checks asks for more, in conversations of its own, and calls no tool.
          </EmptyState>
        ) : (
          <>
            <Scores states={all} />
            {found !== undefined && <Unchecked {...found} />}
            <div className={style.filter}>
              <span role="group" aria-label="Show" className={style.shown}>
                {Object.entries(SHOWN).map(([name, { title, keeps }]) => (
                  <button key={name} type="button" aria-pressed={shown === name} onClick={() => setShown(name as Shown)}>
                    {title} <span className={style.dim}>{all.filter(keeps).length}</span>
                  </button>
                ))}
              </span>
              <input
                type="search"
                aria-label="Filter checks"
                placeholder="Filter: TL, MUST, session…"
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
              />
              {sends && (
                <label>
                  Runs speak{' '}
                  <select className={style.spoken} value={spoken} onChange={(event) => setSpoken(event.target.value as Spoken)}>
                    <option value="as connected">as connected</option>
                    {ALL.map((revision) => (
                      <option key={revision}>{revision}</option>
                    ))}
                    <option value="each">each revision</option>
                  </select>
                </label>
              )}
            </div>
            {list.length === 0 && (
              <p className={style.none}>
                <NothingFound found={found} messages={connection.messages} narrowed={shown !== 'broken' || filter !== ''} />
              </p>
            )}
            {areasOf(list).map(({ area, states }) => (
              <section key={area} aria-label={area} className={style.area}>
                <h3>
                  {area} <span className={style.dim}>{countsOf(all.filter((state) => state.area === area))}</span>
                </h3>
                <ul>
                  {states.map((state) => (
                    <CheckRow
                      key={state.id}
                      state={state}
                      turned={leftOf(id).turned}
                      before={run?.before?.get(state.id)}
                      again={
                        sends && connection.status === 'connected' && run?.running !== true
                          ? () => void startRun(id, { only: [state.id], ...spokenIn })
                          : undefined
                      }
                    />
                  ))}
                </ul>
              </section>
            ))}
            {sends && (
              <Consent
                remote={connection.target.kind === 'http'}
                busy={run?.running === true || connection.status !== 'connected'}
                play={(wish) => void startRun(id, { ...wish, ...spokenIn })}
              />
            )}
          </>
        )}
      </div>
    </section>
  )
}

function Progress({ run: { part } }: { run: CheckRun }) {
  useProgressSaid(part === undefined ? undefined : `${part.done} of ${part.of}: ${part.title}`)
  return (
    <span className={style.progress}>
      <progress max={part?.of ?? 1} value={part?.done ?? 0} aria-label="Scenarios played" />
      <span className={style.dim}>{part === undefined ? 'Greeting' : part.title}</span>
    </span>
  )
}

/** How the revision came about. */
function chosenBy({ facts }: ConnectionState, run: CheckRun | undefined): { chosen?: string } {
  if (run?.wish.revisions !== undefined) return { chosen: 'chosen for the run' }
  return facts === undefined ? {} : { chosen: facts.verdict.why.replace(/\.$/, '') }
}

function profileOf({ wish: { consent, only } }: CheckRun): string {
  if (consent !== undefined) return 'interactive: what was ticked'
  return only === undefined ? 'safe' : `safe, for ${only.join(', ')}`
}

function countsOf(states: CheckState[]): string {
  const seen = states.filter(({ outcome }) => outcome !== 'skipped')
  return `${seen.filter(({ outcome }) => outcome === 'pass').length} of ${seen.length}`
}
