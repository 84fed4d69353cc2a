// What a step found and decided, and the rules that told it to.
import type { ReactNode } from 'react'
import type { Decision, Fact, RuleNote } from '#mcp/auth/flow-state.ts'
import { reveal } from '../ui/format.ts'
import type { ScopeTable } from './scope-table.ts'
import { cut } from './step-words.ts'
import style from './Auth.module.css'

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ name, value, from, tone }, at) => (
        <div key={at}>
          <dt>{reveal(name)}</dt>
          <dd>
            <span className={`${style.value} ${tone === undefined ? '' : style[tone]}`}>{reveal(cut(value))}</span>
            {from !== undefined && <span className={style.dim}> {reveal(from)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Each table whole, the row that holds lit. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  return decisions.map(({ title, rows }) => (
    <Scroll key={title} label={title}>
      <table className={style.table}>
        <caption>{reveal(title)}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Then</th>
            <th scope="col">Here</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ when, so, holds, why }) => (
            <tr key={when} data-holds={holds} className={holds ? style.holds : undefined}>
              <th scope="row">{reveal(when)}</th>
              <td>{reveal(so)}</td>
              <td>
                {holds && <b>this one</b>}
                {why !== undefined && ` ${reveal(why)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  ))
}

/** More rows than these are counted, not drawn. */
const MOST_SCOPES = 100

export function Scopes({ table: { columns, rows } }: { table: ScopeTable }) {
  return (
    <Scroll label="Scopes">
      <table className={style.table}>
        <caption>Scopes</caption>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">So</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SCOPES).map(({ scope, in: has, tone, says }) => (
            <tr key={scope}>
              <th scope="row" className={style.value}>
                {reveal(cut(scope, 200))}
              </th>
              {columns.map(({ id }) => (
                <td key={id} className={style.tick}>
                  {has.has(id) ? (
                    <>
                      <span aria-hidden="true">●</span>
                      <span className="visually-hidden">yes</span>
                    </>
                  ) : (
                    <>
                      <span aria-hidden="true" className={style.dim}>
                        ·
                      </span>
                      <span className="visually-hidden">no</span>
                    </>
                  )}
                </td>
              ))}
              <td className={tone === undefined ? style.dim : style[tone]}>{says ?? ''}</td>
            </tr>
          ))}
          {rows.length > MOST_SCOPES && (
            <tr>
              <td colSpan={columns.length + 2} className={style.dim}>
                and {(rows.length - MOST_SCOPES).toLocaleString('en')} more
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Scroll>
  )
}

export function Rules({ rules }: { rules: readonly RuleNote[] }) {
  return (
    <details className={style.fold}>
      <summary>
        Rules that chose this: <span className={style.dim}>{rules.map(({ id }) => id).join(', ')}</span>
      </summary>
      <ul className={style.rules}>
        {rules.map(({ id, says, spec, revisions }) => (
          <li key={id}>
            <a href={spec} target="_blank" rel="noopener noreferrer">
              {id}
            </a>{' '}
            {says} <span className={style.dim}>{revisionsOf(revisions)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function revisionsOf(revisions: readonly string[]): string {
  const [first, last] = [revisions[0], revisions.at(-1)]
  if (first === undefined || first === last) return first ?? ''
  return last === '2026-07-28' ? `since ${first}` : `${first} to ${last}`
}

/** A table that may be wider than its place. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={style.scroll} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
