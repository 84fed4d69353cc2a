// The head of a report: what was checked, how, in which revision and why that, when and how much.
import type { Row } from './row.ts'
import type { Story } from './story.ts'

export interface Checked {
  /** What was checked, without secrets: a URL, a command, a file. */
  what: string
  /** The file that findings are of: `record`, the record itself, by its lines. */
  place?: { uri: string; record?: true }
  rows: readonly Row[]
  story: Story
  /** How the revision came about, in words. */
  chosen?: string
  /** What was played; left out: nothing was, a record was judged. */
  profile?: string
  /** Version of Loupe. */
  by?: string
  /** Known failures that are no news, and those that are mended. */
  known?: readonly string[]
  mended?: readonly string[]
  /** Failures that the baseline does not know; undefined without a baseline. */
  fresh?: readonly string[]
  /** Why the run did not see all, each in its sentences: it could not begin, or was cut short, or was never answered. */
  failed?: readonly string[]
}

const TRANSPORTS: { [transport in NonNullable<Story['transport']>]: string } = {
  stdio: 'stdio',
  'streamable-http': 'Streamable HTTP',
  'http+sse': 'HTTP+SSE',
  websocket: 'WebSocket',
}

/** Labels and texts, in order. What is not known is left out, but for the revision. */
export function headOf({ what, story, chosen, profile, by, failed = [] }: Checked): [label: string, text: string][] {
  const { server, transport, revision, revisions, from, to, conversations, messages, requests, missing } = story
  const others = revisions.filter((one) => one !== revision)
  const began = timeOf(from)
  const count = (figure: number, word: string): string => `${figure} ${word}${figure === 1 ? '' : 's'}`
  const lines: [string, string | undefined][] = [
    ['Checked', what],
    ...failed.map((why): [string, string] => ['Unfinished', why]),
    ['Server', server && `${server.name} ${server.version}`.trim()],
    ['Transport', transport && TRANSPORTS[transport]],
    ['Revision', revision === undefined ? 'none was agreed on' : `${revision}${chosen === undefined ? '' : ` (${chosen})`}`],
    ['Also spoken', others.length === 0 ? undefined : others.join(', ')],
    ['Profile', profile ?? 'none: what was recorded is judged'],
    ['When', began],
    ['Took', from === undefined || to === undefined ? undefined : `${((to - from) / 1000).toFixed(1)} s`],
    [
      'Exchanged',
      `${count(messages, 'message')}, ${count(requests, 'request')} of ours among them, in ${count(conversations, 'conversation')}`,
    ],
    [
      'Missing',
      missing === undefined
        ? undefined
        : `${count(missing, 'message')}, dropped or cleared before they were judged: what may have hung on them is not judged`,
    ],
    ['By', by && `Loupe ${by}`],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
}

/** The same for programs. */
export function factsOf({ what, story, chosen, profile, by, failed = [] }: Checked): { [name: string]: unknown } {
  const { server, transport, revision, revisions, from, to, conversations, messages, requests, missing } = story
  return {
    what,
    failed: failed.length === 0 ? undefined : failed,
    server,
    transport,
    revision,
    chosen,
    revisions,
    profile,
    at: timeOf(from),
    ms: from === undefined || to === undefined ? undefined : Math.round(to - from),
    messages,
    requests,
    conversations,
    missing,
    loupe: by,
  }
}

/** Undefined for what is no time of day: tests, and records of unknown make, count from zero. */
export function timeOf(at: number | undefined): string | undefined {
  return at === undefined || at < 1e11 ? undefined : new Date(at).toISOString()
}
