// What a person has typed into a form, field by field, and how arguments are made of it: from what was touched and
// from defaults that fit, and from nothing else. "Not sent", null, empty and a value are four different things.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { keepSpelling, spelledLike } from '#mcp/spelling.ts'
import { beyondWords, literalOf, NUMBER, readNumber, respelt, rounded, roundedWords } from './digits.ts'
import { lossesIn } from './json-loss.ts'
import { modelOf } from './normalise.ts'
import type { Node, Shape } from './node.ts'
import type { Draft, FieldDraft } from './field-draft.ts'
import { isActive } from './touched.ts'
import { define, own, pointerOf } from './schema-parts.ts'

export interface Problem {
  /** JSON Pointer into the arguments. */
  at: string
  says: string
  /** 'warn' stops nothing; 'bad' can be sent anyway; 'fatal' cannot be sent, since there is nothing to send. */
  level: 'warn' | 'bad' | 'fatal'
  /** Beginnings of pointers: where something is said of one of these, this problem says nothing new. */
  echoOf?: string[]
}

export interface Assessment {
  arguments: Json
  problems: Problem[]
}

export function emptyDraft(): Draft {
  return {}
}

const assessed = new WeakMap<Draft, { schema: Json; result: Assessment }>()

/**
 * The arguments that a draft stands for, and what hinders building them, in words. Whether they fit the schema is
 * judged apart (`judged.ts`), since that may take long. Remembered per draft object.
 */
export function draftToArguments(schema: Json, draft: Draft): Assessment {
  const known = assessed.get(draft)
  if (known !== undefined && known.schema === schema) return known.result
  const built = buildField(modelOf(schema).node, draft, true, [])
  const result = { arguments: built.sent ? built.value : {}, problems: built.problems }
  assessed.set(draft, { schema, result })
  return result
}

/** The same with what a judge found: one problem for each place, what hinders building first. */
export function withProblems(assessment: Assessment, found: readonly Problem[]): Assessment {
  const taken = new Set(assessment.problems.map(({ at }) => at))
  const said = assessment.problems.filter(({ level }) => level !== 'warn').map(({ at }) => at)
  const isEcho = ({ echoOf = [] }: Problem) => echoOf.some((prefix) => said.some((at) => at.startsWith(prefix)))
  const more = found.filter((problem) => !taken.has(problem.at) && !isEcho(problem))
  return more.length === 0 ? assessment : { ...assessment, problems: [...assessment.problems, ...more] }
}

/** Deeper than this nothing is sent that nobody touched. */
const DEEPEST = 8

export type Path = readonly (string | number)[]

type Built = { problems: Problem[] } & (
  | { sent: false }
  | {
      sent: true
      value: Json
      /** A person had a hand in it. */
      active: boolean
      /** A number as it was typed, where a double is written otherwise. */
      literal?: string
    }
)

const nothing = (problems: Problem[] = []): Built => ({ sent: false, problems })
const sends = (value: Json, active = true, problems: Problem[] = []): Built => ({ sent: true, value, active, problems })
const spelled = (built: Built, text: string): Built =>
  built.sent && typeof built.value === 'number' && String(built.value) !== text ? { ...built, literal: literalOf(text) } : built

