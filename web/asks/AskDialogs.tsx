// Asks, wherever the person is: a strip says who asks, a dialog that leaves the page usable takes the answer. Nothing
// here takes the focus unless it was asked to.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { isObject } from '#mcp/json.ts'
import { CALL_CANCELLED } from '#mcp/session/reason.ts'
import { linkTo, useRoute } from '../route/route.ts'
import { isPast, openAsk, takenWords, useAskInView, useDesk } from '../session/asks.ts'
import { useConnections } from '../session/connections.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { arrive, focusWhole, isLost } from '../ui/arrive.ts'
import { useCovers } from '../ui/below.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { askTitle, undecide, useAskDrafts, type Answered } from './ask-drafts.ts'
import { Since } from './AskFacts.tsx'
import { ElicitationForm } from './ElicitationForm.tsx'
import { OtherAsk } from './OtherAsk.tsx'
import { RootsAsk } from './RootsAsk.tsx'
import { SamplingForm } from './SamplingForm.tsx'
import { Said } from '../ui/Said.tsx'
import './rules.ts'
import style from './Asks.module.css'

/** What was on its way when the dialog opened, or went on to the next ask, was not meant for it. Milliseconds. */
const DEAF = 500

export function AskDialogs() {
  const asks = useDesk((desk) => desk.asks)
  const open = useDesk((desk) => desk.open)
  const { panel } = useRoute()
  const ask = asks.find((one) => one.key === open)
  const first = useAskInView()
  const body = useRef<HTMLDivElement>(null)
  const strips = useRef<HTMLDivElement>(null)
  useCovers(strips)
  const deaf = useDeafness(open)
  const shown = ask !== undefined
  useCaretBack(shown)
  useFocusInAsk(open, body)
  return (
    <>
      <div ref={body} {...deaf} role="presentation">
        <Dialog title={askTitle(ask?.method ?? '')} open={ask !== undefined} modal={false} wide onClose={() => openAsk(undefined)}>
          {ask !== undefined && (
            <Boundary key={ask.key} what="The request">
              <Round ask={ask} asks={asks} />
              {asks.some((one) => one !== ask && (ask.round === undefined || one.round?.id !== ask.round.id)) && (
                <Queue asks={asks} current={ask} />
              )}
            </Boundary>
          )}
        </Dialog>
      </div>
      <div ref={strips} className={`${style.strips} ${shown ? style.beside : ''}`}>
        <WithdrawnStrip />
        <RuledStrip />
        {ask === undefined && first !== undefined && panel !== 'asks' && <Strip ask={first} waiting={asks.length} />}
      </div>
    </>
  )
}

/** For half a second after an ask came into the dialog, neither Enter, nor Space on a button, nor a second click answers it. */
function useDeafness(open: string | undefined) {
  const since = useRef(0)
  useLayoutEffect(() => {
    if (open !== undefined) since.current = performance.now()
  }, [open])
  const stop = (event: KeyboardEvent | MouseEvent) => {
    if (performance.now() - since.current > DEAF) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ' ' && event.target instanceof HTMLButtonElement)) stop(event)
  }
  const onSecond = (event: MouseEvent) => {
    if (event.detail > 1) stop(event)
  }
  return { onKeyDownCapture: onKey, onKeyUpCapture: onKey, onMouseDownCapture: onSecond, onClickCapture: onSecond }
}

/** Whoever opens an ask, or goes on to the next, means to answer: the focus goes into its first field, unless the person has gone elsewhere. */
function useFocusInAsk(open: string | undefined, body: { current: HTMLElement | null }): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    const next = before.current !== undefined
    before.current = open
    const box = body.current
    if (open === undefined || box === null) return
    if (!isLost() && !box.contains(document.activeElement)) return
    const field = box.querySelector<HTMLElement>('dialog :is(textarea, input, select):not([data-aside] *)')
    if (field !== null) focusWhole(field)
    else if (next) box.querySelector<HTMLElement>('dialog button')?.focus()
  }, [open, body])
}

/** Gives the caret back to the field in which a person was before the dialog opened, unless they have gone elsewhere since. */
function useCaretBack(shown: boolean): void {
  const caret = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('input, textarea, select, [role=listbox]') && target.closest('dialog') === null)
        caret.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (!shown) return
    return () => {
      // After the dialog itself has closed and given back what it knew of.
      requestAnimationFrame(() => {
        if (isLost() && caret.current?.isConnected === true) caret.current.focus()
        else arrive('lost')
      })
    }
  }, [shown])
}

