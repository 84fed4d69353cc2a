// What stands behind a flag that takes a value, wherever a command line is read: a flag without one is never taken for an empty value, nor
// is the flag behind it swallowed.

/** As flags are spelt. Numbers may be negative, "-" is the standard input, and one token or code in sixty begins with a "-". */
const FLAG = /^(?:-[A-Za-z]|--[a-z][a-z-]*(?:=[^]*)?)$/

/** A flag stands without its value; the message says what to do. */
export class NoValue extends Error {}

/**
 * The value of `flag`: what stands behind its "=" (`inline`), else the next word.
 * @throws NoValue where there is none, where it is empty, and where the next word is a flag itself
 */
export function valueFor(flag: string, inline: string | undefined, next: () => string | undefined): string {
  const value = inline ?? next()
  if (value === undefined || value === '' || (inline === undefined && value === '--')) throw new NoValue(`${flag} needs a value.`)
  if (inline === undefined && FLAG.test(value)) {
    const how = flag.startsWith('--') ? `${flag}=${value}` : 'its long name, with "=" between'
    throw new NoValue(`${flag} needs a value, and ${value} behind it is a flag. Where that is meant as the value, write ${how}.`)
  }
  return value
}

/** What `read` makes of a line, or the sentence about a flag without its value. */
export function orMissing<T>(read: () => T): T | { wrong: string } {
  try {
    return read()
  } catch (error) {
    if (error instanceof NoValue) return { wrong: error.message }
    throw error
  }
}
