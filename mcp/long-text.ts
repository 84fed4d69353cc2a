// Apart from what reads JSON, so that whoever only compares lengths does not bring a parser along.

/** Characters of a text that travel. */
export const LONG_TEXT = 250_000
