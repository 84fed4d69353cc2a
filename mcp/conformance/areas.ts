// The areas that rules stand in, by the letters that their ids begin with.

/** Titles of the areas, in the order of the report. */
export const AREAS: { [letters: string]: string } = {
  JR: 'JSON-RPC',
  BA: 'Batches',
  ST: 'stdio',
  HT: 'Streamable HTTP',
  SE: 'Sessions',
  RS: 'Resuming streams',
  HS: 'HTTP+SSE',
  WS: 'WebSocket',
  LC: 'Lifecycle',
  DV: 'Discovery and versions',
  HD: 'Request headers',
  XH: 'Arguments as headers',
  MS: 'Response streams',
  CP: 'Capabilities',
  RE: 'Resources',
  RT: 'Resource templates',
  SU: 'Subscriptions',
  LS: 'Listening',
  PR: 'Prompts',
  TL: 'Tools',
  TC: 'Tool calls',
  CN: 'Content',
  CF: 'Asks of the server',
  MR: 'Results that want input',
  PI: 'Ping',
  PG: 'Progress',
  CA: 'Cancelling',
  LG: 'Logging',
  CM: 'Completion',
  PA: 'Pages',
  CH: 'Caching',
  TK: 'Tasks',
  XE: 'Tasks (extension)',
  AP: 'Apps',
  SK: 'Skills',
  AU: 'Authorization',
  AS: 'Authorization server',
  SX: 'Robustness',
}

export function areaOf({ id }: { id: string }): string {
  const letters = id.slice(0, 2)
  return AREAS[letters] ?? letters
}
