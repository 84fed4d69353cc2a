// Why something was broken off, in words for people: a signal aborted without a reason holds an exception, and its text is for nobody.

import { itself } from '../wish.ts'

/** Of what is sent until a session is there. */
export const OPENING = itself('the connection is opened')
/** Of the stream that is kept open. */
export const LISTENING = itself('to hear what the server says unasked')

/** Of what is given up because nobody answered. */
export const TOO_LATE = itself('the time limit is over')

export const CALL_CANCELLED = 'You cancelled the call'

/** The reason that a signal was aborted with, where it is a text; else `otherwise`. */
export function reasonOf({ reason }: AbortSignal, otherwise: string): string {
  return typeof reason === 'string' && reason !== '' ? reason : otherwise
}
