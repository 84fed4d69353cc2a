// What a connection is called beside its messages, in its tint.
import type { Tag } from './scope.ts'
import style from './TagName.module.css'

export function TagName({ tag: { label, tint } }: { tag: Tag }) {
  return (
    <span className={`${style.tag} ${style[`tint${tint}`]}`} title={label}>
      {label}
    </span>
  )
}
