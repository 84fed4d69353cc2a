// The header: which server, how it is, and who waits for an answer.
import style from './Header.module.css'

export function Header() {
  return (
    <header className={style.header}>
      <h1 className="visually-hidden">Loupe</h1>
      <b aria-hidden="true">Loupe</b>
    </header>
  )
}
