// A text input with suggestions beneath it: anything may be typed, the arrows choose, Escape closes. They open for who types, clicks into
// it, presses the arrow or Ctrl+Space; the focus alone opens nothing, since it may have come by itself.
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { reveal } from './format.ts'
import { placePopup } from './place-popup.ts'
import style from './Combobox.module.css'

export interface ComboboxProps {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-label'?: string
  'aria-required'?: true
  value: string
  onChange: (value: string) => void
  /** A suggestion was taken; `onChange` hears of it when this is not given. */
  onChoose?: (suggestion: string) => void
  /** The focus went elsewhere. */
  onLeave?: () => void
  suggestions: readonly string[]
  /** Said beneath the suggestions. */
  note?: string
  /** Suggestions are about to be shown: the time to ask for them. */
  onAsk?: (value: string) => void
  placeholder?: string
  /** How a suggestion is shown; as it is, when not given. */
  shownAs?: (suggestion: string) => string
  /** They lie over what is pressed often: no click opens them, nor does a text that was emptied. */
  discreet?: boolean
  'data-search'?: ''
  className?: string
  multiline?: boolean
}

export function Combobox(props: ComboboxProps) {
  const {
    value,
    onChange,
    onChoose = onChange,
    onLeave,
    suggestions,
    note = '',
    onAsk,
    multiline = false,
    discreet = false,
    shownAs,
    ...rest
  } = props
  const list = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const shown = suggestions.filter((one) => one !== value).slice(0, 100)
  // Suggestions are for a word; beneath several lines they would only be in the way.
  const several = multiline && value.includes('\n')
  const visible = open && !several && (shown.length > 0 || note !== '')
  const popup = useRef<HTMLDivElement>(null)
  // Its size hangs on what is in it.
  useLayoutEffect(() => {
    if (visible) show(box.current, popup.current)
  })
  useEffect(() => {
    if (!visible) return
    const again = (event: Event) => {
      if (!(event.target instanceof Node && popup.current?.contains(event.target) === true)) show(box.current, popup.current)
    }
    const press = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target) === true)) setOpen(false)
    }
    const ends = new AbortController()
    const { signal } = ends
    window.addEventListener('resize', again, { signal })
    document.addEventListener('scroll', again, { capture: true, signal })
    document.addEventListener('pointerdown', press, { capture: true, signal })
    return () => ends.abort()
  }, [visible])
  useEffect(() => {
    if (visible && at >= 0) document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [visible, at, list])
  const unfold = () => {
    setOpen(true)
    setAt(-1)
    onAsk?.(value)
  }
  const choose = (text: string) => {
    onChoose(text)
    setOpen(false)
    setAt(-1)
    onAsk?.(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is being put together has these keys for itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Where there was nothing to suggest, Escape may empty the field: then there is, and nobody asked for it.
      setOpen(false)
      if (!visible) return
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === ' ' && event.ctrlKey && !several) {
      event.preventDefault()
      if (!visible) unfold()
    } else if (event.key === 'ArrowDown' && !several) {
      if (!visible) unfold()
      if (shown.length === 0) return
      event.preventDefault()
      setAt(visible ? (at + 1) % shown.length : 0)
    } else if (event.key === 'ArrowUp' && visible && shown.length > 0) {
      event.preventDefault()
      setAt((at <= 0 ? shown.length : at) - 1)
    } else if (event.key === 'Enter' && visible && shown[at] !== undefined && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      choose(shown[at])
    }
  }
  const shared = {
    ...rest,
    // A text of several lines may have no other role than its own, which knows no "expanded".
    ...(multiline ? { 'aria-haspopup': 'listbox' as const } : { role: 'combobox', 'aria-expanded': visible }),
    autoComplete: 'off',
    spellCheck: false,
    'aria-controls': visible ? list : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': visible && shown[at] !== undefined ? `${list}-${at}` : undefined,
    value,
    onClick: () => !visible && !discreet && unfold(),
    onKeyDown,
  }
  const type = (text: string) => {
    onChange(text)
    setOpen(!discreet || text !== '')
    setAt(-1)
    onAsk?.(text)
  }
  return (
    <div
      ref={box}
      className={style.box}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget) === true) return
        setOpen(false)
        onLeave?.()
      }}
    >
      {multiline ? (
        <textarea {...shared} rows={Math.min(8, value.split('\n').length)} onChange={(event) => type(event.target.value)} />
      ) : (
        <input {...shared} type="text" onChange={(event) => type(event.target.value)} />
      )}
      {visible && (
        <div
          ref={popup}
          popover="manual"
          role="presentation"
          className={style.popup}
          // A press on its edge or scroll bar leaves the focus where it is.
          onMouseDown={(event) => event.preventDefault()}
        >
          <div id={list} role="listbox" aria-label="Suggestions" tabIndex={-1}>
            {shown.map((one, index) => (
              <div
                key={one}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={index === at ? style.chosen : style.option}
                // Before the input loses the focus and the list goes.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(one)
                }}
              >
                {reveal(shownAs?.(one) ?? one)}
              </div>
            ))}
          </div>
          {note !== '' && <div className={style.note}>{note}</div>}
        </div>
      )}
    </div>
  )
}

/** Shows the popup in the top layer, where no scroll area cuts it off. */
function show(box: HTMLElement | null, popup: HTMLElement | null): void {
  if (box === null || popup === null) return
  if (!popup.matches(':popover-open')) popup.showPopover()
  const { left, top, bottom, width } = box.getBoundingClientRect()
  popup.style.minWidth = `${Math.min(width, 200)}px`
  popup.style.maxWidth = `${width}px`
  popup.style.maxHeight = ''
  // The act that is pressed next stays free.
  const acts = [...document.querySelectorAll('[data-call]')].map((one) => one.getBoundingClientRect().top)
  const place = placePopup(
    { top, bottom },
    popup.offsetHeight,
    window.innerHeight,
    acts.filter((edge) => edge >= bottom),
  )
  popup.style.left = `${Math.max(8, Math.min(left, window.innerWidth - popup.offsetWidth - 8))}px`
  popup.style.top = `${place.top}px`
  popup.style.maxHeight = `${place.height}px`
}
