// Numbers are doubles here, save integers, which are kept whatever their length. Where a double cannot hold what is
// written, that is said before anything is sent.

export interface Rounded {
  text: string
  /** What would be sent in its place: 'null' for what is beyond all doubles. */
  sent: string
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The numbers of a JSON text that a double cannot hold as they are written. */
export function roundedIn(json: string): Rounded[] {
  // Nearly no text holds such a number.
  if (!/[\d.]{17}|\d[eE]/.test(json)) return []
  return [...json.matchAll(TOKEN)].flatMap(([token]) => {
    const found = token.startsWith('"') ? undefined : rounded(token)
    return found === undefined ? [] : [found]
  })
}

/** The same for one number. */
export function rounded(text: string): Rounded | undefined {
  if (/^[+-]?\d+$/.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return { text, sent: 'null' }
  return normal(text) === normal(String(value)) ? undefined : { text, sent: String(value) }
}

/** In words. */
export function roundedWords({ text, sent }: Rounded): string {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text
  return sent === 'null'
    ? `${shown} is beyond any number that can be sent from here.`
    : `${shown} has more digits than can be sent from here: it goes as ${sent}.`
}

/** Digits and exponent without what changes nothing: 1.10 and 11e-1 are the same. */
function normal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  if (digits === '') return '0'
  return `${sign === '-' ? '-' : ''}${digits}e${Number(power) - fraction.length + (all.length - digits.length)}`
}
