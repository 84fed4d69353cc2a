// Blocks of lines as texts, on the side of the page: what is fetched with a first connection.
import { inRuns, type TakesRun } from '../log-run.ts'
import { eachLine } from './tunnel-frames.ts'

const CR = 0x0d

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * What `eachLine` gives, as text: a block is decoded at once, which for many short lines is most of the work saved. Lines of a block that is
 * not UTF-8 throughout come as bytes. `run`: is offered the text first, and takes of it what need not come line by line.
 */
export function eachText(block: Uint8Array, take: (line: Uint8Array | string) => void, run?: TakesRun): void {
  let text: string
  try {
    text = strict.decode(block)
  } catch {
    return eachLine(block, take)
  }
  if (run === undefined) linesIn(text, 0, text.length, take)
  else inRuns(text, run, nextLine, (from, to) => linesIn(text, from, to, take))
}

function linesIn(text: string, start: number, end: number, take: (line: string) => void): void {
  for (let from = start; from < end;) {
    const at = text.indexOf('\n', from)
    const next = at < 0 ? end : at
    const empty = next === from || (next === from + 1 && text.charCodeAt(from) === CR)
    if (!empty) take(from === 0 && next === text.length ? text : text.slice(from, next))
    from = next + 1
  }
}

function nextLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at + 1
}
