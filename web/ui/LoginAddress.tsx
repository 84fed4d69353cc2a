// The address of a login page, whole: the host set off from all that only looks like one, the parameters one a line.
import { count, reveal } from './format.ts'
import { readAddress } from './web-address.ts'
import style from './LoginAddress.module.css'

export function LoginAddress({ url }: { url: string }) {
  const { parts, notes } = readAddress(url)
  if (parts === undefined) return <code>{reveal(url)}</code>
  const at = parts.after.indexOf('?')
  const query = at < 0 ? [] : [...new URLSearchParams(parts.after.slice(at))]
  return (
    <div className={style.address} role="group" aria-label="Address of the login page">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one scrolls, so the keyboard must reach it */}
      <div className={style.whole} tabIndex={0}>
        {reveal(parts.before)}
        <b>{reveal(parts.host)}</b>
        {reveal(parts.after)}
      </div>
      {query.length > 0 && (
        <details>
          <summary>{count(query.length, 'parameter')} one by one</summary>
          <dl>
            {query.map(([name, value], at) => (
              <div key={at}>
                <dt>{reveal(name)}</dt>
                <dd>{reveal(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
