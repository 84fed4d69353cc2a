// Stands in for `body-parser` in the bundle: Express requires it at start, with half a megabyte of character tables, and
// no route here lets Express read a body.
const absent = (): never => {
  throw new Error('This build of Express reads no bodies')
}

export { absent as json, absent as raw, absent as text, absent as urlencoded }
