// Why a run could not begin, or not go on: in the words that the page has for it, with what the process said last.
import { shownTarget } from '#mcp/traffic/secret-names.ts'
import { McpError } from '#mcp/errors.ts'
import { problemOf } from '#mcp/problem.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { redactorFor } from '#mcp/traffic/redact.ts'
import type { Target } from '#mcp/transport/target.ts'

/** Lines of stderr that are shown. */
const LINES = 12

export interface Failure {
  /** What happened, in whole sentences. */
  says: string
  /** Last lines of the process on stderr, oldest first. */
  stderr: string[]
  todo: string[]
}

/** Without the secrets that are known: logs of builds are read by many. */
export function failureOf(error: Error, target: Target, traffic: Traffic): Failure {
  const redactor = redactorFor(traffic, target)
  const clean = (text: string): string => redactor.text(text)
  if (target.kind !== 'stdio') {
    const advice = error instanceof McpError ? error.advice : undefined
    return { says: clean(sentence(error.message)), stderr: [], todo: advice === undefined ? [] : [clean(advice)] }
  }
  const { stderr, noise } = lastWordsIn(traffic)
  const { title, happened, todo } = problemOf({ error, what: shownTarget(target), kind: 'stdio', proxy: true, stderr, noise })
  return { says: clean(`${sentence(title)} ${sentence(happened)}`), stderr: stderr.slice(-LINES).map(clean), todo: todo.map(clean) }
}

/** What the process that was started last wrote beside its messages. */
function lastWordsIn(traffic: Traffic): { stderr: string[]; noise: string[] } {
  const words = { stderr: [] as string[], noise: [] as string[] }
  for (const event of traffic.events(0, new Set(['start', 'stderr', 'noise']))) {
    if (event.kind === 'start') words.stderr.length = words.noise.length = 0
    else if (event.kind === 'stderr' || event.kind === 'noise') words[event.kind].push(event.text)
  }
  return words
}

/** As a shell shows it. */
export function linesOf({ says, stderr, todo }: Failure): string {
  return [`loupe: ${says}`, ...stderr.map((line) => `  stderr: ${line}`), ...todo.map((one) => `→ ${one}`), ''].join('\n')
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
