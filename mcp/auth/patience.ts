// How long an answer is waited for.

/** Milliseconds for one request of a flow. */
export const PATIENCE = 30_000
