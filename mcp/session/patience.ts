// How long, and how often, a request is carried on with.

/** A stream is still read for so long after a cancel: the server may not have heard of it in time. */
export const GRACE = 30_000
/** Streams in a row that end without bringing anything. */
export const RESUMES = 5
/** A server that wants more than this goes round in circles. */
export const ROUNDS = 25
/** Pages of a list that are asked for before it is thought endless. */
export const PAGES = 50
/** Milliseconds before a request goes out again that the server wants no input for. */
export const FIRST_PAUSE = 125
export const LONGEST_PAUSE = 5000
export const CANCELLED_BY_PERSON = 'Cancelled by the user'
