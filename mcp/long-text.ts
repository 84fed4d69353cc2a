// Apart from what reads JSON, so that whoever only compares lengths does not bring a parser along.

/** Characters of a text that travel. */
export const LONG_TEXT = 250_000

/** Containers in containers that travel: what lies deeper, a browser does not hand from one thread to another. */
export const DEEPEST = 400

/** Whether a value lies deeper than what travels. */
export function isDeep(value: unknown): boolean {
  const under = (one: unknown) => (typeof one === 'object' && one !== null ? Object.values(one) : [])
  let level = [value]
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) level = level.flatMap(under)
  return level.length > 0
}
