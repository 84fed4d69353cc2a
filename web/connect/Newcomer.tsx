// What stands beside the form for who has no server yet: the demo, three things to try, and the ways to one's own.
import type { Route } from '../route/route.ts'
import { pressShortcut } from '../session/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { useCharacterKeys } from '../ui/use-character-keys.ts'
import style from './ConnectPanel.module.css'

export type Goal = Pick<Route, 'panel' | 'item' | 'query'>

/** Each opens the demo at the right place. */
const TRIES: { title: string; says: string; goal: Goal }[] = [
  {
    title: 'Call a tool that takes its time',
    says: '“count” tells how far it is. Cancel it, and see beneath what went over the wire.',
    goal: { panel: 'tools', item: 'count', query: {} },
  },
  {
    title: 'Answer a server that asks you',
    says: '“ask_person” wants a form filled in before it answers.',
    goal: { panel: 'tools', item: 'ask_person', query: {} },
  },
  {
    title: 'See whether a server behaves',
    says: 'Checks hold every message against the specification, and try more when you say so.',
    goal: { panel: 'checks', query: {} },
  },
]

export interface NewcomerProps {
  /** Opens the demo, at a place in it; null: it is not known yet where it is. Absent: there is none. */
  onDemo?: ((goal?: Goal) => void) | null
  /** Configurations of other programs on this machine. */
  found: readonly { host: string; file: string }[]
  onFound: (file: string) => void
}

export function Newcomer({ onDemo, found, onFound }: NewcomerProps) {
  const characters = useCharacterKeys()
  return (
    <>
      {onDemo !== undefined && (
        <div className={style.demo}>
          <p>
            The demo server ships with Loupe and shows every feature once: forms, progress, questions to you, logs, a resource that changes.
          </p>
          <Button onClick={() => onDemo?.()} disabled={onDemo === null}>
            Open the demo
          </Button>
          <h3>Three things to try there</h3>
          <ol className={style.tries}>
            {TRIES.map(({ title, says, goal }) => (
              <li key={title}>
                <Button look="quiet" className={style.try} disabled={onDemo === null} onClick={() => onDemo?.(goal)}>
                  {title}
                </Button>
                <p>{says}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className={style.demo}>
        <h3>Your own server</h3>
        <p>Fill in the form: paste the line that starts it, or its URL. Import… reads the configuration of another program.</p>
        <Button look="quiet" className={style.try} hint={characters ? '?' : undefined} onClick={() => pressShortcut('?')}>
          Help
        </Button>
        {found.length > 0 && (
          <>
            <p>Other programs on this machine have servers of their own. Look which, and take what you like:</p>
            <ul className={style.found} aria-label="Found on this machine">
              {found.map(({ host, file }) => (
                <li key={file}>
                  <Button title={file} onClick={() => onFound(file)}>
                    {host}
                  </Button>
                  <span className={style.file}>{file}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}
