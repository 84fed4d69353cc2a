// Which rules the rows of a record break: a bit for each row and rule, so that a million of them are as good as fifty.
import { CHUNK } from './columns.ts'

class Bits {
  readonly #chunks = new Map<number, { bits: Uint8Array; count: number }>()
  count = 0

  has(seq: number): boolean {
    const bits = this.#chunks.get(Math.floor(seq / CHUNK))?.bits
    const at = seq % CHUNK
    return bits !== undefined && (bits[at >> 3]! & (1 << (at & 7))) !== 0
  }

  of(chunk: number): Uint8Array | undefined {
    return this.#chunks.get(chunk)?.bits
  }

  /** All that are set, in order. */
  all(): number[] {
    const seqs: number[] = []
    for (const [chunk, { bits }] of [...this.#chunks].sort(([a], [b]) => a - b))
      for (const [at, byte] of bits.entries())
        if (byte !== 0) for (let bit = 0; bit < 8; bit++) if ((byte & (1 << bit)) !== 0) seqs.push(chunk * CHUNK + at * 8 + bit)
    return seqs
  }

  add(seq: number): void {
    if (this.has(seq)) return
    const number = Math.floor(seq / CHUNK)
    let chunk = this.#chunks.get(number)
    if (chunk === undefined) this.#chunks.set(number, (chunk = { bits: new Uint8Array(CHUNK / 8), count: 0 }))
    const at = seq % CHUNK
    chunk.bits[at >> 3]! |= 1 << (at & 7)
    chunk.count += 1
    this.count += 1
  }

  addAll(other: Bits): void {
    for (const seq of other.all()) this.add(seq)
  }

  delete(seq: number): void {
    if (!this.has(seq)) return
    const number = Math.floor(seq / CHUNK)
    const chunk = this.#chunks.get(number)!
    const at = seq % CHUNK
    chunk.bits[at >> 3]! &= ~(1 << (at & 7))
    chunk.count -= 1
    this.count -= 1
    if (chunk.count === 0) this.#chunks.delete(number)
  }
}

export class Blame {
  readonly #rules = new Map<string, Bits>()
  readonly #all = new Bits()
  readonly #grave = new Bits()
  readonly #must = new Bits()
  /** By rule, how many rows that break it are no more. */
  readonly #gone = new Map<string, number>()

  /** Rows that break a rule, and not merely give cause for a remark. */
  get broken(): number {
    return this.#grave.count
  }

  mark(seq: number, rule: string, grave: boolean, must: boolean): void {
    this.#of(rule).add(seq)
    this.#all.add(seq)
    if (grave) this.#grave.add(seq)
    if (must) this.#must.add(seq)
  }

  /** Whatever stands there stands here as well. */
  add(other: Blame): void {
    this.#all.addAll(other.#all)
    this.#grave.addAll(other.#grave)
    this.#must.addAll(other.#must)
    for (const [rule, bits] of other.#rules) this.#of(rule).addAll(bits)
    for (const [rule, gone] of other.#gone) this.#gone.set(rule, this.gone(rule) + gone)
  }

  #of(rule: string): Bits {
    let bits = this.#rules.get(rule)
    if (bits === undefined) this.#rules.set(rule, (bits = new Bits()))
    return bits
  }

  /** The row is no more. */
  drop(seq: number): void {
    if (!this.#all.has(seq)) return
    this.#all.delete(seq)
    this.#grave.delete(seq)
    this.#must.delete(seq)
    for (const [rule, bits] of this.#rules) {
      if (!bits.has(seq)) continue
      bits.delete(seq)
      this.#gone.set(rule, this.gone(rule) + 1)
    }
  }

  /** How many rows broke a rule and are no more. */
  gone(rule: string): number {
    return this.#gone.get(rule) ?? 0
  }

  isBroken(seq: number): boolean {
    return this.#grave.has(seq)
  }

  /** A bit for each row of a chunk that breaks a rule; undefined when none does. */
  brokenIn(chunk: number): Uint8Array | undefined {
    return this.#grave.of(chunk)
  }

  /** Likewise of those that break a MUST. */
  wrongIn(chunk: number): Uint8Array | undefined {
    return this.#must.of(chunk)
  }

  /** Whether a row breaks a rule whose id begins so, in whatever case. */
  has(seq: number, lower: string): boolean {
    if (!this.#all.has(seq)) return false
    for (const [rule, bits] of this.#rules) if (bits.has(seq) && rule.toLowerCase().startsWith(lower)) return true
    return false
  }

  /** The ids of the rules that a row breaks. */
  rulesOf(seq: number): string[] {
    return this.#all.has(seq) ? [...this.#rules].flatMap(([rule, bits]) => (bits.has(seq) ? [rule] : [])) : []
  }

  /** The rows that break a rule, in order. */
  seqsOf(rule: string): number[] {
    return this.#rules.get(rule)?.all() ?? []
  }
}
