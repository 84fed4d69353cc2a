// One member of a JSON file set, and not a character touched beside it. (The edits of jsonc-parser lay out the neighbours anew, and move the
// comment behind the last of them.)
import { createScanner, findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser'
import type { Json } from '../json.ts'

/**
 * The text with `value` at `path`, whose objects are made where they are missing.
 * @param text readable JSON, with or without comments
 */
export function setMember(text: string, path: string[], value: Json): string {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (root?.type !== 'object') throw new SyntaxError('The file is no object.')
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lay = (what: Json, depth: number): string => JSON.stringify(what, null, unit).replaceAll('\n', eol + unit.repeat(depth))

  const node = findNodeAtLocation(root, path)
  if (node !== undefined) return splice(text, node.offset, node.length, lay(value, path.length))
  let known = path.length - 1
  while (known > 0 && findNodeAtLocation(root, path.slice(0, known)) === undefined) known -= 1
  const parent = findNodeAtLocation(root, path.slice(0, known))!
  const missing = path.slice(known)
  const whole = missing.slice(1).reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  // What stands there is null or a text: a host takes it for no servers at all.
  if (parent.type !== 'object') return splice(text, parent.offset, parent.length, lay({ [missing[0]!]: whole }, known))
  return append(text, parent, `${JSON.stringify(missing[0])}: ${lay(whole, known + 1)}`, unit, known, eol)
}

function append(text: string, parent: Node, member: string, unit: string, depth: number, eol: string): string {
  const close = parent.offset + parent.length - 1
  const last = parent.children?.at(-1)
  const comma = last !== undefined && commaAfter(text, last.offset + last.length, close)
  const end = text.slice(0, close).trimEnd().length
  const trailing = text.slice(end, close)
  // Inside one line the rest stays in one line as well, but for the new member.
  const tail = trailing.includes('\n') ? trailing : eol + unit.repeat(depth)
  const added = `${eol}${unit.repeat(depth + 1)}${member}${comma ? ',' : ''}${tail}`
  const before = splice(text, end, close - end, added)
  return last === undefined || comma ? before : splice(before, last.offset + last.length, 0, ',')
}

function commaAfter(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return at < to && text[at] === ','
}

function splice(text: string, offset: number, length: number, replacement: string): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length)
}
