// What a file says of what it lacks: messages that are gone, and those that nobody judged before it was written.

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'message' : 'messages'}`

/** `dropped`: messages that are no more. Undefined: none is missing. */
export function goneWords(dropped: number): string | undefined {
  if (dropped === 0) return undefined
  return `The first ${counted(dropped)} of this record ${dropped === 1 ? 'is' : 'are'} gone: dropped to stay within memory, or lost before it begins. What may have hung on that is not judged.`
}

/** `unjudged`: messages that the rules had not come to. Undefined: they saw all. */
export function partialWords(unjudged: number): string | undefined {
  if (unjudged === 0) return undefined
  return `Findings are partial: the last ${counted(unjudged)} of this record had not been judged when this was written.`
}
