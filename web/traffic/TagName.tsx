// What a connection is called beside its messages, in its tint.
import type { Tag } from './scope.ts'
import style from './TagName.module.css'

/** Letters at the end of a long name that stay in sight: those of one family begin alike. */
const TAIL = 8

export function TagName({ tag: { label, tint } }: { tag: Tag }) {
  const letters = [...label]
  return (
    <span className={`${style.tag} ${style[`tint${tint}`]}`} title={label}>
      {letters.length > 2 * TAIL ? (
        <>
          <span className={style.start}>{letters.slice(0, -TAIL).join('')}</span>
          <span className={style.tail}>{letters.slice(-TAIL).join('')}</span>
        </>
      ) : (
        <span className={style.start}>{label}</span>
      )}
    </span>
  )
}
