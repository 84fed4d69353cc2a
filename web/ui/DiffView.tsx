// Two texts, with what was taken away, what came and what stayed: beside each other where there is room, one under the
// other where there is not. What stayed is folded.
import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import { Button } from './Button.tsx'
import { count, reveal } from './format.ts'
import { compareAway, SHORT_TEXTS, type Comparison } from './diff-desk.ts'
import { compare } from './diff-rows.ts'
import { stretchesOf } from './diff-stretches.ts'
import { DiffDrawing, type DiffWindow } from './diff-window.ts'
import type { DiffPair } from './line-diff.ts'
import { useNarrow } from './use-narrow.ts'
import { Said } from './Said.tsx'
import style from './DiffView.module.css'

export interface DiffViewProps {
  before: string
  after: string
  /** What is compared: "Arguments". */
  label: string
  /** They are JSON texts of results: what is JSON or has several lines in their texts is compared as such. */
  asResults?: boolean
}

const BESIDE = {
  order: ', but for the order of members',
  spelling: ' in what is said, though not letter by letter',
}

/** Lines drawn unless more are wanted. */
const MOST = 200

export function DiffView({ before, after, asResults = false, label }: DiffViewProps) {
  const How = before.length + after.length > SHORT_TEXTS ? Away : Here
  return <How before={before} after={after} asResults={asResults} label={label} />
}

type Known = Required<DiffViewProps>

/** Short texts, compared here and now. */
function Here({ before, after, label, asResults }: Known) {
  const drawing = useMemo(() => new DiffDrawing(compare(before, after, asResults)), [before, after, asResults])
  const wish = useWish()
  const drawn = useMemo(() => drawing.window(wish.open, wish.most), [drawing, wish.open, wish.most])
  return <Rows drawn={drawn} wish={wish} label={label} />
}

/** Long ones, which a worker compares; only what is drawn comes here. */
function Away({ before, after, label, asResults }: Known) {
  const [comparison, setComparison] = useState<Comparison>()
  const wish = useWish()
  const [shown, setShown] = useState<{ of: Comparison; drawn?: DiffWindow; fault?: string }>()
  useEffect(() => {
    const made = compareAway(before, after, asResults)
    setComparison(made)
    return () => made.close()
  }, [before, after, asResults])
  useEffect(() => {
    if (comparison === undefined) return
    let gone = false
    comparison.window(wish.open, wish.most).then(
      // Drawn in slices, which give way to a person's keys.
      (drawn) => !gone && startTransition(() => setShown({ of: comparison, drawn })),
      (error: unknown) => !gone && setShown({ of: comparison, fault: (error as Error).message }),
    )
    return () => {
      gone = true
    }
  }, [comparison, wish.open, wish.most])
  const known = shown !== undefined && shown.of === comparison ? shown : undefined
  if (known?.drawn !== undefined) return <Rows drawn={known.drawn} wish={wish} label={label} />
  return (
    <Said as="p" className={style.quiet}>
      {known?.fault === undefined ? `${label}: comparing…` : `${label} cannot be compared: ${known.fault}`}
    </Said>
  )
}

interface Wish {
  open: readonly number[]
  most: number
  unfold: (from: number) => void
  showMore: () => void
}

function useWish(): Wish {
  const [most, setMost] = useState(MOST)
  const [open, setOpen] = useState<readonly number[]>([])
  return {
    open,
    most,
    unfold: (from) => startTransition(() => setOpen((before) => [...before, from])),
    showMore: () => startTransition(() => setMost((before) => before + 5 * MOST)),
  }
}

function Rows({ drawn, wish, label }: { drawn: DiffWindow; wish: Wish; label: string }) {
  const narrow = useNarrow()
  const stretches = useMemo(() => stretchesOf(drawn.parts, narrow), [drawn, narrow])
  if (drawn.same) return <p className={style.quiet}>{`${label}: the same${drawn.beside === undefined ? '' : BESIDE[drawn.beside]}.`}</p>
  return (
    <div role="group" aria-label={`Differences of ${label}`}>
      {drawn.opened && <p className={style.quiet}>JSON that stands in a text is laid out here like all other JSON.</p>}
      {drawn.beside === 'order' && (
        <p className={style.quiet}>
          Members came in another order as well, which says nothing in JSON: they stand as they do in the first.
        </p>
      )}
      {stretches.map(({ key, from, hidden, pairs }) =>
        hidden > 0 ? (
          <button key={key} type="button" className={style.fold} onClick={() => wish.unfold(from)}>
            {count(hidden, 'line')} the same
          </button>
        ) : (
          <Stretch key={key} pairs={pairs} narrow={narrow} />
        ),
      )}
      {drawn.more && (
        <Button look="quiet" onClick={wish.showMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** What stands in a row of a comparison never changes: the same rows need not be drawn anew. */
const Stretch = memo(
  function Stretch({ pairs, narrow }: { pairs: readonly DiffPair[]; narrow: boolean }) {
    return (
      <div className={narrow ? style.one : style.two} style={{ containIntrinsicHeight: `auto ${pairs.length * 18}px` }}>
        {pairs.map((pair, at) => (
          <Pair key={at} pair={pair} narrow={narrow} />
        ))}
      </div>
    )
  },
  (a, b) => a.narrow === b.narrow && a.pairs.length === b.pairs.length && a.pairs.every((pair, at) => isSamePair(pair, b.pairs[at]!)),
)

function isSamePair(a: DiffPair, b: DiffPair): boolean {
  return a.kind === b.kind && a.before === b.before && a.after === b.after
}

function Pair({ pair: { kind, before, after }, narrow }: { pair: DiffPair; narrow: boolean }) {
  const same = kind === 'same'
  if (narrow)
    return (
      <>
        {before !== undefined && <Line sign={same ? ' ' : '−'} text={before} look={same ? '' : style.gone} />}
        {after !== undefined && !same && <Line sign="+" text={after} look={style.come} />}
      </>
    )
  return (
    <>
      <Line
        sign={before === undefined || same ? ' ' : '−'}
        text={before}
        look={same ? '' : before === undefined ? style.none : style.gone}
      />
      <Line sign={after === undefined || same ? ' ' : '+'} text={after} look={same ? '' : after === undefined ? style.none : style.come} />
    </>
  )
}

function Line({ sign, text, look }: { sign: string; text: string | undefined; look: string | undefined }) {
  return (
    <div className={`${style.line} ${look}`}>
      {sign !== ' ' && <span className={style.sign}>{sign}</span>}
      {text === undefined ? '' : <span>{reveal(text)}</span>}
    </div>
  )
}