/** Builds one field. `required`: its parent cannot do without it. `within`: origins of what it stands in. */
export function buildField(node: Node, draft: FieldDraft | undefined, required: boolean, path: Path, within: readonly Json[] = []): Built {
  const lacks = (says: string, level: Problem['level'] = 'bad') => nothing([{ at: pointerOf(path), says, level }])
  switch (draft?.state) {
    case 'null':
      return sends(null)
    case 'unset':
      return required ? lacks('Required, but not sent.') : nothing()
    case 'json':
      return fromJson(draft.json ?? '', required, path)
    case 'empty':
      return sends(
        node.kind === 'object' || (node.kind === 'json' && node.only === 'object')
          ? {}
          : node.kind === 'text' || node.kind === 'json'
            ? ''
            : [],
      )
    default:
  }
  const touched = draft?.state === 'value'
  const orNull = node.nullable ? ' or null' : ''
  // A default is sent as it is until a person touches the field or something in it.
  const hand = node.kind === 'object' || node.kind === 'tuple' || node.kind === 'list' || node.kind === 'union' ? undefined : draft?.text
  if (!touched && node.preset !== undefined && !isActive(node, draft)) return sends(node.preset.value, false)
  switch (node.kind) {
    case 'text':
      if (touched && draft.text !== undefined && draft.text !== '')
        return sends(draft.text, true, node.encoding === undefined || isBase64(draft.text) ? [] : [notBase64(path)])
      if (!required) return nothing()
      if (node.nullable) return lacks('Choose: a text, empty, or null.')
      return node.blank ? sends('', false) : lacks('A text is required.')
    case 'number': {
      const text = touched ? (draft.text ?? '').trim() : ''
      if (text === '') return required ? lacks(`${node.integer ? 'An integer' : 'A number'}${orNull} is required.`) : nothing()
      const at = pointerOf(path)
      const number = readNumber(text)
      const lost = number === undefined && !NUMBER.test(text) ? undefined : rounded(text)
      if (literalOf(text) !== undefined) {
        const problems: Problem[] = lost?.sent === 'null' ? [{ at, says: beyondWords(text), level: 'bad' }] : []
        return spelled(sends(number ?? Number(text), true, problems), text)
      }
      if (number !== undefined) {
        const says = lost === undefined ? respelt(text, number) : roundedWords(lost)
        return sends(number, true, says === undefined ? [] : [{ at, says, level: 'warn' }])
      }
      const why = lost === undefined ? `“${draft?.text}” is not yet ${node.integer ? 'an integer' : 'a number'}.` : roundedWords(lost)
      return sends(draft?.text ?? '', true, [{ at, says: `${why} “Send anyway” sends it as text.`, level: 'bad' }])
    }
    case 'boolean':
      if (touched && hand !== undefined) return sends(hand === 'true')
      return required ? lacks(node.nullable ? 'Choose true, false or null.' : 'Choose true or false.') : nothing()
    case 'null':
      return required || touched ? sends(null, touched) : nothing()
    case 'const':
      return required || touched ? sends(node.value, touched) : nothing()
    case 'enum':
      if (touched && hand !== undefined && isJson(hand)) return sends(parseJson(hand))
      if (required && node.options.length === 1 && !node.nullable) return sends(node.options[0]!.value, false)
      return required ? lacks(`Choose one${orNull}.`) : nothing()
    case 'many':
      if (draft?.picked?.some(isJson) === true) return sends(draft.picked.filter(isJson).map(parseJson))
      return required ? lacks(`Tick at least one, or send an empty list${orNull}.`) : nothing()
    case 'json':
      if (!touched || (draft.text ?? '').trim() === '')
        return required && path.length > 0 ? lacks(`JSON${orNull} is required here.`) : nothing()
      return fromJson(draft.text ?? '', required, path, node.only)
    case 'object':
    case 'tuple':
      // A schema may demand itself in itself; no value is finite then, and none is made up.
      if (draft === undefined && (path.length > DEEPEST || (node.origin !== undefined && within.includes(node.origin))))
        return required ? lacks('The schema demands this again in itself, without end.') : nothing()
      return node.kind === 'object'
        ? buildObject(node, draft, required, path, inside(node, within))
        : buildTuple(node, draft, required, path, inside(node, within))
    case 'list':
      return buildList(node, draft, required, path)
    case 'union': {
      const chosen = branchOf(node, draft) !== undefined
      const branch = node.branches[branchOf(node, draft) ?? 0]!
      const around = inside(node, within)
      const built = buildField(
        branch.node(),
        own(draft?.branches, String(branchOf(node, draft) ?? 0)),
        chosen || path.length === 0,
        path,
        around,
      )
      if (chosen || path.length === 0) return built.sent && chosen ? { ...built, active: true } : built
      if (built.sent && built.active) return buildField(branch.node(), own(draft?.branches, '0'), true, path, around)
      return required ? lacks(`Choose: ${node.branches.map(({ label }) => label).join(', ')}${orNull && ', or null'}.`) : nothing()
    }
  }
}

/** The branch that was chosen. A draft may be older than the schema and name one that is gone. */
export function branchOf({ branches }: NodeOf<'union'>, draft: FieldDraft | undefined): number | undefined {
  return draft?.branch !== undefined && draft.branch >= 0 && draft.branch < branches.length ? draft.branch : undefined
}

/** What was chosen is kept as JSON; a draft may be older than the schema, when the field was a text. */
function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

function inside({ origin }: Node, within: readonly Json[]): readonly Json[] {
  return origin === undefined ? within : [...within, origin]
}

function isBase64(text: string): boolean {
  return /^(data:[^,]*,)?[\w+/\s-]*={0,2}\s*$/.test(text)
}

function notBase64(path: Path): Problem {
  return { at: pointerOf(path), says: 'This is not base64; it is sent as it stands.', level: 'warn' }
}

