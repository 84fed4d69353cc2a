// One component in the gallery, named as its file is.
import type { ReactNode } from 'react'
import style from './Gallery.module.css'

export function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className={style.shown}>
      <h3>{name}</h3>
      <div className={style.states}>{children}</div>
    </section>
  )
}
