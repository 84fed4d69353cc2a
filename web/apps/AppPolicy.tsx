// What an app may reach, as it is enforced; what it declared; and what was stopped.
import { directivesOf } from '#mcp/apps/csp.ts'
import { VIEW_SANDBOX } from '#mcp/apps/stage.ts'
import { reveal, size } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import type { AppState } from './app-session.ts'
import style from './Apps.module.css'

export function AppPolicy({ state: { resource, violations, failures }, loose }: { state: AppState; loose: boolean }) {
  if (resource === undefined) return null
  const { csp, permissions, domain, notes, html, uri } = resource
  return (
    <>
      {notes.map((note) => (
        <Note key={note} tone="warn">
          {reveal(note)}
        </Note>
      ))}
      {violations.length > 0 && (
        <section aria-label="Violations">
          <h3>Stopped by the policy</h3>
          <ul className={style.stopped}>
            {violations.map(({ directive, blocked, probe, times }) => (
              <li key={`${directive} ${blocked} ${String(probe)}`}>
                <code>{reveal(directive)}</code> <span className="mono">{reveal(blocked || 'inline')}</span>
                {probe && ', only to see whether it may'}
                {times > 1 && ` × ${times}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {failures.length > 0 && (
        <section aria-label="Failures">
          <h3>Failed in its scripts</h3>
          <ul className={style.stopped}>
            {failures.map((failure, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a list that only grows, of texts that repeat
              <li key={index} className="mono">
                {reveal(failure)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <h3>{csp === undefined ? 'Enforced; the resource declares nothing' : 'Enforced'}</h3>
      <dl className={style.directives}>
        {directivesOf(csp, loose).map(({ name, sources }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sources.join(' ')}</dd>
          </div>
        ))}
        <div>
          <dt>sandbox</dt>
          <dd>{VIEW_SANDBOX}</dd>
        </div>
        <div>
          <dt>permissions</dt>
          <dd>{permissions.length === 0 ? 'none asked for' : `${permissions.join(', ')} asked for; none is given`}</dd>
        </div>
        {domain !== undefined && (
          <div>
            <dt>domain</dt>
            <dd>{reveal(domain)} asked for; it is drawn on the sandbox’s origin all the same</dd>
          </div>
        )}
        <div>
          <dt>document</dt>
          <dd>
            {reveal(uri)} · {size(html.length)} <CopyButton label="Copy its HTML" text={html} />
          </dd>
        </div>
      </dl>
    </>
  )
}
