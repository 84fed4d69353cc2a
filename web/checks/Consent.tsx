// What is not played by itself, and why.
import { NEEDS_CONSENT } from '#mcp/conformance/consent.ts'
import style from './Checks.module.css'

export function Consent() {
  return (
    <section className={style.area} aria-label="Needs your consent">
      <h3>Needs your consent</h3>
      <ul className={style.consent}>
        {NEEDS_CONSENT.map(({ title, why }) => (
          <li key={title}>
            {title} <span className={style.dim}>{why}</span>
          </li>
        ))}
      </ul>
      <p className={style.none}>
        These are not played. What you do by hand is judged all the same: call a tool, answer what the server asks, and look here.
      </p>
    </section>
  )
}
