// The ask desk: what servers want from the person, oldest first. Nothing leaves it but by an answer or a withdrawal.
import { create } from 'zustand'
import type { PendingAsk } from './engine-messages.ts'

export interface Withdrawn {
  ask: PendingAsk
  why: string
  at: number
}

interface Desk {
  asks: PendingAsk[]
  /** The one whose dialog is open. */
  open?: string
  /** What was taken away unanswered, newest first, so that the page can say why. */
  withdrawn: Withdrawn[]
}

export const useDesk = create<Desk>(() => ({ asks: [], withdrawn: [] }))

export function acceptAsk(ask: PendingAsk): void {
  useDesk.setState(({ asks }) => ({ asks: [...asks, ask] }))
}

/** Takes an ask away. `why` 'answered' leaves no trace; anything else is told. */
export function dropAsk(key: string, why: string): void {
  useDesk.setState(({ asks, open, withdrawn }) => {
    const ask = asks.find((one) => one.key === key)
    if (ask === undefined) return {}
    return {
      asks: asks.filter((one) => one !== ask),
      open: open === key ? undefined : open,
      withdrawn: why === 'answered' ? withdrawn : [{ ask, why, at: Date.now() }, ...withdrawn].slice(0, 20),
    }
  })
}

/** Opens the dialog of an ask (the oldest when none is named); undefined closes it, keeping its draft. */
export function openAsk(key: string | undefined): void {
  useDesk.setState({ open: key })
}
