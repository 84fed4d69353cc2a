// The slim line over panels that keep what they show while their server is away; it opens to the whole story.
import { useEffect, useState } from 'react'
import { placeOf, tellingLine } from '#mcp/last-words.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { go, useRoute } from '../route/route.ts'
import { useAuth } from '../session/auth-state.ts'
import { closeServer, reopenServer } from '../session/opening.ts'
import { useProxy } from '../session/proxy-state.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { reveal, running, timeLeft } from '../ui/format.ts'
import { Status } from '../ui/Status.tsx'
import { useCharacterKeys } from '../ui/use-character-keys.ts'
import { useNow } from '../ui/use-now.ts'
import { bringingBack } from './bringing-back.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import style from './ConnectionBanner.module.css'

/** A reconnect that takes less than this shows no banner: nothing moves while a person edits, saves and presses R. */
const PATIENCE = 600
const UNHEARD = 'cannot be reached: Loupe was stopped, or started anew. Start it, and open the address that it prints.'

export function ConnectionBanner({ connection }: { connection: ConnectionState }) {
  const { id, name, target, status, waiting, since, problem, process, restoring } = connection
  const [open, setOpen] = useState(false)
  const [late, setLate] = useState(false)
  const characters = useCharacterKeys()
  const { panel } = useRoute()
  const flow = useAuth(id)
  const proxy = useProxy((store) => store.state)
  const guarded = flow !== undefined && (flow.holds || (problem !== undefined && (flow.status === 'failed' || flow.status === 'waiting')))
  const state = waiting !== undefined ? 'waiting' : status
  const now = useNow(250, state === 'waiting' || state === 'connecting')
  useEffect(() => {
    if (state !== 'connecting') return setLate(true)
    setLate(false)
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [state])
  if (!late || state === 'connected') return null
  const exit = process?.exit
  const last = tellingLine(process?.stderr ?? [])
  const place = placeOf(process?.stderr ?? [])
  // The server may be as well as ever: nothing can be said of it, and no attempt will help.
  const unheard = proxy.kind === 'lost' && problem !== undefined && (target.kind === 'stdio' || problem.code === 'no-proxy')
  // Of a process that a person ended, the last words are no reason.
  const ended = exit !== undefined && state !== 'connecting' && problem !== undefined && !unheard
  const down = state === 'failed' || state === 'closed' || state === 'idle'
  const says = {
    idle: 'is not connected.',
    connecting:
      restoring !== undefined
        ? `is connected to in a moment. ${bringingBack(restoring)}`
        : flow?.holds === true
          ? 'waits for its authorization.'
          : `is connected to again… ${running(now - since)}`,
    waiting: `${status === 'failed' && problem !== undefined ? `${problem.title}.` : 'went away.'} Next attempt ${waiting !== undefined && waiting.nextAt > now ? `in ${timeLeft(waiting.nextAt - now)}` : 'now'}.`,
    failed: problem?.title ?? 'could not be reached.',
    closed: problem?.title ?? 'is disconnected. What it said stays here.',
    connected: '',
  }[state]
  return (
    <div className={`${style.banner} ${problem === undefined ? '' : style.bad}`}>
      <div className={style.line}>
        <Status status={state === 'closed' && problem !== undefined ? 'gone' : state} />
        <span className={style.says}>
          <b>{reveal(name)}</b> {unheard && state !== 'connecting' ? UNHEARD : reveal(says)}
          {ended && last !== undefined && (
            <span className={style.last} title={reveal(last)}>
              {reveal(last)}
            </span>
          )}
        </span>
        {ended && place !== undefined && (
          <CopyButton
            className={style.place}
            label={reveal(`${place.file.split(/[\\/]/).at(-1)}:${place.line}`)}
            text={`${place.file}:${place.line}`}
            title={`Copy ${reveal(place.file)}:${place.line}`}
          />
        )}
        <span className={style.acts}>
          {guarded && panel !== 'auth' && (
            <Button onClick={() => go({ panel: 'auth', ...(flow.at === undefined ? {} : { item: flow.at }) })}>Open Authorization</Button>
          )}
          {state === 'connecting' && (
            <Button look="quiet" onClick={() => void closeServer(id)}>
              Cancel
            </Button>
          )}
          {state === 'waiting' && (
            <>
              <Button onClick={() => void reopenServer(id)}>Try now</Button>
              <Button look="quiet" onClick={() => void closeServer(id)}>
                Stop waiting
              </Button>
            </>
          )}
          {down && !open && (
            <Button hint={characters ? 'press R' : undefined} onClick={() => void reopenServer(id)}>
              Reconnect
            </Button>
          )}
          {state !== 'connecting' && (
            <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Less' : 'Details'}
            </Button>
          )}
        </span>
      </div>
      {open && state !== 'connecting' && (
        <div className={style.card}>
          <ConnectionCard connection={connection} />
        </div>
      )}
    </div>
  )
}
