// All asks: those that wait, and what became of the others.
import { isObject } from '#mcp/json.ts'
import { openAsk, takenWords, useDesk } from '../session/asks.ts'
import { useConnection } from '../session/connections.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { clock, reveal } from '../ui/format.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { askSummary, askTitle, elicitation, useAskDrafts } from './ask-drafts.ts'
import { AskFacts } from './AskFacts.tsx'
import { useResting } from './rules.ts'
import { RulesEditor } from './RulesEditor.tsx'
import style from './Asks.module.css'

export function AsksPanel() {
  const { asks, open, withdrawn, decided } = useDesk()
  const answered = useAskDrafts((store) => store.answered)
  const drafts = useAskDrafts((store) => store.drafts)
  const resting = useResting((store) => store.resting)
  const connection = useConnection()
  const complete = useAskDrafts((store) => store.complete)
  const gone = [
    ...answered.map(({ ask, how, at }) => ({ ask, at, says: how, tone: how.startsWith('approved') ? style.ok : '' })),
    ...withdrawn.map(({ ask, why, at }) => ({ ask, at, says: takenWords(why), tone: style.warn })),
  ].sort((a, b) => b.at - a.at)
  if (asks.length === 0 && gone.length === 0)
    return (
      <section className={style.panel} aria-label="Asks">
        <EmptyState title="Nothing is asked of you">
          A server may ask while it works: for a model’s answer (sampling) or for you to fill in a form or visit a page (elicitation). Such
          a request waits here until you answer it; it is announced wherever you are, and never takes the focus from you.
        </EmptyState>
        {connection !== undefined && connection.record === undefined && <RulesEditor key={connection.name} server={connection.name} />}
      </section>
    )
  return (
    <section className={style.panel} aria-label="Asks">
      <h2>Waiting</h2>
      {asks.length === 0 && <p className={style.hint}>None. Those that were answered or taken away are below.</p>}
      <ul className={style.list}>
        {asks.map((ask) => (
          <li key={ask.key}>
            <div className={style.item}>
              <span className={style.kind}>{askTitle(ask.method)}</span>
              <AskFacts ask={ask} />
              <Summary ask={ask} />
            </div>
            {resting.find((one) => one.ask === ask.key) !== undefined && (
              <span className={style.warn}>left to you: {resting.find((one) => one.ask === ask.key)?.why}</span>
            )}
            {decided.has(ask.key) && <span className={style.ok}>answered, waits for the others</span>}
            {!decided.has(ask.key) && drafts.has(ask.key) && <span className={style.edited}>begun</span>}
            <Button
              look="ask"
              disabled={open === ask.key}
              aria-label={`Answer the ${askTitle(ask.method).toLowerCase()} of ${ask.connectionName}`}
              onClick={() => openAsk(ask.key)}
            >
              Answer
            </Button>
          </li>
        ))}
      </ul>
      {connection !== undefined && connection.record === undefined && <RulesEditor key={connection.name} server={connection.name} />}
      {gone.length > 0 && (
        <>
          <h2>Earlier</h2>
          <ul className={style.list}>
            {gone.map(({ ask, at, says, tone }) => (
              <li key={`${ask.key} ${at}`}>
                <div className={style.item}>
                  <span>
                    <span className="mono">{clock(at)}</span> {askTitle(ask.method)} of <b>{reveal(ask.connectionName)}</b>{' '}
                    <span className={tone}>{says}</span>
                    {complete.has(elicitation(ask.connection, isObject(ask.params) ? ask.params.elicitationId : undefined)) &&
                      '; the server says that it is done'}
                  </span>
                  <Summary ask={ask} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Summary({ ask }: { ask: PendingAsk }) {
  const text = askSummary(ask)
  return text === '' ? null : <div className={style.summary}>{reveal(text)}</div>
}
