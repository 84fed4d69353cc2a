// What no run plays by itself.

/** What a full run would play as well, and why it does not by itself. */
export const NEEDS_CONSENT: readonly { title: string; why: string }[] = [
  { title: 'Calls of tools that exist', why: 'They run code of the server, and may write or spend.' },
  { title: 'Answers to what the server asks', why: 'They go on with a call of a tool.' },
  { title: 'Large and deeply nested messages, bursts', why: 'They may end the connection or trip a limit.' },
  { title: 'Closing stdin, and signals', why: 'They end the process.' },
  { title: 'Logins, tokens and scopes', why: 'They use an account of yours.' },
]
