// Takes secrets out of a record before it leaves this machine. One secret has one placeholder wherever it stands, so
// that who reads the record still sees that two requests carried the same one.
import type { Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import type { HeaderList, WireEvent } from '../wire-event.ts'
import { Excerpt } from './excerpt.ts'
import { KnownTexts, WINDOW } from './known-texts.ts'
import { isSecretHeader, isSecretRequestHeader } from './secret-headers.ts'
import { withArgSecrets } from './secret-names.ts'

export interface Redaction {
  /** What stands in its place: 'REDACTED-1'. */
  placeholder: string
  /** Where it was first seen: 'header Authorization', 'variable API_KEY', 'member "access_token"'. */
  where: string
  /** How often it was replaced. */
  count: number
}

/** Shorter values are replaced where they are known to be secrets, and nowhere else: they are also ordinary words. */
const SHORTEST = WINDOW
const NAMES =
  'access_token|refresh_token|id_token|client_secret|client_assertion|code_verifier|subject_token|actor_token|assertion|registration_access_token|api[-_]?key|private_key|password|passwd|secret|token'

/** Secrets that a text gives away by itself. Each has three groups: what stays before, the secret, what stays after. */
const PATTERNS: { where: (before: string) => string; pattern: RegExp }[] = [
  {
    where: (before) => `member ${/"[^"]*"/.exec(before)![0]}`,
    pattern: new RegExp(`("(?:${NAMES}|authorization)"\\s*:\\s*")((?:[^"\\\\]|\\\\.)+)(")`, 'gi'),
  },
  {
    where: (before) => `“${before.replace(/^[?&]|=$/g, '')}” of a ${/^[?&]/.test(before) ? 'URL' : 'form'}`,
    pattern: new RegExp(`((?:^|[?&])(?:${NAMES}|key|code|sig|signature)=)([^&\\s"'#\\\\]+)()`, 'gi'),
  },
  // A scheme is short: without an end, each piece of a long text would be read to the end of the whole.
  { where: () => 'password of a URL', pattern: /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#@"'\\]+)(@)/gi },
  { where: () => 'bearer token', pattern: /(\bBearer\s+)([\w.~+/-]{8,}=*)()/g },
  // A web token: only where a run of its letters goes on behind a dot, or each piece of a long one would be read to its end.
  {
    where: () => 'token by its shape',
    pattern: /(?<![\w-])(?=[\w-]*\.[\w-]{8,}\.)((?:[\w-]*?\b)?)(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)()/g,
  },
  {
    where: () => 'token by its shape',
    pattern: /(\b)((?:sk|rk|pk)-[\w-]{16,}|gh[pousr]_\w{20,}|xox[abprs]-[\w-]{10,})()/g,
  },
]
/** Without any of these no pattern fits: nearly all texts are passed by with one look. */
const HINT =
  /token|secret|passw|_key|-key|apikey|assertion|(?:^|[?&])(?:key|code|sig)|client_assertion|code_verifier|authorization|bearer|:\/\/[^\s/]*@|eyJ|[srp]k-|gh[pousr]_|xox/i
/** `--api-key x`, `--token=x`: on a command line alone. */
const FLAG = /(--?[\w-]*(?:token|secret|password|api-?key)[\w-]*[=\s]\s*)(\S+)()/gi

export class Redactor {
  readonly #numbers = new Map<string, Redaction>()
  readonly #anywhere = new Set<string>()
  /** Values that are replaced wherever they stand, in each form that they take in a text. */
  readonly #known = new KnownTexts()
  /** What is merely learnt from was not replaced. */
  #learning = false

  get found(): Redaction[] {
    return [...this.#numbers.values()].filter(({ count }) => count > 0)
  }

  /** Learns what an event gives away, so that it is replaced in earlier ones as well. */
  learn(event: WireEvent): void {
    if (event.kind !== 'sent' && event.kind !== 'status') return
    for (const [name, value] of event.headers) if (isSecretOf(event.kind, name)) this.#learn(name, value)
    if (event.kind !== 'sent') return
    this.#learning = true
    this.text(event.url)
    this.#learning = false
  }

  /** Learns what a target holds: the values of all variables that are named like secrets, of all headers that are. */
  learnTarget(target: Target): void {
    if (target.kind === 'stdio') {
      for (const { name, value } of target.env) if (isSecretHeader(name)) this.#mark(`variable ${name}`, value)
    } else {
      for (const { name, value } of target.headers) if (isSecretRequestHeader(name)) this.#learn(name, value)
      if (target.bearer !== undefined) this.#mark('header Authorization', target.bearer)
    }
  }

  event(event: WireEvent): WireEvent {
    switch (event.kind) {
      case 'sent': {
        const sent = { ...event, url: this.text(event.url), headers: this.headers(event.headers, 'sent') }
        if (event.why !== undefined) sent.why = this.text(event.why)
        return event.body === undefined ? sent : { ...sent, body: this.text(event.body) }
      }
      case 'status':
        return { ...event, statusText: this.text(event.statusText), headers: this.headers(event.headers, 'status') }
      case 'failed':
        return { ...event, why: this.text(event.why) }
      case 'start':
        return { ...event, text: this.commandLine(event.text) }
      case 'sign':
        return event.comment === undefined ? event : { ...event, comment: this.text(event.comment) }
      case 'frame':
      case 'body':
      case 'stderr':
      case 'noise':
      case 'note':
        return { ...event, text: this.text(event.text) }
      case 'app': {
        const clean = { ...event, app: this.text(event.app), text: this.text(event.text) }
        return event.why === undefined ? clean : { ...clean, why: this.text(event.why) }
      }
      default:
        return event
    }
  }

  /** The target as it may be shown: names stay, and no value of a variable does. */
  target(target: Target): Target {
    if (target.kind === 'http') {
      const { bearer, ...rest } = target
      const hidden = {
        ...rest,
        url: this.text(target.url),
        headers: pairs(
          this.headers(
            target.headers.map(({ name, value }) => [name, value]),
            'sent',
          ),
        ),
      }
      return bearer === undefined || bearer === '' ? hidden : { ...hidden, bearer: this.#replace('header Authorization', bearer) }
    }
    const hidden = withArgSecrets(target.args, (_, secret) => this.#replace('argument of the command', secret))
    const args = hidden.map((arg, at) => (arg === target.args[at] ? this.commandLine(arg) : arg))
    const env = target.env.map(({ name, value }) => ({ name, value: value === '' ? '' : this.#replace(`variable ${name}`, value) }))
    return { ...target, args, env }
  }

  /** `of`: a request's or a response's. */
  headers(headers: HeaderList, of: 'sent' | 'status'): HeaderList {
    return headers.map(([name, value]) => {
      if (!isSecretOf(of, name) || value === '') return [name, this.text(value)]
      const { scheme, secret } = credential(value)
      return [name, scheme + this.#replace(`header ${name}`, secret, isTelling(name, secret))]
    })
  }

  text(text: string): string {
    let clean = text
    for (const { where, pattern } of HINT.test(text) ? PATTERNS : [])
      clean = clean.replace(
        pattern,
        (_, before: string, secret: string, after: string) => before + this.#replace(where(before), secret) + after,
      )
    return this.#known.replace(clean, (secret) => this.#replace('', secret))
  }

  commandLine(text: string): string {
    return this.text(text.replace(FLAG, (_, before: string, secret: string) => before + this.#replace('argument of the command', secret)))
  }

  #learn(name: string, value: string): void {
    const { secret } = credential(value)
    if (secret !== '') this.#mark(`header ${name}`, secret, isTelling(name, secret))
  }

  /** `anywhere`: it is replaced wherever it stands, not only where it is known to be a secret. */
  #mark(where: string, secret: string, anywhere = true): Redaction {
    if (anywhere && secret.length >= SHORTEST && !this.#anywhere.has(secret)) {
      this.#anywhere.add(secret)
      for (const form of [encoded(secret), JSON.stringify(secret).slice(1, -1), secret]) this.#known.add(form, secret)
    }
    const known = this.#numbers.get(secret)
    if (known !== undefined) return known
    const made = { placeholder: `REDACTED-${this.#numbers.size + 1}`, where, count: 0 }
    this.#numbers.set(secret, made)
    return made
  }

  #replace(where: string, secret: string, anywhere = true): string {
    // What was replaced already is no secret.
    if (/^REDACTED-\d+$/.test(secret)) return secret
    const redaction = this.#mark(where, secret, anywhere)
    if (!this.#learning) redaction.count += 1
    return redaction.placeholder
  }
}

/** As it stands in a URL; itself where it cannot. */
function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret)
  } catch {
    return secret
  }
}

/** Events that give secrets away by a name. */
const TELLING: ReadonlySet<WireEvent['kind']> = new Set(['sent', 'status'])

function isSecretOf(kind: 'sent' | 'status', name: string): boolean {
  return kind === 'sent' ? isSecretRequestHeader(name) : isSecretHeader(name)
}

/** Whether a header's value is a secret wherever it stands: "X-Tenant: production" is a word of many texts. */
function isTelling(name: string, value: string): boolean {
  return isSecretHeader(name) || /\d/.test(value) || value.length >= 16
}

/** `Bearer x`: the scheme stays, since a wrong one is what people look for. */
function credential(value: string): { scheme: string; secret: string } {
  const scheme = /^[A-Za-z]+ (?=\S)/.exec(value)?.[0] ?? ''
  return { scheme, secret: value.slice(scheme.length) }
}

function pairs(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }))
}

/** A redactor that knows what the target and the record give away. */
export function redactorFor(traffic: Traffic, target: Target): Redactor {
  const redactor = new Redactor()
  for (const _moment of learnAll(redactor, new Excerpt(traffic), target));
  return redactor
}

/** Has it learn what the target and the record give away. Bit by bit: each empty text is a moment to do something else. */
export function* learnAll(redactor: Redactor, excerpt: Excerpt, target: Target): Iterable<''> {
  redactor.learnTarget(target)
  for (const event of excerpt.before(TELLING)) {
    redactor.learn(event)
    yield ''
  }
}
