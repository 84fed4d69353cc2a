// Large JSON written bit by bit: the text of `writeJson`, which would be made in one go.
import { writeJson } from './json.ts'
import { spellingOf } from './spelling.ts'

/** `value` as `writeJson(value, 1)` has it, in parts. `deep`: within so many levels of objects and arrays, each member comes by itself. */
export function* jsonParts(value: unknown, deep: number, level = 0): Iterable<string> {
  const margin = `\n${' '.repeat(level)}`
  // No line stands between the signs of an object whose members are all left out, but an empty one.
  const whole = (): string => writeJson(value, 1).replaceAll(/\n(?!\n)/g, margin)
  if (deep === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    yield whole()
    return
  }
  const listed = Array.isArray(value)
  let before = listed ? '[' : '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined && !listed) continue
    yield `${before}${margin} ${listed ? '' : `${JSON.stringify(name)}: `}`
    before = ','
    const written = spellingOf(value, name, member)
    if (written === undefined) yield* jsonParts(member, deep - 1, level + 1)
    else yield written
  }
  yield before === ',' ? `${margin}${listed ? ']' : '}'}` : whole()
}
