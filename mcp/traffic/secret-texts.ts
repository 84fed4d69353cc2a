// Where a text gives secrets away by itself: by the name that stands before one, in JSON however often that was packed into JSON again, in
// a form, a URL, a log line or the words of a program; or by the shape of one. It finds them, and replaces nothing.

/** One secret in a text: from, to, and what tells that it is one: 'member "access_token"'. */
export interface Telltale {
  from: number
  to: number
  where: string
}

/** How a name may end that stands before a secret, the quote that ends it, and what parts it from the secret. */
const NAMED =
  /((?:token|secret|passw(?:or)?d|passphrase|pwd|key|credentials?|assertion|verifier|authorization|cookie)\d{0,3})(\\*["'`])?((?:\s|\\+[nrt]){0,9}(?::|=>?)(?!=)(?:\s|\\+[nrt]){0,9}(?:\[(?:\s|\\+[nrt]){0,9})?)/gi
/** {"name": "API_KEY", "value": "…"}: as variables and headers stand in lists. */
const PAIRED = /(?<!\\)(\\*["'])(?:name|key)\1\s*:\s*\1([\w.-]{1,64})\1\s*,\s*\1value\1\s*:\s*(?=\1)/gi
/** Members of a query or of a form that are ordinary words elsewhere. */
const MEMBER = /(?:^|[?&#]|&amp;|\\u0026)(key|code|sig|signature|auth|pass|pwd|session_?id|sid)=/gi

const BASIC = 'user and password of Basic'
/** What tells itself. The second group is the secret. `has`: what every such text holds, which is found far sooner than the pattern. */
const SHAPES: { where: string; has?: string; pattern: RegExp }[] = [
  // Its letters, and line ends as they stand in a text or in JSON.
  {
    where: 'private key',
    has: '-----BEGIN',
    pattern: /(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)((?:[\w+/=:;,.()\s]|\\+[nrtu/]|-(?!----))+)/g,
  },
  // A scheme is short: without an end, each piece of a long text would be read to the end of the whole.
  { where: 'password of a URL', has: '://', pattern: /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#@"'\\]+)(?=@)/gi },
  { where: 'bearer token', pattern: /(\bBearer(?:\s|%20|\+)+)([\w.~+/%-]{8,}=*)/gi },
  { where: BASIC, pattern: /(\bBasic\s+)([A-Za-z0-9+/_-]{8,}={0,2})/gi },
  // A web token: only where a run of its letters goes on behind a dot, or each piece of a long one would be read to its end.
  {
    where: 'token by its shape',
    has: 'eyJ',
    pattern: /(?<![\w-])(?=[\w-]*\.[\w-]{8,}\.)((?:[\w-]*?\b)?)(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
  },
  {
    where: 'token by its shape',
    pattern: new RegExp(
      `(\\b)(${[
        '(?:sk|rk|pk)(?:-[\\w-]{16,}|_(?:live|test)_\\w{10,})',
        'gh[pousr]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{16,}',
        'x(?:ox[abeprs]|app)-[\\w-]{10,}',
        '(?:AKIA|ASIA)[A-Z0-9]{16}\\b|AIza[\\w-]{35}|ya29\\.[\\w-]{20,}',
        'SG\\.[\\w-]{16,}\\.[\\w-]{16,}|secret_[A-Za-z0-9]{40,}',
        '(?:npm|hf|gsk|pplx|ntn|figd|whsec|shpat|lin_api|dop_v1|tvly|dckr_pat|sbp)[_-](?=\\w*\\d)\\w{24,}',
      ].join('|')})`,
      'g',
    ),
  },
]

/** A value that stands where a secret would, and is none: a reference to one, what hides one, or nothing. */
const NONE = /^(?:\$\{\w+\}|[*•]+|REDACTED(?:-\d+)?|null|undefined|None|true|false)$/
/** In a text, up to where a value without quotes ends; in JSON a slash may be written with a backslash before it. */
const BARE = /(?:[^\s"'`\\;&<>]|\\[/\\])+/y
const COOKIES = /[^\s"'`\\<>;]+(?:; [^\s"'`\\<>;]+)*/y
const IN_QUERY = /[^&\s"'`#\\]+/y
const OPENING = /(\\*)(["'`])/y
/** The scheme of a credential: it stays, since a wrong one is what people look for. */
const SCHEME = /(?:Bearer|Basic|Digest|DPoP|Token|ApiKey|Negotiate)\s+/iy

type Add = (from: number, to: number, where: string) => void

/** In the order in which they stand; none reaches into another. */
export function telltalesIn(text: string): Telltale[] {
  const found: Telltale[] = []
  const add: Add = (from, to, where) => {
    if (to > from && !NONE.test(text.slice(from, to))) found.push({ from, to, where })
  }
  for (const { index, 0: whole, 1: end, 2: quote, 3: parting } of text.matchAll(NAMED)) {
    const begin = nameBegin(text, index)
    const name = text.slice(begin, index) + end
    if (!isSecretName(name)) continue
    const at = index + whole.length
    if (!quoted(text, at, name, add) && quote === undefined) bare(text, at, { name, before: text[begin - 1], parting: parting! }, add)
  }
  const paired = text.includes('alue') || text.includes('ALUE')
  for (const { index, 0: whole, 2: name } of paired ? text.matchAll(PAIRED) : [])
    if (isSecretName(name!)) quoted(text, index + whole.length, name!, add)
  for (const { index, 0: whole, 1: name } of text.includes('=') ? text.matchAll(MEMBER) : []) {
    const from = index + whole.length
    add(from, runFrom(text, from, IN_QUERY), `“${name}” of a ${/^\w/.test(whole) ? 'form' : 'URL'}`)
  }
  for (const { where, has, pattern } of SHAPES)
    for (const { index, 1: before, 2: secret } of has === undefined || text.includes(has) ? text.matchAll(pattern) : []) {
      const from = index + before!.length
      if (where !== BASIC || plainOf(secret!) !== undefined) add(from, from + secret!.length, where)
    }
  found.sort((a, b) => a.from - b.from || b.to - a.to)
  let end = 0
  return found.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

/** "user:password" of `Basic …`; undefined when it is none. */
export function plainOf(basic: string): string | undefined {
  try {
    const plain = atob(basic.replaceAll('-', '+').replaceAll('_', '/'))
    return /^[\x20-\x7e\x80-\xff]*:[\x20-\x7e\x80-\xff]*$/.test(plain) ? plain : undefined
  } catch {
    return undefined
  }
}

/** A word before the last of a name that says it is no secret, though the name ends like one. */
const OPEN =
  /^(?:progress|next|prev(?:ious)?|page|pagination|continuation|sync|max|min|stop|eos|bos|pad|unk|mask|public|primary|foreign|sort|partition|cache|idempotency|host|i18n)$/
/** Keys that are secrets. */
const KEYS =
  /^(?:api|access|private|secret|auth|account|encryption|signing|master|service|ssh|licen[cs]e|subscription|storage|shared|client|app|admin|consumer)$/
const LAST =
  /^(?:(?:api|access|private|secret)key|[a-z]*(?:password|passwd|passphrase|secret)|(?:auth|access|refresh|id|bearer|api|session)?token|credentials?|assertion|authorization|cookie)$/

/** Whether a member, a variable or a parameter of this name holds a secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const last = words.pop()?.replace(/\d+$/, '') ?? ''
  const before = words.pop() ?? ''
  if (OPEN.test(before)) return false
  if (last === 'key') return KEYS.test(before) || (before !== '' && /^[A-Z0-9_]+$/.test(name))
  if (last === 'verifier') return before === 'code'
  // By itself it is a folder.
  if (last === 'pwd') return before !== ''
  return LAST.test(last)
}

/** Letters of a name before its last word, at most. */
const LONGEST_NAME = 64

/** Where the name begins of which the last word stands at a place. */
function nameBegin(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < LONGEST_NAME && /[\w-]/.test(text[from - 1]!)) from -= 1
  // The n of "\n" is no letter of it.
  return from < at && text[from - 1] === '\\' && /[nrtbf]/.test(text[from]!) ? from + 1 : from
}

/** A value in quotes, at a place behind a name. False: there is none. */
function quoted(text: string, at: number, name: string, add: Add): boolean {
  OPENING.lastIndex = at
  const opening = OPENING.exec(text)
  if (opening === null) return false
  const [whole, slashes = '', quote = ''] = opening
  const from = runFrom(text, at + whole.length, SCHEME)
  const to = quoteEnd(text, from, slashes.length, quote) ?? runFrom(text, from, BARE)
  if (fits(name, text.slice(from, to))) add(from, to, `member "${name}"`)
  return true
}

/** A value without quotes. In NAME=value it is one whatever it is; "password: as you like" is prose. */
function bare(text: string, at: number, said: { name: string; before: string | undefined; parting: string }, add: Add): void {
  const { name, before, parting } = said
  const from = runFrom(text, at, SCHEME)
  const to = runFrom(text, from, /cookie\d*$/i.test(name) ? COOKIES : BARE)
  let end = to
  while (end > from && /[,.)\]}]/.test(text[end - 1]!)) end -= 1
  const value = text.slice(from, end)
  const telling = /cookie\d*$/i.test(name) || (value.length >= 6 && /\d/.test(value) && /[a-z]/i.test(value) && !/[()[\]{}|]/.test(value))
  if ((parting !== '=' && !telling) || /^(?:[([{]|\$\{)/.test(value) || !fits(name, value)) return
  add(from, end, `“${name}” of a ${/[?&#]/.test(before ?? '') ? 'URL' : 'text'}`)
}

/** A cookie has a name of its own, and what fetch takes as its credentials is a word. */
function fits(name: string, value: string): boolean {
  if (/cookie\d*$/i.test(name)) return value.includes('=')
  return !/credentials?\d*$/i.test(name) || !/^[a-z-]*$/.test(value)
}

/** Where what a sticky pattern takes at a place ends; the place itself where it takes nothing. */
function runFrom(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/**
 * Where a quoted value ends. In JSON within JSON a quote has backslashes before it, one more than twice as many each time it is packed
 * again; a quote of the value itself has more, and what has fewer ends what is around it. Undefined: it does not end.
 */
function quoteEnd(text: string, from: number, slashes: number, quote: string): number | undefined {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let begin = at
    while (begin > from && text[begin - 1] === '\\') begin -= 1
    const own = at - begin
    if (own < slashes) return begin
    if (Math.floor((own - slashes) / (slashes + 1)) % 2 === 0) return at - slashes
  }
  return undefined
}
