// What a text can be shown as, found by its announced type and by looking.
import { isObject, parseJson, type Json } from '../json.ts'
import { essence } from './sniff.ts'

export type TextMode = 'json' | 'lines' | 'markdown' | 'text'

export interface TextLook {
  /** Ways to show it, the best first. */
  modes: TextMode[]
  /** The value when it is JSON; the list of values when it is JSON Lines. */
  json?: Json
  notes: string[]
  /** It may be JSON, and is too large to find out unasked. */
  unread?: true
}

/** Texts beyond this are not parsed unasked: it would hold up the page. Characters. */
const MOST = 8_000_000

/** `force`: read it as JSON however large it is. */
export function lookAtText(text: string, mimeType: string, force = false): TextLook {
  const type = essence(mimeType)
  const notes: string[] = []
  const modes: TextMode[] = []
  let json: Json | undefined
  const saysJson = /[/+]json$/.test(type)
  const start = /^\s*(.)/.exec(text)?.[1]
  const maybeJson = saysJson || start === '{' || start === '['
  if (maybeJson && (force || text.length <= MOST)) {
    try {
      const value = parseJson(text)
      if (saysJson || isObject(value) || Array.isArray(value)) {
        json = value
        modes.push('json')
      }
    } catch (error) {
      const lines = readLines(text)
      if (lines !== undefined) {
        json = lines
        modes.push('lines')
      } else if (saysJson) notes.push(`Announced as ${type}, but it is not JSON: ${(error as Error).message}`)
    }
  }
  const saysMarkdown = type === 'text/markdown' || type === 'text/x-markdown'
  if (saysMarkdown) modes.unshift('markdown')
  modes.push('text')
  if (!saysMarkdown && modes.length === 1 && (type === '' || type === 'text/plain') && looksLikeMarkdown(text)) modes.push('markdown')
  if (maybeJson && !force && text.length > MOST) return { modes, notes, unread: true }
  return json === undefined ? { modes, notes } : { modes, json, notes }
}

/** JSON Lines: several lines that each hold an object. */
function readLines(text: string): Json[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines[0]!.trimStart().startsWith('{')) return undefined
  try {
    return lines.map((line) => parseJson(line))
  } catch {
    return undefined
  }
}

/** Whether a plain text has the marks of Markdown. Looks at its beginning only. */
export function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 20_000)
  let marks = 0
  for (const mark of [
    /^#{1,6} \S/m,
    /^```/m,
    /\[[^\]\n]+\]\([^)\n]+\)/,
    /\*\*[^*\n]+\*\*/,
    /^\s*[-*] \S.*\n\s*[-*] \S/m,
    /^\|.*\|\s*\n\|[ :|-]+\|/m,
  ])
    if (mark.test(head)) marks += 1
  return marks >= 2 || /^#{1,3} \S.*\n/.test(head)
}
