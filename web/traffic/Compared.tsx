// A message beside another that was chosen before it.
import { Button } from '../ui/Button.tsx'
import { DiffView } from '../ui/DiffView.tsx'
import { reveal } from '../ui/format.ts'
import { useFocusAfter } from '../ui/use-focus-after.ts'
import { compareWith } from './pins.ts'
import { useLater } from './use-later.ts'
import style from './MessageView.module.css'

/** What is compared. Who ends it is back at the button that began it. */
export function Between({ before, after }: { before: string; after: string }) {
  return (
    <p ref={useFocusAfter<HTMLParagraphElement>('[data-compare]')} className={style.between}>
      <span>
        <b>{reveal(before)}</b> → <b>{reveal(after)}</b>
      </span>
      <Button look="quiet" onClick={() => compareWith(undefined)}>
        End the comparison
      </Button>
    </p>
  )
}

/** Long ones are laid out where they are compared, in a worker. */
export function Compared({ before, after: find, label }: { before: string; after: () => string | Promise<string>; label: string }) {
  const after = useLater(find)
  if (after === undefined) return null
  return <DiffView before={before} after={after} label={label} asResults />
}
