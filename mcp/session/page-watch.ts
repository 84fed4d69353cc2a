// Watches the cursors of lists go by, whoever asks for the pages, and knows a list whose pages repeat or do not end.
import type { Message } from '../dialect/dialect.ts'
import { isObject, type Json } from '../json.ts'

/** A list of more pages than this is worth a word. */
const MANY = 200

export class PageWatch {
  /** Cursors that each list has named since its first page was asked for. */
  readonly #named = new Map<string, Set<string>>()

  /** What is wrong with the page, as a sentence; undefined when nothing is. */
  see({ method, params }: Message, result: Json): string | undefined {
    const next = isObject(result) ? result.nextCursor : undefined
    const asked = isObject(params) ? params.cursor : undefined
    if (typeof asked !== 'string') this.#named.delete(method)
    if (typeof next !== 'string') return undefined
    let named = this.#named.get(method)
    if (named === undefined) this.#named.set(method, (named = new Set(typeof asked === 'string' ? [asked] : [])))
    if (named.has(next)) return `${method} named the cursor ${JSON.stringify(next)} a second time: its pages go round in circles.`
    named.add(next)
    return named.size === MANY ? `${method} has brought ${MANY} pages, each of which names one more.` : undefined
  }
}
