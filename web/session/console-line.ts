// What a row of the record says in the console: a short word for where it comes from, and its text.
import type { Row } from '#mcp/traffic-row.ts'

/** 'warning', 'stderr', 'noise' … */
export function sourceOf(row: Row): string {
  return row.kind === 'notification' ? row.status || 'log' : row.kind
}

/** The first line; a log message without the level that stands beside it. */
export function textOf(row: Row): string {
  const level = `${row.status} `
  return row.kind === 'notification' && row.name.startsWith(level) ? row.name.slice(level.length) : row.name
}

/** Whether the row shows less than there is. */
export function isCut(row: Row): boolean {
  return row.kind !== 'notification' && row.kind !== 'exit' && row.bytes > new TextEncoder().encode(row.name).length + 1
}

/** A line as it stands among others, without its time: what came on stderr by itself, all else with where it came from. */
export function lineOf(row: Row, text: string): string {
  return row.kind === 'stderr' ? text : `${row.kind === 'noise' ? 'stdout, not a message' : sourceOf(row)}: ${text}`
}

/** Whether the server wrote it; starts and ends of its process, and what was found wrong, stand between. */
export function isWritten({ kind }: Row): boolean {
  return kind === 'stderr' || kind === 'noise' || kind === 'notification'
}

/** Grows with each line that a server writes while its process is the same, also when older ones are dropped for it. */
export function writtenSoFar({ consoleLines, dropped }: { consoleLines: number; dropped: number }): number {
  return consoleLines + dropped
}