function fromJson(text: string, required: boolean, path: Path, only?: 'object' | 'array'): Built {
  const at = pointerOf(path)
  if (text.trim() === '') return nothing(required ? [{ at, says: 'JSON is required here.', level: 'bad' }] : [])
  try {
    const value = parseJson(text)
    const losses = lossesIn(text)
    const lost = losses[0] && { at, says: losses.map((loss) => loss.says).join(' '), level: losses[0].level }
    if (lost?.level === 'fatal') return nothing([lost])
    const wrong = (only === 'object' && !isObject(value)) || (only === 'array' && !Array.isArray(value))
    const says = `This must be ${only === 'object' ? 'an object: { … }' : 'a list: [ … ]'}.`
    const problems: Problem[] = wrong ? [{ at, says, level: 'bad' }] : lost === undefined ? [] : [lost]
    return spelled(sends(value, true, problems), text.trim())
  } catch (error) {
    return nothing([{ at, says: `Not JSON yet: ${(error as Error).message}`, level: 'fatal' }])
  }
}

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

/** The members of an object as its conditions have them for what is typed now. */
export function shapeFor(node: NodeOf<'object'>, draft: FieldDraft | undefined, path: Path = []): Shape {
  return settle(node, draft, path, inside(node, [])).shape
}

function settle(node: NodeOf<'object'>, draft: FieldDraft | undefined, path: Path, within: readonly Json[]) {
  let shape = node.shape({})
  let built = buildMembers(shape, draft, path, within)
  // A condition may open members on which the next one hangs; three turns reach all that people write.
  for (let turn = 0; turn < 3; turn++) {
    const next = node.shape(built.value)
    if (next === shape) break
    shape = next
    built = buildMembers(shape, draft, path, within)
  }
  return { shape, built }
}

function buildObject(node: NodeOf<'object'>, draft: FieldDraft | undefined, required: boolean, path: Path, within: readonly Json[]): Built {
  const { shape, built } = settle(node, draft, path, within)
  const active = built.active || draft?.state === 'value'
  if (!required && !active) return nothing()
  // Nobody says which it is: an object without members, null, or something that is yet to come.
  const says =
    active || path.length === 0 || Object.keys(built.value).length > 0
      ? undefined
      : node.nullable
        ? 'Fill it in, or send an empty object or null.'
        : shape.properties.length === 0 && shape.invites
          ? 'Add a member, or send an empty object.'
          : undefined
  if (says !== undefined) return nothing([{ at: pointerOf(path), says, level: 'bad' }])
  return sends(built.value, active, built.problems)
}

function buildMembers(shape: Shape, draft: FieldDraft | undefined, path: Path, within: readonly Json[]) {
  const value: { [key: string]: Json } = {}
  const problems: Problem[] = []
  let active = false
  const names = new Set(shape.properties.map(({ name }) => name))
  for (const property of shape.properties) {
    const built = buildField(property.node(), own(draft?.members, property.name), property.required, [...path, property.name], within)
    problems.push(...built.problems)
    if (!built.sent) continue
    put(value, property.name, built)
    active ||= built.active
  }
  for (const row of draft?.rows ?? []) {
    const { key = '' } = row
    // A row without a name is still being written; '' as a name is what JSON is for.
    if (key === '') continue
    const at = [...path, key]
    if (names.has(key)) {
      problems.push({ at: pointerOf([...path, `row:${row.id}`]), says: `“${key}” is there already.`, level: 'bad' })
      continue
    }
    names.add(key)
    const wrong = shape.nameProblem(key)
    if (wrong !== undefined) problems.push({ at: pointerOf([...path, `row:${row.id}`]), says: wrong, level: 'bad' })
    const built = buildField(shape.extra(key) ?? ANY, row.field, true, at)
    problems.push(...built.problems)
    if (built.sent) put(value, key, built)
    active = true
  }
  return { value: draft?.order === undefined ? value : inOrder(value, draft.order), problems, active }
}

/** A member as it was built, and how its number was typed. */
function put(holder: Json[] | { [key: string]: Json }, key: string | number, { value, literal }: { value: Json; literal?: string }): void {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else define(holder, String(key), value)
  if (literal !== undefined) keepSpelling(holder, String(key), literal)
}

function inOrder(value: { [key: string]: Json }, order: readonly string[]): { [key: string]: Json } {
  const sorted: { [key: string]: Json } = {}
  for (const name of new Set([...order, ...Object.keys(value)])) if (Object.hasOwn(value, name)) define(sorted, name, value[name]!)
  return spelledLike(value, sorted)
}

