// The dot that says how a connection is: a colour for the eye, a shape too, and a word for all others.
import style from './Status.module.css'

export type StatusName = 'idle' | 'connecting' | 'connected' | 'failed' | 'closed' | 'gone' | 'waiting' | 'saved' | 'live'

const WORDS: Record<StatusName, string> = {
  idle: 'not connected',
  connecting: 'connecting',
  connected: 'connected',
  failed: 'failed',
  closed: 'closed',
  gone: 'went away',
  waiting: 'waiting for it',
  saved: 'saved record',
  live: 'tapped live',
}

export function Status({ status, word = false }: { status: StatusName; word?: boolean }) {
  return (
    <span className={style.status}>
      <span className={`${style.dot} ${style[status]}`} aria-hidden="true" />
      <span className={word ? undefined : 'visually-hidden'}>{WORDS[status]}</span>
    </span>
  )
}
