// What a safe run does not play. What the profiles 'interactive' and 'stress' play is judged then; the rest has its place here,
// and waits for a person who does it by hand.

export interface Consent {
  title: string
  why: string
  /** Checks that nobody plays, and no rule judges yet. */
  ids: readonly string[]
}

export const NEEDS_CONSENT: readonly Consent[] = [
  {
    title: 'Calls of tools that exist',
    why: 'They run code of the server, and may write or spend. The profile “interactive” plays some with the tool that you lend.',
    ids: ['TC-08', 'TC-14', 'TC-16', 'TC-17', 'LG-03', 'LG-06', 'TK-03', 'TK-04', 'TK-05', 'AP-06', 'AP-07'],
  },
  {
    title: 'Arguments that travel as headers',
    why: 'The tool is called if the server does not look at them.',
    ids: ['HD-12', 'HD-13', 'HD-14', 'HD-15', 'HD-16', 'HD-17', 'HD-20'],
  },
  {
    title: 'Slow calls that are broken off, cancelled or resumed',
    why: 'Only you know which tool is slow, and what it leaves behind.',
    ids: ['ST-09', 'HT-26', 'RS-06', 'MS-04'],
  },
  {
    title: 'Answers to what the server asks',
    why: 'They go on with a call of a tool.',
    ids: ['DV-13', 'CP-09', 'CF-06', 'CF-09', 'CF-14', 'CF-15', 'MR-05', 'MR-06', 'MR-07', 'MR-08', 'MR-09', 'MR-10', 'MR-11', 'MR-12'],
  },
  {
    title: 'Large and deeply nested messages, bursts, the end of the process',
    why: 'They may end the connection or trip a limit. The profile “stress” plays them.',
    ids: ['ST-11'],
  },
  {
    title: 'Logins, tokens, scopes and second accounts',
    why: 'They use an account of yours.',
    ids: ['SE-11', 'AU-09', 'AU-15', 'AS-08', 'AS-10', 'AS-11', 'AS-12', 'AS-14'],
  },
]
