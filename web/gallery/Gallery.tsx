// Every component in every state, for who works on the look and for the pictures that are compared (e2e/gallery.spec.ts).
// It is a page of the product that nothing leads to: #//components.
import { Controls } from './Controls.tsx'
import { Data } from './Data.tsx'
import { States } from './States.tsx'
import style from './Gallery.module.css'

export function Gallery() {
  return (
    <div className={style.gallery}>
      <Controls />
      <States />
      <Data />
    </div>
  )
}