/** Several questions of one answer are one matter: each can be looked at again until the last is answered, and then all go back. */
function Round({ ask, asks }: { ask: PendingAsk; asks: readonly PendingAsk[] }) {
  const decided = useAskDrafts((store) => store.decided)
  const mine = decided.get(ask.key)
  const { round } = ask
  if (round === undefined || round.size < 2) return <Body ask={ask} />
  const all = asks.filter((one) => one.round?.id === round.id)
  return (
    <>
      <div className={style.round} role="group" aria-label="Questions of this round">
        {all.map((one, at) => (
          <Button
            key={one.key}
            look={one.key === ask.key ? 'ask' : 'plain'}
            aria-pressed={one.key === ask.key}
            onClick={() => openAsk(one.key)}
          >
            {at + 1} {reveal(one.round!.name)}
            {decided.has(one.key) && ' ✓'}
          </Button>
        ))}
        <span className={style.hint}>
          {decidedIn(all, decided)} of {round.size} answered; they go back together
        </span>
      </div>
      {mine === undefined ? (
        <Body ask={ask} />
      ) : (
        <Note tone="ok" title={`This one is ${mine.how}`} actions={<Button onClick={() => undecide(ask.key)}>Change the answer</Button>}>
          It is sent when the others are answered.
        </Note>
      )}
    </>
  )
}

const decidedIn = (all: readonly PendingAsk[], decided: ReadonlyMap<string, unknown>) => all.filter(({ key }) => decided.has(key)).length

function Body({ ask }: { ask: PendingAsk }) {
  if (ask.method === 'sampling/createMessage') return <SamplingForm ask={ask} />
  if (ask.method === 'elicitation/create') return <ElicitationForm ask={ask} />
  if (ask.method === 'roots/list') return <RootsAsk ask={ask} />
  return <OtherAsk ask={ask} />
}

function Queue({ asks, current }: { asks: readonly PendingAsk[]; current: PendingAsk }) {
  const at = asks.indexOf(current)
  const next = asks[(at + 1) % asks.length]!
  return (
    <div className={style.queue}>
      <span className={style.hint}>
        {at + 1} of {asks.length} waiting
      </span>
      <Button look="quiet" onClick={() => openAsk(next.key)}>
        Next: {askTitle(next.method)} from {reveal(next.connectionName)}
      </Button>
    </div>
  )
}

function Strip({ ask, waiting }: { ask: PendingAsk; waiting: number }) {
  const [hidden, setHidden] = useState('')
  if (hidden === ask.key) return null
  return (
    <div className={style.strip} data-pane="">
      <span className={style.stripText}>
        <b>{reveal(ask.connectionName)}</b>{' '}
        {ask.method === 'elicitation/create'
          ? isObject(ask.params) && ask.params.mode === 'url'
            ? 'asks you to visit a page'
            : 'asks you to fill in a form'
          : ask.method === 'sampling/createMessage'
            ? 'asks for a model’s answer'
            : ask.method === 'roots/list'
              ? 'asks for your roots'
              : `sends ${ask.method}`}
        {ask.during !== undefined && (
          <>
            {' '}
            during <code>{reveal(ask.during.name)}</code>
          </>
        )}{' '}
        <Since at={ask.at} />
        {waiting > 1 && <span className={style.hint}> · {waiting} waiting</span>}
      </span>
      <Button look="ask" aria-label={`Answer the ${askTitle(ask.method).toLowerCase()}`} onClick={() => openAsk(ask.key)}>
        Answer
      </Button>
      <Button look="quiet" aria-label="Hide this line; the ask keeps waiting" onClick={() => setHidden(ask.key)}>
        ✕
      </Button>
    </div>
  )
}

/** What a rule answered is said for a while: nothing is answered in silence. */
function RuledStrip() {
  const last = useAskDrafts((store) => store.answered.find(({ by }) => by !== undefined))
  const [seen, setSeen] = useState<Answered>()
  useEffect(() => {
    if (last === undefined || last === seen) return
    const timer = setTimeout(() => setSeen(last), 5000)
    return () => clearTimeout(timer)
  }, [last, seen])
  if (last === undefined || last === seen) return null
  return (
    <Said appears as="div" className={style.strip}>
      <span className={style.stripText}>
        The {askTitle(last.ask.method).toLowerCase()} of <b>{reveal(last.ask.connectionName)}</b> was {last.how}
      </span>
      <a href={linkTo({ connection: last.ask.connection, panel: 'asks' })}>Rules</a>
      <Button look="quiet" aria-label="Hide this line" onClick={() => setSeen(last)}>
        ✕
      </Button>
    </Said>
  )
}

/** An ask that was taken away says so for a while, since a person may have been writing its answer. */
function WithdrawnStrip() {
  const last = useDesk((desk) => desk.withdrawn[0])
  const connection = useConnections().get(last?.ask.connection ?? '')
  const [seen, setSeen] = useState<number>()
  useEffect(() => {
    if (last === undefined || last.at === seen) return
    const timer = setTimeout(() => setSeen(last.at), 8000)
    return () => clearTimeout(timer)
  }, [last, seen])
  if (last === undefined || last.at === seen || isPast(last, connection)) return null
  return (
    <Said appears as="div" quiet={last.why === CALL_CANCELLED} className={`${style.strip} ${style.gone}`}>
      <span className={style.stripText}>
        The {askTitle(last.ask.method).toLowerCase()} of <b>{reveal(last.ask.connectionName)}</b> was {takenWords(last.why)}
      </span>
      <Button look="quiet" aria-label="Hide this line" onClick={() => setSeen(last.at)}>
        ✕
      </Button>
    </Said>
  )
}
