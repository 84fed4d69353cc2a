// Why something was broken off, in words for people: a signal aborted without a reason holds an exception, and its text is for nobody.

export const CALL_CANCELLED = 'You cancelled the call'

/** The reason that a signal was aborted with, where it is a text; else `otherwise`. */
export function reasonOf({ reason }: AbortSignal, otherwise: string): string {
  return typeof reason === 'string' && reason !== '' ? reason : otherwise
}
