// After Clear, the way back: there as long as the engine has what was cleared.
import { useEffect } from 'react'
import { call } from '../session/engine.ts'
import { arrive } from '../ui/arrive.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/format.ts'
import { Said } from '../ui/Said.tsx'
import { putBackCleared } from './pins.ts'
import style from './TrafficBar.module.css'

export interface UndoClearProps {
  /** Those whose records can be put back, and how many messages that are. */
  connections: readonly string[]
  messages: number
  /** Something is back. */
  onUndone: () => void
}

export function UndoClear({ connections, messages, onUndone }: UndoClearProps) {
  // It goes by itself, and may have the focus then.
  useEffect(() => () => arrive('lost'), [])
  const undo = async () => {
    const back = await Promise.all(connections.map((one) => call('undoClear', [one])))
    connections.filter((_one, at) => back[at]).forEach(putBackCleared)
    if (back.includes(true)) onUndone()
  }
  return (
    <span className={style.pins}>
      <Said appears>{count(messages, 'message')} cleared</Said>
      <Button look="quiet" title="Puts them back, before what came since; for half a minute at most" onClick={() => void undo()}>
        Undo
      </Button>
    </span>
  )
}
