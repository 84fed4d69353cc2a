// Takes secrets out of a record before it leaves this machine. One secret has one placeholder wherever it stands, so
// that who reads the record still sees that two requests carried the same one.
import type { Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import type { HeaderList, WireEvent } from '../wire-event.ts'
import { Excerpt } from './excerpt.ts'
import { KnownTexts, WINDOW } from './known-texts.ts'
import { isSecretHeader, isSecretRequestHeader } from './secret-headers.ts'
import { formsOf } from './secret-forms.ts'
import { withArgSecrets } from './secret-names.ts'
import { isSecretName, plainOf, telltalesIn } from './secret-texts.ts'

export interface Redaction {
  /** What stands in its place: 'REDACTED-1'. */
  placeholder: string
  /** Where it was first seen: 'header Authorization', 'variable API_KEY', 'member "access_token"'. */
  where: string
  /** How often it was replaced. */
  count: number
}

export type Told = Pick<Redaction, 'placeholder' | 'where'>

/** Shorter values are replaced where they are known to be secrets, and nowhere else: they are also ordinary words. */
const SHORTEST = WINDOW
/** And so are longer ones: a server that calls a megabyte a token is not to have each place of a text compared with it. */
const LONGEST = 4096
/** `--api-key x`, `--token=x`: on a command line alone. */
const FLAG = /(--?[\w-]*(?:token|secret|password|api-?key)[\w-]*[=\s]\s*)(\S+)()/gi

export class Redactor {
  readonly #numbers = new Map<string, Redaction>()
  readonly #anywhere = new Set<string>()
  /** Values that are replaced wherever they stand, in each form that they take in a text. */
  readonly #known = new KnownTexts()

  /** What was taken out of the record before it came here: its placeholders stand in it, and are nothing else's. */
  readonly #earlier: Told[]
  #last = 0

  constructor(earlier: readonly Told[] = []) {
    this.#earlier = [...earlier]
    for (const { placeholder } of earlier) this.#last = Math.max(this.#last, Number(/^REDACTED-(\d{1,9})$/.exec(placeholder)?.[1] ?? 0))
  }

  /** All that is missing in the file: found now, or taken out before. */
  get told(): Told[] {
    return [...this.#earlier, ...this.found.map(({ placeholder, where }) => ({ placeholder, where }))]
  }

  get found(): Redaction[] {
    return [...this.#numbers.values()].filter(({ count }) => count > 0)
  }

  /** Learns what the headers and the address of an event give away, so that it is replaced in earlier ones as well. */
  learn(event: WireEvent): void {
    if (event.kind !== 'sent' && event.kind !== 'status') return
    for (const [name, value] of event.headers) if (isSecretOf(event.kind, name)) this.#learn(name, value)
    if (event.kind === 'sent') this.learnText(event.url)
  }

  /** Learns what a text gives away. */
  learnText(text: string): void {
    for (const { from, to, where } of telltalesIn(text)) this.#told(where, text.slice(from, to))
  }

  /** The same of all texts of an event. */
  learnAll(event: WireEvent): void {
    this.learn(event)
    for (const value of Object.values(event)) if (typeof value === 'string') this.learnText(value)
  }

  /** Learns what a target holds: the values of all variables that are named or made like secrets, of all headers that are. */
  learnTarget(target: Target): void {
    if (target.kind === 'stdio') {
      for (const { name, value } of target.env) {
        if (isSecretHeader(name) || isSecretName(name) || isRandom(value)) this.#mark(`variable ${name}`, value)
        this.learnText(value)
      }
      withArgSecrets(target.args, (_, secret) => this.#mark('argument of the command', secret).placeholder)
      for (const arg of target.args) this.learnText(arg)
    } else {
      for (const { name, value } of target.headers) if (isSecretRequestHeader(name)) this.#learn(name, value)
      if (target.bearer !== undefined) this.#mark('header Authorization', target.bearer)
      this.learnText(target.url)
      // Hosts of many servers give each person an address of their own: who has it needs nothing else.
      for (const part of target.url
        .replace(/[?#].*$/s, '')
        .split('/')
        .slice(3))
        if (part.length >= 20 && isRandom(part)) this.#mark('part of the address', part)
    }
  }

  event(event: WireEvent): WireEvent {
    const texts = Object.entries(event).flatMap(([name, value]) =>
      typeof value === 'string' && !FIXED.has(name) ? [[name, event.kind === 'start' ? this.commandLine(value) : this.text(value)]] : [],
    )
    const clean = { ...event, ...Object.fromEntries(texts) } as WireEvent
    return clean.kind === 'sent' || clean.kind === 'status' ? { ...clean, headers: this.headers(clean.headers, clean.kind) } : clean
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
      return [name, this.#within(name, value, (secret) => this.#replace(`header ${name}`, secret, isTelling(name, secret)))]
    })
  }

  text(text: string): string {
    let clean = ''
    let done = 0
    for (const { from, to, where } of telltalesIn(text)) {
      clean += text.slice(done, from) + this.#told(where, text.slice(from, to), true)
      done = to
    }
    return this.#known.replace(clean + text.slice(done), (secret) => this.#replace('', secret))
  }

  commandLine(text: string): string {
    return this.text(text.replace(FLAG, (_, before: string, secret: string) => before + this.#replace('argument of the command', secret)))
  }

  #learn(name: string, value: string): void {
    this.#within(name, value, (secret) => {
      if (secret !== '') this.#mark(`header ${name}`, secret, isTelling(name, secret))
      return secret
    })
  }

  /** A header's value with what `put` makes of the secrets in it: the names of cookies and what else is said of them stay, and so does a scheme. */
  #within(name: string, value: string, put: (secret: string) => string): string {
    if (/^(?:set-)?cookie2?$/i.test(name)) {
      const [first = '', ...rest] = value.split(';')
      const one = (pair: string) =>
        pair.replace(/^([^=]*=\s*"?)?(.*?)("?\s*)$/s, (_, before = '', secret, after) => before + put(secret) + after)
      return [one(first), ...(/^set/i.test(name) ? rest : rest.map(one))].join(';')
    }
    const { scheme, secret } = credential(value)
    // Who answers may say again what was in it.
    const plain = /^basic $/i.test(scheme) ? plainOf(secret) : undefined
    if (plain !== undefined) this.#told(`header ${name}`, plain.slice(plain.indexOf(':') + 1))
    return scheme + put(secret)
  }

  /** What a text gave away. An ordinary word is a secret where it was told to be one, and nowhere else. */
  #told(where: string, secret: string, replaced = false): string {
    const anywhere = secret.length >= 16 || !/^[a-z]*$/i.test(secret)
    if (where === 'password of a URL' && secret.includes(':')) this.#told(where, secret.slice(secret.indexOf(':') + 1))
    return replaced ? this.#replace(where, secret, anywhere) : this.#mark(where, secret, anywhere).placeholder
  }

  /** `anywhere`: it is replaced wherever it stands, not only where it is known to be a secret. */
  #mark(where: string, secret: string, anywhere = true): Redaction {
    if (anywhere && secret.length >= SHORTEST && secret.length <= LONGEST && !this.#anywhere.has(secret)) {
      this.#anywhere.add(secret)
      for (const form of formsOf(secret)) this.#known.add(form, secret)
    }
    const known = this.#numbers.get(secret)
    if (known !== undefined) return known
    const made = { placeholder: `REDACTED-${(this.#last += 1)}`, where, count: 0 }
    this.#numbers.set(secret, made)
    return made
  }

  #replace(where: string, secret: string, anywhere = true): string {
    // What was replaced already is no secret.
    if (/^REDACTED-\d+$/.test(secret)) return secret
    const redaction = this.#mark(where, secret, anywhere)
    redaction.count += 1
    return redaction.placeholder
  }
}

/** Members of an event that are words of ours. */
const FIXED: ReadonlySet<string> = new Set(['kind', 'method', 'fault', 'way', 'by', 'aside', 'tone', 'signal', 'replaced'])

/** Long, of letters and digits alone, as keys are that somebody handed out. */
function isRandom(value: string): boolean {
  return /^(?=.*\d)(?=.*[a-z])[\w-]{16,}$/i.test(value)
}

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
  for (const event of excerpt.before()) {
    redactor.learnAll(event)
    yield ''
  }
}
