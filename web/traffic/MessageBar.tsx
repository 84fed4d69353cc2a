// The head of one message: what it is, its other half, its neighbours, and the way back to the table.
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { MessageDetail } from '#mcp/traffic-row.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import pane from '../ui/Pane.module.css'
import { arrowOf, messageOf, wayOf } from './kinds.ts'
import type { MessageViewProps } from './MessageView.tsx'
import { TagName } from './TagName.tsx'
import style from './MessageView.module.css'
import tones from './tones.module.css'

export function MessageBar({
  seq,
  row,
  tag,
  detail,
  onSelect,
  onClose,
  onPrevious,
  onNext,
}: MessageViewProps & { detail: MessageDetail | undefined }) {
  const shown = detail?.row ?? row
  const about = shown?.kind === 'note'
  const forth = shown?.kind === 'request' || (shown?.kind === 'app' && (shown.peer ?? 0) > shown.seq)
  const box = useRef<HTMLDivElement>(null)
  /** Where one goes on is the table, in which the message was chosen. */
  const close = () => {
    const grid = gridBeside(box.current)
    flushSync(onClose)
    grid?.focus()
  }
  useShortcut('escape', 'Close the message', () => {
    const at = document.activeElement
    const here = at === document.body || at === gridBeside(box.current) || at?.closest('section') === box.current?.closest('section')
    if (!here || document.querySelector(':popover-open') !== null) return false
    close()
  })
  useShortcut(
    'p',
    about ? 'To the message that it is about' : forth ? 'To its answer' : 'To its request',
    () => onSelect(shown!.peer!),
    shown?.peer !== undefined,
  )
  return (
    <div ref={box} className={`${pane.bar} ${style.top}`}>
      <h2 className="mono">
        {shown !== undefined && (
          <>
            <span aria-hidden="true" className={tones[shown.direction]}>
              {arrowOf(shown)}
            </span>
            <span className="visually-hidden">{wayOf(shown)}</span> {messageOf(shown)}
          </>
        )}
      </h2>
      {tag !== undefined && <TagName tag={tag} />}
      <span className={pane.end}>
        {shown?.peer !== undefined && (
          <Button look="quiet" title={about ? 'What it is about (p)' : 'The other half (p)'} onClick={() => onSelect(shown.peer!)}>
            {about ? 'The message' : forth ? 'Its answer' : 'Its request'}
          </Button>
        )}
        <Button look="quiet" aria-label="Previous message" disabled={onPrevious === undefined} onClick={onPrevious}>
          ↑
        </Button>
        <Button look="quiet" aria-label="Next message" disabled={onNext === undefined} onClick={onNext}>
          ↓
        </Button>
        <Button look="quiet" aria-label={`Close message ${seq}`} onClick={close}>
          ✕
        </Button>
      </span>
    </div>
  )
}

/** The table in which a message was chosen; undefined where there is no room for both. */
export function gridBeside(inMessage: Element | null): HTMLElement | undefined {
  return inMessage?.closest('[data-testid=traffic]')?.querySelector<HTMLElement>('[role=grid]') ?? undefined
}
