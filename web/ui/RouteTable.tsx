// How a remote server is reached and why, header by header.
import style from './RouteTable.module.css'

export interface RouteTableProps {
  via: 'direct' | 'proxy'
  why: string
  asked: string[]
  /** null: no preflight was seen. */
  allowed: string[] | null
  exposed: string[] | null
  notes: string[]
}

/** Headers of replies that a client has a use for; a page may always read Content-Type. */
const READ = new Set(['mcp-session-id', 'www-authenticate', 'retry-after'])

function readable(name: string, exposed: boolean | null): string {
  if (name.toLowerCase() === 'content-type') return 'always'
  if (exposed === true) return 'yes'
  if (!READ.has(name.toLowerCase())) return '–'
  return exposed === null ? 'not known' : 'no'
}

export function RouteTable({ via, why, asked, allowed, exposed, notes }: RouteTableProps) {
  const known = new Map<string, string>()
  for (const name of [...asked, ...(exposed ?? [])]) if (name !== '*') known.set(name.toLowerCase(), known.get(name.toLowerCase()) ?? name)
  const has = (list: string[] | null, name: string) => list?.some((one) => one === '*' || one.toLowerCase() === name.toLowerCase())
  const requested = (name: string) => asked.some((one) => one.toLowerCase() === name.toLowerCase())
  return (
    <div className={style.route}>
      <p>
        <b>{via === 'direct' ? 'Straight from this page.' : 'Through the proxy.'}</b> {why}
      </p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {known.size > 0 && (
        <details>
          <summary>Header by header</summary>
          {allowed === null && <p className={style.dim}>No preflight answer was seen.</p>}
          <table>
            <thead>
              <tr>
                <th scope="col">Header</th>
                <th scope="col">We send it</th>
                <th scope="col">The server allows it</th>
                <th scope="col">A page may read it</th>
              </tr>
            </thead>
            <tbody>
              {[...known.values()].map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{requested(name) ? 'yes' : '–'}</td>
                  <td className={requested(name) && allowed !== null && !has(allowed, name) ? style.bad : undefined}>
                    {!requested(name) ? '–' : allowed === null ? 'not known' : has(allowed, name) ? 'yes' : 'no'}
                  </td>
                  <td>{readable(name, exposed === null ? null : has(exposed, name) === true)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}
