// The login page: its whole address with the host set off, the ways to open it, and a place to paste what came back. Nothing opens
// but by a click, and what is no safe address has no button at all.
import { useState, type ReactNode } from 'react'
import type { FlowState, ToOpen } from '#mcp/auth/flow-state.ts'
import { mayOpen } from '#mcp/auth/urls.ts'
import { answerByHand, openLogin } from '../session/auth.ts'
import { useStray } from '../session/auth-state.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Field } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { LoginAddress } from '../ui/LoginAddress.tsx'
import { Note } from '../ui/Note.tsx'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

export interface LoginBoxProps {
  connection: string
  flow: FlowState
  open: ToOpen
  /** Beside the buttons. */
  more: ReactNode
}

export function LoginBox({ connection, flow, open, more }: LoginBoxProps) {
  const { fault, act } = useAct()
  const [opened, setOpened] = useState(false)
  const [answer, setAnswer] = useState('')
  const stray = useStray(open.state)
  if (!mayOpen(open.url))
    return (
      <Note tone="bad" role="alert" title="The login page may not be opened">
        <code>{reveal(open.url)}</code> is neither https nor http on a loopback address. It may run a script or start a program, and is
        opened by nothing here.
      </Note>
    )
  const go = (how: 'popup' | 'tab' | 'page') => {
    setOpened(how !== 'page')
    act(openLogin(connection, how))
  }
  return (
    <Note
      tone="ask"
      role="status"
      title={flow.holds ? 'A request waits until you have logged in' : 'Log in to go on'}
      actions={
        <>
          <Button look="primary" onClick={() => go('popup')}>
            Open login page
          </Button>
          <Button title="In a tab of its own" onClick={() => go('tab')}>
            Open in a tab
          </Button>
          <Button title="This page goes there and comes back: for browsers that block popups" onClick={() => go('page')}>
            Log in here
          </Button>
          <CopyButton text={open.url} label="Copy the address" />
          {more}
        </>
      }
    >
      <div className={style.login}>
        {fault !== undefined && <p className={style.bad}>{reveal(fault)}</p>}
        {stray !== undefined && (
          <p className={style.bad} role="alert">
            {stray}
          </p>
        )}
        <LoginAddress url={open.url} />
        {opened && stray === undefined && (
          <p>
            Waiting for the answer. If no window came, your browser blocks popups: use “Log in here”. It comes back to{' '}
            <code>{reveal(open.redirectUri)}</code>.
          </p>
        )}
        <details className={style.fold}>
          <summary>Paste what came back</summary>
          <form
            className={style.paste}
            onSubmit={(event) => {
              event.preventDefault()
              act(answerByHand(connection, answer))
              setAnswer('')
            }}
          >
            <Field
              label="Address that the login ended at"
              hint="Where the redirect leads nowhere (another machine, another port): copy the whole address from the other window. It is used once and not kept."
            >
              {(field) => (
                <input
                  {...field}
                  className="mono"
                  value={answer}
                  placeholder={`${open.redirectUri}?code=…&state=…`}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={(event) => setAnswer(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" disabled={answer.trim() === ''}>
              Take it
            </Button>
          </form>
        </details>
      </div>
    </Note>
  )
}
