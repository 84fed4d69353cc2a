// What a text can be shown as, found by its announced type, by the name of its file and by looking.
import { LONG_TEXT } from '../long-text.ts'
import { duplicateIn } from '../json-duplicates.ts'
import { isObject, parseJson, type Json } from '../json.ts'
import { languageOf } from './language.ts'
import { essence, isTextType } from './sniff.ts'
import { separatorOf, type Separator } from './table.ts'

/** 'lines': JSON Lines. 'page': HTML as it would be drawn, shown on demand alone. 'text': as it is, coloured where its language is known. */
export type TextMode = 'json' | 'lines' | 'markdown' | 'table' | 'page' | 'text'

export interface TextLook {
  /** Ways to show it, the best first. */
  modes: TextMode[]
  /** The value when it is JSON; the list of values when it is JSON Lines. */
  json?: Json
  /** For 'table'. */
  separator?: Separator
  language?: string
  notes: string[]
}

const SEPARATORS: { [type: string]: Separator } = {
  'text/csv': ',',
  'application/csv': ',',
  'text/tab-separated-values': '\t',
}

/** JSON in texts beyond this is found when it is asked for: reading it takes longer than a person waits unasked. Characters. */
export const MOST_UNASKED = 24_000_000

/** Longer texts are not searched for members that are there twice. Characters. */
const MOST_SEARCHED = 1_000_000

/** One line without a sign that JSON, Markdown, a script or a page could begin with, or a patch. */
export const SENTENCE = /^(?!diff --git )[^\n\r\u2028\u2029<#{[`*]*$/

/** Never throws. A long text is looked at in a worker. */
export function lookAtText(text: string, mimeType: string, name = ''): TextLook {
  const type = essence(mimeType)
  const look: TextLook = { modes: [], notes: [] }
  const plain = type === '' || type === 'text/plain'
  // The usual answer. To look for each mark that it has not takes longer than all else that is done to show it.
  if (plain && name === '' && SENTENCE.test(text)) return { modes: ['text'], notes: [] }
  const head = text.slice(0, 20_000)
  if (type !== '' && !isTextType(type) && !/^application\/(octet-stream|csv|x-[\w-]+|[\w.-]*script|graphql)$/.test(type))
    look.notes.push(`Announced as ${type}, but sent as text.`)
  if (mayBeJson(text, type)) readJson(text, type, look)
  const isMarkdown = type === 'text/markdown' || type === 'text/x-markdown' || (plain && /\.(md|markdown)$/i.test(name))
  if (isMarkdown) look.modes.unshift('markdown')
  const language = look.json === undefined && !isMarkdown ? languageOf(head, type, name) : undefined
  if (language !== undefined) look.language = language
  const separator = separatorFor(head, text.length, type, name)
  const announced = SEPARATORS[type] !== undefined || /\.(csv|tsv)$/i.test(name)
  if (
    separator !== undefined &&
    look.json === undefined &&
    !isMarkdown &&
    (announced || (plain && language === undefined && isTabular(head, separator)))
  ) {
    look.separator = separator
    if (announced) look.modes.push('table')
  }
  look.modes.push('text')
  if (look.separator !== undefined && !announced) look.modes.push('table')
  if (type === 'text/html' || type === 'application/xhtml+xml' || (plain && language === 'xml' && /^\s*(<!doctype html|<html)/i.test(head)))
    look.modes.push('page')
  if (look.modes.length === 1 && plain && language === undefined && looksLikeMarkdown(head)) look.modes.push('markdown')
  return look
}

function separatorFor(head: string, length: number, type: string, name: string): Separator | undefined {
  const found = separatorOf(head, length === head.length)
  if (SEPARATORS[type] === undefined && !/\.(csv|tsv)$/i.test(name)) return found
  // Spreadsheets write “;” where the comma parts decimals, and call it CSV all the same.
  return found ?? SEPARATORS[type] ?? (/\.tsv$/i.test(name) ? '\t' : ',')
}

/** Two lines of prose may well have one comma each. */
function isTabular(head: string, separator: Separator): boolean {
  return separator === '\t' || (head.match(/\n\s*\S/g)?.length ?? 0) >= 2
}

export function mayBeJson(text: string, type: string): boolean {
  if (/[/+]json$|jsonl$|ndjson$/.test(type)) return true
  const start = /^\s*(.)/.exec(text.slice(0, 1000))?.[1]
  if (start !== '{' && start !== '[') return false
  // Where it ends otherwise, it is not worth reading a long text for the error.
  return text.length < LONG_TEXT || /[}\]]\s*$/.test(text.slice(-1000))
}

function readJson(text: string, type: string, look: TextLook): void {
  const says = /[/+]json$/.test(type)
  try {
    const value = parseJson(text)
    if (!says && !isObject(value) && !Array.isArray(value)) return
    look.json = value
    look.modes.push('json')
    const twice = text.length <= MOST_SEARCHED ? duplicateIn(text) : undefined
    if (twice !== undefined)
      look.notes.push(
        `“${twice.name}” is there twice${twice.within === '' ? '' : ` in ${twice.within}`}: as JSON only the last is seen, in the text all of them.`,
      )
  } catch (error) {
    const lines = readLines(text)
    if (lines !== undefined) {
      look.json = lines
      look.modes.push('lines')
    } else {
      if (says) look.notes.push(`Announced as ${type}, but it is not JSON: ${(error as Error).message}`)
      mostlyLines(text, look.notes)
    }
  }
}

/** JSON Lines: several lines that each hold an object. */
function readLines(text: string): Json[] | undefined {
  if (!/^\s*\{[^\n]*\}\s*\n/.test(text.slice(0, 100_000)) && text.length > LONG_TEXT) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines[0]!.trimStart().startsWith('{')) return undefined
  try {
    return lines.map((line) => parseJson(line))
  } catch {
    return undefined
  }
}

/** Says which line is broken, where most of several lines hold an object each. */
function mostlyLines(text: string, notes: string[]): void {
  if (text.length > LONG_TEXT) return
  const lines = text.split('\n').map((line) => line.trim())
  let objects = 0
  const broken: { at: number; why: string }[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    try {
      if (isObject(parseJson(line))) objects += 1
      else return
    } catch (error) {
      broken.push({ at: index + 1, why: (error as Error).message })
    }
    if (broken.length > 3 && broken.length > objects) return
  }
  const [first] = broken
  if (first === undefined || objects < 2 || objects <= broken.length) return
  const rest = broken.length === 1 ? '' : ` (and ${broken.length - 1} more)`
  notes.push(`${objects} of its lines are JSON objects; line ${first.at}${rest} is none: ${first.why}`)
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
