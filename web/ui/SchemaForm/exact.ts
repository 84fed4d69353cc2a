// Integers beyond 2^53 for a judge that knows doubles alone: each gets a double of its own that stands in the same
// order, so that bounds, constants and choices are judged digit for digit; multiples are worked out here.
import { isObject, type Json } from '#mcp/json.ts'
import { define } from './schema-parts.ts'

/** All bigints of a value, each once. */
export function bigsOf(value: Json, into = new Set<bigint>()): Set<bigint> {
  if (typeof value === 'bigint') into.add(value)
  else if (Array.isArray(value)) for (const one of value) bigsOf(one, into)
  else if (isObject(value)) for (const one of Object.values(value)) bigsOf(one, into)
  return into
}

/** A double for each: distinct, and ordered as they are. */
export function standIns(bigs: Iterable<bigint>): Map<bigint, number> {
  const found = new Map<bigint, number>()
  const sorted = [...bigs].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const outward = (list: bigint[], sign: 1 | -1) => {
    let last = 0
    for (const big of list) {
      const near = Math.min(Math.abs(Number(big)), Number.MAX_VALUE)
      last = near > last ? near : nextUp(last)
      found.set(big, sign * last)
    }
  }
  outward(
    sorted.filter((big) => big > 0n),
    1,
  )
  outward(sorted.filter((big) => big < 0n).reverse(), -1)
  return found
}

function nextUp(value: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + 1n)
  return view.getFloat64(0)
}

/** A copy with doubles in place of bigints. */
export function withStandIns(value: Json, known: ReadonlyMap<bigint, number>): Json {
  if (typeof value === 'bigint') return known.get(value) ?? Number(value)
  if (Array.isArray(value)) return value.map((one) => withStandIns(one, known))
  if (!isObject(value)) return value
  const copy: { [key: string]: Json } = {}
  for (const [key, one] of Object.entries(value)) define(copy, key, withStandIns(one, known))
  return copy
}

/** Stands among the choices of a rule that is put in place of `multipleOf`, to be known again in an error. */
const MARK = '\u0000multipleOf '

/** A copy of a schema in which `multipleOf` is worked out for these integers. `known` holds them and their stand-ins. */
export function withMultiples(schema: Json, bigs: ReadonlySet<bigint>, known: ReadonlyMap<bigint, number>): Json {
  if (Array.isArray(schema)) return schema.map((one) => withMultiples(one, bigs, known))
  if (!isObject(schema)) return schema
  const copy: { [key: string]: Json } = {}
  for (const [key, one] of Object.entries(schema)) define(copy, key, withMultiples(one, bigs, known))
  const { multipleOf: factor } = schema
  if (typeof factor !== 'number' && typeof factor !== 'bigint') return copy
  delete copy.multipleOf
  const all = [...bigs]
  const rule: { [key: string]: Json } = { if: { enum: all.map((big) => known.get(big)!) }, else: { multipleOf: Number(factor) } }
  const fitting = all.filter((big) => isMultiple(big, factor)).map((big) => known.get(big)!)
  define(rule, 'then', { enum: [...fitting, MARK + String(factor)] })
  copy.allOf = [...(Array.isArray(copy.allOf) ? copy.allOf : []), rule]
  return copy
}

/** The factor that an error is about, where it comes of a rule of `withMultiples`. */
export function factorOf(error: string): string | undefined {
  return /\\u0000multipleOf ([^"]*)"/.exec(error)?.[1]
}

export function isMultiple(big: bigint, factor: number | bigint): boolean {
  const [, digits = '', fraction = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(factor)) ?? []
  const shift = fraction.length - Number(power)
  const whole = BigInt(digits + fraction || '0')
  if (whole === 0n) return false
  return shift >= 0 ? (big * 10n ** BigInt(shift)) % whole === 0n : big % (whole * 10n ** BigInt(-shift)) === 0n
}
