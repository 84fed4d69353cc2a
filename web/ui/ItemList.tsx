// A searchable list of what a server offers: a listbox with roving choice that draws only the rows in sight.
// Rows are told apart by their index, since names and URIs may repeat.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { count, reveal } from './format.ts'
import { arrange, itemHeight, matching, secondLine, visible, type ListItem } from './item-rows.ts'
import { useCharacterKeys } from './use-character-keys.ts'
import { useFinger } from './use-finger.ts'
import { useNarrow } from './use-narrow.ts'
import { Said } from './Said.tsx'
import style from './ItemList.module.css'

export interface ItemListProps {
  /** Accessible name of the list: "Tools". */
  label: string
  /** "tool": for "Search 12 tools". */
  noun: string
  items: readonly ListItem[]
  /** Index of the chosen item. */
  selected: number | undefined
  onSelect: (index: number) => void
  /** Enter or a double click. */
  onOpen?: (index: number) => void
  search: string
  onSearch: (text: string) => void
  /** Another way to search than by the words of what a row shows; must be stable. */
  match?: (items: readonly ListItem[], search: string) => readonly ListItem[]
  /** Between the search box and the rows: switches, notes. */
  head?: ReactNode
  /** Below the rows. */
  foot?: ReactNode
  /** What stands instead of the rows when there are no items at all. */
  empty?: ReactNode
}

/** How far each list was scrolled when it went: on a small screen it makes room for an item, and comes back. */
const places = new Map<string, number>()

export function ItemList(props: ItemListProps) {
  const { label, noun, items, selected, onSelect, onOpen, search, onSearch, head, foot, empty, match = matching } = props
  const base = useId()
  const narrow = useNarrow()
  const finger = useFinger() || narrow
  const characters = useCharacterKeys()
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  /** As it was last told: asking the box itself would lay out the page in the midst of drawing it. */
  const known = useRef<{ top: number; height: number }>(undefined)
  const found = useMemo(() => match(items, search), [match, items, search])
  const rows = useMemo(() => arrange(found, finger), [found, finger])
  const total = rows.length === 0 ? 0 : rows[rows.length - 1]!.top + rows[rows.length - 1]!.height
  const seen = visible(rows, view.top, view.height)
  const at = found.findIndex((item) => item.index === selected)
  const [back] = useState(() => (selected === undefined ? places.get(label) : undefined))

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    if (back !== undefined) {
      element.scrollTop = back
      // Who comes back from an item by a button that went with it goes on in the list.
      if (document.activeElement === document.body) element.querySelector<HTMLElement>('[role=listbox]')?.focus({ preventScroll: true })
    }
    const read = () => setView((known.current = { top: element.scrollTop, height: element.clientHeight }))
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      places.set(label, element.scrollTop)
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [label, back])
  useEffect(() => {
    const row = selected === undefined ? undefined : rows.find((one) => one.item?.index === selected)
    const element = box.current
    if (row === undefined || element === null) return
    const { top, height } = known.current ?? { top: element.scrollTop, height: element.clientHeight }
    if (row.top < top) element.scrollTop = row.top - 28
    else if (row.top + row.height > top + height) element.scrollTop = row.top + row.height - height
  }, [selected, rows])
  // The list grew shorter, as when the dock comes beneath it: a row that was in sight stays so.
  const tall = useRef(view.height)
  useEffect(() => {
    const row = selected === undefined ? undefined : rows.find((one) => one.item?.index === selected)
    const before = tall.current
    tall.current = view.height
    if (row === undefined || box.current === null || view.height >= before) return
    const end = row.top + row.height
    if (end > view.top + view.height && end <= view.top + before) box.current.scrollTop = end - view.height
  }, [selected, rows, view])

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / itemHeight(found[0], finger)) - 1)
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? found.length - 1 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      ...(event.target instanceof HTMLInputElement ? {} : { Home: 0, End: found.length - 1 }),
    }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const item = found[Math.max(0, Math.min(next, found.length - 1))]
      if (item !== undefined) onSelect(item.index)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const item = found[at] ?? found[0]
      if (item === undefined) return
      event.preventDefault()
      if (at < 0) onSelect(item.index)
      else onOpen?.(item.index)
    } else if (event.key === 'Escape' && search !== '') {
      event.stopPropagation()
      onSearch('')
    }
  }

  return (
    <div role="group" aria-label={`List of ${noun}s`} className={style.list} onKeyDown={onKeyDown}>
      <div className={style.search}>
        <input
          type="search"
          data-search=""
          aria-label={`Search ${noun}s`}
          aria-controls={`${base}-list`}
          placeholder={`Search ${count(items.filter(({ folder }) => folder === undefined).length, noun)}${finger || !characters ? '' : '   /'}`}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <div className={style.head}>
        {head}
        {search !== '' && (
          <Said appears as="div" className={style.hint}>
            {found.length === 0 ? `No ${noun} matches “${search}”` : `${found.length} of ${count(items.length, noun)}`}
          </Said>
        )}
      </div>
      <div ref={box} className={style.scroll}>
        {items.length === 0 && empty}
        <div
          id={`${base}-list`}
          role="listbox"
          aria-label={label}
          tabIndex={found.length === 0 ? -1 : 0}
          aria-activedescendant={
            selected !== undefined && seen.some((row) => row.item?.index === selected) ? `${base}-${selected}` : undefined
          }
          className={style.rows}
          style={{ height: total }}
        >
          {seen.map((row) =>
            row.item === undefined ? (
              <div
                key={`group ${row.top}`}
                role="presentation"
                className={style.group}
                style={{ transform: `translateY(${row.top}px)`, height: row.height }}
              >
                {row.group}
              </div>
            ) : (
              <Option
                key={row.item.index}
                id={`${base}-${row.item.index}`}
                item={row.item}
                chosen={row.item.index === selected}
                place={{ transform: `translateY(${row.top}px)`, height: row.height }}
                position={row.position}
                of={found.length}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ),
          )}
        </div>
      </div>
      {foot !== undefined && <div className={style.foot}>{foot}</div>}
    </div>
  )
}

