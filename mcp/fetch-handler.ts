// The plug of the whole house: whatever speaks HTTP is this function. The browser's fetch, the proxy's
// relay, a stdio child behind the demultiplexer and the fake server of the tests are all one.

/** Answers one HTTP request. Rejects with a `TypeError` (or an `AbortError`) when no response could be had. */
export type FetchHandler = (request: Request) => Promise<Response>
