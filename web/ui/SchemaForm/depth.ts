// How deep a form goes by itself.
/** Deeper than this even a required group waits to be opened. */
export const DEEP = 4
