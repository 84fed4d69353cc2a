// Changes to a draft, each giving a new draft that shares all it can with the old one. Nothing typed is thrown away:
// a state or a branch that is left keeps what was in it.
import { branchOf } from './draft.ts'
import type { FieldDraft, FieldState, Row } from './field-draft.ts'
import type { Node } from './node.ts'
import { own } from './schema-parts.ts'

/** One step into a draft. */
export type Step = { member: string } | { row: number } | { branch: number }
export type Steps = readonly Step[]

export function fieldAt(draft: FieldDraft, steps: Steps): FieldDraft | undefined {
  let now: FieldDraft | undefined = draft
  for (const step of steps) {
    if (now === undefined) return undefined
    if ('member' in step) now = own(now.members, step.member)
    else if ('row' in step) now = now.rows?.find((row) => row.id === step.row)?.field
    else now = own(now.branches, String(step.branch))
  }
  return now
}

export function changeAt(draft: FieldDraft, steps: Steps, change: (field: FieldDraft) => FieldDraft): FieldDraft {
  const [step, ...rest] = steps
  if (step === undefined) return change(draft)
  if ('member' in step) {
    const members = { ...draft.members, [step.member]: changeAt(own(draft.members, step.member) ?? {}, rest, change) }
    return woken({ ...draft, members })
  }
  if ('row' in step) {
    const rows = withRow(draft.rows ?? [], step.row).map((row) =>
      row.id === step.row ? { ...row, field: changeAt(row.field, rest, change) } : row,
    )
    return woken({ ...draft, rows })
  }
  const branches = { ...draft.branches, [step.branch]: changeAt(own(draft.branches, String(step.branch)) ?? {}, rest, change) }
  return woken({ ...draft, branches })
}

/** Cells of a tuple are there before anything is in them: their rows come with the first touch. */
function withRow(rows: Row[], id: number): Row[] {
  if (rows.some((row) => row.id === id)) return rows
  const from = rows.reduce((most, row) => Math.max(most, row.id), -1) + 1
  return [...rows, ...Array.from({ length: id - from + 1 }, (_, index): Row => ({ id: from + index, field: {} }))]
}

/** Writing into a group, list or branch that was set to "not sent", null or empty takes that back. */
function woken(draft: FieldDraft): FieldDraft {
  if (draft.state === undefined || draft.state === 'value' || draft.state === 'json') return draft
  const { state: _, ...rest } = draft
  return rest
}

/** A typed text. Erasing it makes an optional field "not sent", and a required text empty where its schema allows that. */
export function withText(field: FieldDraft, text: string, node: Node, required: boolean): FieldDraft {
  if (text !== '') return { ...field, text, state: 'value' }
  if (node.kind === 'text' && required && node.blank) return { ...field, text, state: 'empty' }
  const { state: _, ...rest } = field
  return node.preset === undefined ? { ...rest, text } : { ...rest, text, state: 'unset' }
}

export function withState(field: FieldDraft, state: FieldState | undefined): FieldDraft {
  const { state: _, ...rest } = field
  return state === undefined ? rest : { ...rest, state }
}

export function addRow(field: FieldDraft, start: FieldDraft = {}, key?: string): FieldDraft {
  const rows = field.rows ?? []
  const row: Row = { id: rows.reduce((most, { id }) => Math.max(most, id), -1) + 1, field: start }
  if (key !== undefined) row.key = key
  return woken({ ...field, rows: [...rows, row] })
}

/** Removing the last row makes the list untouched again; "empty list" is a choice of its own. */
export function removeRow(field: FieldDraft, id: number): FieldDraft {
  const rows = (field.rows ?? []).filter((row) => row.id !== id)
  return rows.length === 0 && field.members === undefined ? withState({ ...field, rows }, undefined) : { ...field, rows }
}

export function moveRow(field: FieldDraft, id: number, by: -1 | 1): FieldDraft {
  const rows = [...(field.rows ?? [])]
  const at = rows.findIndex((row) => row.id === id)
  const other = rows[at + by]
  if (at < 0 || other === undefined) return field
  rows[at + by] = rows[at]!
  rows[at] = other
  return { ...field, rows }
}

export function renameRow(field: FieldDraft, id: number, key: string): FieldDraft {
  return { ...field, rows: (field.rows ?? []).map((row) => (row.id === id ? { ...row, key } : row)) }
}

/** Another branch of a union; what was typed goes along where it has a place, and stays behind as well. */
export function chooseBranch(field: FieldDraft, node: Extract<Node, { kind: 'union' }>, to: number): FieldDraft {
  const from = branchOf(node, field) ?? 0
  const next: FieldDraft = { ...withState(field, 'value'), branch: to }
  const before = own(field.branches, String(from))
  const there = own(field.branches, String(to))
  if (before === undefined || there !== undefined || from === to) return next
  const carried = carry(before, node.branches[from]!.node(), node.branches[to]!.node())
  return carried === undefined ? next : { ...next, branches: { ...field.branches, [to]: carried } }
}

type Union = Extract<Node, { kind: 'union' }>

/** The lines of a text that stands where a list of texts may stand too, and that list's branch; undefined where there is no such choice. */
export function listOffer(node: Union, field: FieldDraft | undefined): { lines: string[]; to: number } | undefined {
  const at = branchOf(node, field) ?? 0
  const text = own(field?.branches, String(at))?.text
  if (text === undefined || !text.includes('\n') || node.branches[at]?.node().kind !== 'text') return undefined
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const to = node.branches.findIndex((branch) => {
    const list = branch.node()
    return list.kind === 'list' && list.item().kind === 'text'
  })
  return lines.length < 2 || to < 0 ? undefined : { lines, to }
}

/** Takes the offer: each line becomes a row. The text stays in its branch. */
export function asList(field: FieldDraft, node: Union): FieldDraft {
  const offer = listOffer(node, field)
  if (offer === undefined) return field
  const rows = offer.lines.map((text, id): Row => ({ id, field: { state: 'value', text } }))
  return { ...withState(field, 'value'), branch: offer.to, branches: { ...field.branches, [offer.to]: { rows } } }
}

function carry(draft: FieldDraft, from: Node, to: Node): FieldDraft | undefined {
  if (from.kind === 'object' && to.kind === 'object' && draft.members !== undefined) {
    const members: { [name: string]: FieldDraft } = {}
    const old = from.shape({}).properties
    for (const { name, node } of to.shape({}).properties) {
      const kept = own(draft.members, name)
      if (kept !== undefined && old.find((property) => property.name === name)?.node().kind === node().kind)
        Object.defineProperty(members, name, { value: kept, enumerable: true, configurable: true, writable: true })
    }
    return { members }
  }
  if (from.kind === 'text' && to.kind === 'list' && to.item().kind === 'text' && draft.text !== undefined && draft.text !== '')
    return { rows: [{ id: 0, field: { state: 'value', text: draft.text } }] }
  if (from.kind === 'list' && to.kind === 'text' && draft.rows?.length === 1) return { ...draft.rows[0]!.field }
  if ((from.kind === 'text' || from.kind === 'number') && (to.kind === 'text' || to.kind === 'number') && draft.text !== undefined)
    return { state: draft.text === '' ? undefined : 'value', text: draft.text }
  return undefined
}
