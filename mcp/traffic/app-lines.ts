// Rows of what an app and this host said to each other. It never crossed the server's wire: so it is a kind of its own, which
// pairs its answers by itself, belongs to no exchange, and is not judged.
import { read } from '../jsonrpc.ts'
import { isObject, writeJson } from '../json.ts'
import type { WireFact } from '../wire-event.ts'
import { blank, type Line } from './line.ts'
import { firstWords, nameOf } from './naming.ts'

type AppFact = Extract<WireFact, { kind: 'app' }>

/** Its app may be gone before it answers, and nothing waits for that. */
const TEARDOWN = 'ui/resource-teardown'
/** Requests without an answer that are remembered. */
const MOST = 500

interface Waiting {
  seq: number
  at: number
  method: string
  name: string
}

/** Where rows go, and what is known of those before. */
interface Rows {
  write(seq: number, line: Line): void
  turn(seq: number, status: string, tone: Line['tone'], peer: number, ms: number): void
  at(seq: number): number
}

export class AppLines {
  readonly #rows: Rows
  readonly #waiting = new Map<string, Waiting>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  take(seq: number, fact: AppFact): void {
    const at = this.#rows.at(seq)
    const line = this.#line(seq, at, fact)
    const { peer, ms, status, tone } = line
    this.#rows.write(seq, line)
    if (peer !== undefined && ms !== undefined) this.#rows.turn(peer, status, tone === 'warn' ? 'ok' : tone, seq, ms)
  }

  #line(seq: number, at: number, fact: AppFact): Line {
    const { way, app, text, why } = fact
    const line = { ...blank(), kind: 'app' as const, direction: way === 'to' ? ('out' as const) : ('in' as const), body: text }
    line.extra = JSON.stringify({ way, app, why })
    const reading = read(text)
    const finish = (made: Line): Line => (why === undefined ? made : { ...made, tone: made.tone === 'bad' ? 'bad' : 'warn' })
    switch (reading.kind) {
      case 'request': {
        const { method, params, id } = reading
        const name = wordsOf(method, params)
        this.#waiting.set(this.#key(app, way, writeJson(id)), { seq, at, method, name })
        for (const oldest of this.#waiting.size > MOST ? this.#waiting.keys() : []) {
          this.#waiting.delete(oldest)
          break
        }
        return finish({ ...line, method, name, id: writeJson(id), status: method === TEARDOWN ? '' : 'pending' })
      }
      case 'notification':
        return finish({
          ...line,
          method: reading.method,
          name: wordsOf(reading.method, reading.params),
          status: why === undefined ? '' : 'odd',
        })
      case 'result':
      case 'failure': {
        const id = writeJson(reading.id ?? null)
        const key = this.#key(app, way === 'to' ? 'from' : 'to', id)
        const asked = this.#waiting.get(key)
        this.#waiting.delete(key)
        const failed = reading.kind === 'failure'
        const status = failed ? `error ${String(reading.error.code)}` : 'ok'
        const tone = failed ? 'bad' : 'ok'
        const name = failed ? firstWords(String(reading.error.message)) : (asked?.name ?? '')
        const made: Line = { ...line, method: asked?.method ?? '', name, id, status, tone }
        if (asked === undefined) return finish(made)
        return finish({ ...made, peer: asked.seq, ms: at - asked.at })
      }
      default:
        return { ...line, name: firstWords(text), status: 'not a message', tone: 'warn' }
    }
  }

  #key(app: string, way: AppFact['way'], id: string): string {
    return `${way} ${id} ${app}`
  }
}

function wordsOf(method: string, params: Parameters<typeof nameOf>[1]): string {
  const { mode, url, width, height, theme } = isObject(params) ? params : {}
  const said = method === 'ui/open-link' ? url : method === 'ui/request-display-mode' ? mode : theme
  if (typeof said === 'string') return firstWords(said)
  if (method.endsWith('/size-changed')) return [width, height].map((one) => (typeof one === 'number' ? String(one) : '·')).join(' × ')
  return nameOf(method, params)
}