interface OptionProps {
  id: string
  item: ListItem
  chosen: boolean
  place: { transform: string; height: number }
  position: number
  of: number
  onSelect: (index: number) => void
  onOpen: ((index: number) => void) | undefined
}

function Option({ id, item, chosen, place, position, of, onSelect, onOpen }: OptionProps) {
  const { name, title, description, mark, tone, note, struck, depth = 0, folder, ticked } = item
  const second = secondLine(item)
  const whole = [name, title !== name ? title : undefined, description].filter((one) => one !== undefined && one !== '').join('\n')
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-label={`${name === '' ? '(no name)' : name}${folder === undefined ? '' : `, folder, ${folder}`}${ticked === true ? ', ticked' : ''}`}
      title={struck === undefined ? whole : `${name}\nCannot be used: ${struck}`}
      aria-posinset={position}
      aria-setsize={of}
      className={chosen ? style.chosen : style.option}
      style={depth === 0 ? place : { ...place, paddingLeft: 12 + depth * 14 }}
      onClick={() => onSelect(item.index)}
      onDoubleClick={() => onOpen?.(item.index)}
    >
      <div className={style.line}>
        <span className={struck === undefined ? style.name : `${style.name} ${style.struck}`}>
          {folder !== undefined && <span aria-hidden="true">{folder === 'open' ? '▾ ' : '▸ '}</span>}
          {ticked !== undefined && <span aria-hidden="true">{ticked ? '☑ ' : '☐ '}</span>}
          {name === '' ? <i>(no name)</i> : reveal(name)}
        </span>
        {mark !== undefined && <span className={`${style.mark} ${tone === undefined ? '' : style[tone]}`}>{mark}</span>}
        {note !== undefined && <span className={style.mark}>{note}</span>}
      </div>
      {struck !== undefined && <div className={style.reason}>{reveal(struck)}</div>}
      {second !== '' && struck === undefined && <div className={style.second}>{reveal(second)}</div>}
    </div>
  )
}