function buildList(node: NodeOf<'list'>, draft: FieldDraft | undefined, required: boolean, path: Path): Built {
  const rows = draft?.rows ?? []
  if (rows.length === 0) return required ? nothing([{ at: pointerOf(path), says: rowsWanted(node), level: 'bad' }]) : nothing()
  const problems: Problem[] = []
  const value: Json[] = []
  for (const [index, row] of rows.entries()) {
    const item = node.item()
    const at = [...path, index]
    const built = buildField(item, row.field, true, at)
    if (built.sent) {
      problems.push(...built.problems)
      put(value, index, built)
      continue
    }
    // A row that stands there stays, and so do the places of those after it.
    const stead = item.kind === 'text' ? '' : null
    const says = ` “Send anyway” sends ${stead === null ? 'null' : 'an empty text'} in its place.`
    problems.push(
      ...built.problems.map((one) => (one.level === 'bad' && one.at === pointerOf(at) ? { ...one, says: one.says + says } : one)),
    )
    put(value, index, { value: stead })
  }
  return sends(value, true, problems)
}

/** What to do about a list that nobody has touched; an empty one is no way out where the schema wants rows. */
function rowsWanted({ schema: { minItems: least }, nullable }: NodeOf<'list'>): string {
  if (wantsRows(least))
    return least === 1
      ? `Add a row${nullable ? ', or send null' : ''}.`
      : `Add rows: at least ${least} are needed${nullable ? ', or send null' : ''}.`
  return `Add a row, or send an empty list${nullable ? ' or null' : ''}.`
}

export function wantsRows(least: Json | undefined): boolean {
  return (typeof least === 'number' || typeof least === 'bigint') && least > 0
}

export function cellOf(node: NodeOf<'tuple'>, index: number): Node {
  return node.cells[index]?.() ?? node.rest?.() ?? ANY
}

/** How many positions of a tuple a person has got to. */
export function reachedCells(node: NodeOf<'tuple'>, draft: FieldDraft | undefined, path: Path = []): number {
  const rows = draft?.rows ?? []
  let reached = rows.length > node.cells.length ? rows.length : 0
  for (let index = reached; index < Math.min(rows.length, node.cells.length); index++) {
    const built = buildField(cellOf(node, index), rows[index]?.field, false, [...path, index])
    if (built.sent && built.active) reached = index + 1
  }
  return reached
}

/** Whether a position cannot be left out: a value must stand there, or what follows it leaves but one that can. */
export function cellRequired(node: NodeOf<'tuple'>, index: number, reached: number): boolean {
  if (index < node.min || index >= node.cells.length) return true
  const cell = cellOf(node, index)
  const single = cell.kind === 'null' || cell.kind === 'const' || (cell.kind === 'enum' && cell.options.length === 1)
  return index < reached && single && (cell.kind === 'null' || !cell.nullable)
}

function buildTuple(node: NodeOf<'tuple'>, draft: FieldDraft | undefined, required: boolean, path: Path, within: readonly Json[]): Built {
  const rows = draft?.rows ?? []
  const reached = reachedCells(node, draft, path)
  const active = reached > 0 || draft?.state === 'value'
  if (!active && !required) return nothing()
  const problems: Problem[] = []
  const value: Json[] = []
  let filled = 0
  for (let index = 0; index < Math.max(Math.min(node.min, node.cells.length), reached); index++) {
    const at = [...path, index]
    const built = buildField(cellOf(node, index), rows[index]?.field, cellRequired(node, index, reached), at, within)
    problems.push(...built.problems)
    put(value, index, built.sent ? built : { value: null })
    if (built.sent) filled = index + 1
    if (!built.sent && built.problems.length === 0)
      problems.push({
        at: pointerOf(at),
        says: `Item ${index + 1} is missing, and item ${reached} is there: a list has no gaps. “Send anyway” sends null in its place.`,
        level: 'bad',
      })
  }
  // Nothing of it is there, and an empty list would be made up.
  if (!active && filled === 0) {
    const says = `Fill in its items, or send an empty list${node.nullable ? ' or null' : ''}.`
    return nothing(problems.length > 0 ? problems : [{ at: pointerOf(path), says, level: 'bad' }])
  }
  // What follows must keep its position; at the end nothing needs to stand in.
  value.length = filled
  return sends(value, active, problems)
}

/** Any JSON: what has no schema of its own. */
export const ANY: Node = { kind: 'json', nullable: false, readOnly: false, deprecated: false, examples: [], notes: [], schema: {} }
