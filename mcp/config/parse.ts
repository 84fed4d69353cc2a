// A configuration's text becomes a value, whichever of the three notations it is in; faults are placed by line and column.
import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Json } from '../json.ts'
import type { Format } from './hosts.ts'

/** Larger files are no configuration. */
const MOST = 5_000_000

const WORDS: { [code: string]: string } = {
  InvalidSymbol: 'a word that is neither true, false nor null',
  InvalidNumberFormat: 'a number that is none',
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected after the name',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a “{” is never closed',
  CloseBracketExpected: 'a “[” is never closed',
  EndOfFileExpected: 'something follows the end',
  InvalidCommentToken: 'a comment that is none',
  UnexpectedEndOfComment: 'a comment is never closed',
  UnexpectedEndOfString: 'a text is never closed',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: 'a wrong \\u escape',
  InvalidEscapeCharacter: 'a wrong escape after “\\”',
  InvalidCharacter: 'a character that must be escaped',
}

/** Which notation a text is in, by its looks; a file's name tells more surely. */
export function formatOf(text: string, fileName = ''): Format {
  if (/\.toml$/i.test(fileName)) return 'toml'
  if (/\.ya?ml$/i.test(fileName)) return 'yaml'
  if (/\.(json|jsonc|code-workspace)$/i.test(fileName)) return 'jsonc'
  const start = text.replace(/^\uFEFF/, '').replace(/^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/, '')
  if (/^[{"]|^\[\s*[\]{"]/.test(start) || start === '') return 'jsonc'
  if (/^(?:#[^\n]*\n|\s)*\[[^[\]{}"\n]*(?:"[^"\n]*")?[^[\]{}\n]*\]\s*(?:#|\n|$)|^[\w.-]+\s*=/m.test(start)) return 'toml'
  return 'yaml'
}

/**
 * The value that a text stands for. JSON may have a BOM, comments and trailing commas, and may be the inside of an object
 * (`"name": { … },`), as people copy it.
 * @throws SyntaxError that says what is wrong and in which line and column
 */
export function parseConfig(text: string, format: Format): Json {
  if (text.length > MOST) throw new SyntaxError(`This is no configuration: it has ${text.length.toLocaleString('en')} characters.`)
  const plain = text.replace(/^\uFEFF/, '')
  if (format === 'jsonc') return parseJsonc(plain)
  try {
    if (format === 'toml') return plainValue(parseToml(plain, { maxDepth: 100 }))
    const document = parseDocument(plain, { prettyErrors: true, uniqueKeys: false })
    const [error] = document.errors
    if (error !== undefined) throw new SyntaxError(`This YAML cannot be read: ${error.message.split('\n')[0]}`)
    return plainValue(document.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    if (error instanceof TomlError)
      throw new SyntaxError(`This TOML cannot be read: ${tomlReason(error.message)} (line ${error.line}, column ${error.column})`, {
        cause: error,
      })
    throw new SyntaxError(`This cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The library puts the lines around the place behind its sentence. */
function tomlReason(message: string): string {
  return message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
}

/** A text of JSON that is the inside of an object, made one. */
export function wrapped(text: string): string {
  return /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*"(?:[^"\\]|\\.)*"\s*:/.test(text) ? `{${text}\n}` : text
}

function parseJsonc(text: string): Json {
  if (text.trim() === '') throw new SyntaxError('There is nothing in it.')
  const whole = wrapped(text)
  const errors: ParseError[] = []
  const tree = parseTree(whole, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined || tree === undefined) {
    const offset = (error?.offset ?? 0) - (whole === text ? 0 : 1)
    const before = text.slice(0, Math.max(0, offset))
    const code = error === undefined ? 'ValueExpected' : printParseErrorCode(error.error)
    throw new SyntaxError(
      `This JSON cannot be read: ${WORDS[code] ?? code} (line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')})`,
    )
  }
  return plainValue(getNodeValue(tree))
}

/** Dates and big numbers of the other notations, as JSON has them; objects without a prototype's members. */
function plainValue(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object') return null
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)]))
}
