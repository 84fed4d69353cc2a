// A person at the form, for tests: does to a draft what the controls do, and tells what would be sent.
import { expect } from 'vitest'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'
import { assessDraft } from './check.ts'
import { addRow, asList, changeAt, chooseBranch, withState, withText, type Steps } from './draft-edit.ts'
import { emptyDraft, shapeFor } from './draft.ts'
import type { Draft, FieldDraft } from './field-draft.ts'
import { modelOf } from './normalise.ts'
import type { Node } from './node.ts'

/** A person at the form: names walk members, numbers walk rows in order. */
export class Person {
  draft: Draft = emptyDraft()
  readonly schema: Json

  constructor(schema: Json) {
    this.schema = schema
  }

  private walk(path: (string | number)[]): { steps: Steps; node: Node; field: FieldDraft; required: boolean } {
    let node = modelOf(this.schema).node
    let field: FieldDraft = this.draft
    let required = true
    const steps: ({ member: string } | { row: number } | { branch: number })[] = []
    const intoBranch = () => {
      while (node.kind === 'union') {
        const branch = field.branch ?? 0
        steps.push({ branch })
        node = node.branches[branch]!.node()
        field = field.branches?.[branch] ?? {}
      }
    }
    for (const part of path) {
      intoBranch()
      if (node.kind === 'object') {
        const shape = shapeFor(node, field)
        const property = shape.properties.find(({ name }) => name === part)
        if (property !== undefined) {
          steps.push({ member: property.name })
          node = property.node()
          required = property.required
          field = (Object.hasOwn(field.members ?? {}, property.name) ? field.members?.[property.name] : undefined) ?? {}
          continue
        }
        const row = field.rows!.find(({ key }) => key === part)!
        steps.push({ row: row.id })
        node = shape.extra(row.key!)!
        field = row.field
      } else if (node.kind === 'list' || node.kind === 'tuple') {
        const row = field.rows?.[Number(part)] ?? { id: Number(part), field: {} }
        steps.push({ row: row.id })
        node = node.kind === 'list' ? node.item() : (node.cells[Number(part)] ?? node.rest!)()
        field = row.field
      } else throw new Error(`no way into ${node.kind}`)
      required = true
    }
    return { steps, node, field, required }
  }

  private change(path: (string | number)[], how: (field: FieldDraft, node: Node, required: boolean) => FieldDraft): this {
    const { steps, node, required } = this.walk(path)
    this.draft = JSON.parse(JSON.stringify(changeAt(this.draft, steps, (field) => how(field, node, required)))) as Draft
    return this
  }

  types(path: (string | number)[], text: string): this {
    return this.change(path, (field, node, required) => {
      if (node.kind !== 'union') return withText(field, text, node, required)
      const branch = field.branch ?? 0
      return changeAt(field, [{ branch }], (inner) => withText(inner, text, node.branches[branch]!.node(), required))
    })
  }

  picks(path: (string | number)[], value: Json): this {
    return this.change(path, (field) => ({ ...field, state: 'value', text: writeJson(value) }))
  }

  ticks(path: (string | number)[], ...values: Json[]): this {
    return this.change(path, (field) => ({ ...field, state: 'value', picked: values.map((value) => writeJson(value)) }))
  }

  sets(path: (string | number)[], state: 'null' | 'empty' | 'unset' | undefined): this {
    return this.change(path, (field) => withState(field, state))
  }

  branches(path: (string | number)[], label: string): this {
    return this.change(path, (field, node) => {
      if (node.kind !== 'union') throw new Error('not a union')
      return chooseBranch(
        field,
        node,
        node.branches.findIndex((branch) => branch.label === label),
      )
    })
  }

  listed(path: (string | number)[]): this {
    return this.change(path, (field, node) => (node.kind === 'union' ? asList(field, node) : field))
  }

  adds(path: (string | number)[], key?: string): this {
    return this.change(path, (field, node) => {
      if (node.kind === 'tuple') throw new Error('a tuple has its cells')
      if (node.kind !== 'union') return addRow(field, {}, key)
      return changeAt(field, [{ branch: field.branch ?? 0 }], (inner) => addRow(inner, {}, key))
    })
  }

  get sent(): string {
    return writeJson(assessDraft(this.schema, this.draft).arguments)
  }

  get problems(): string[] {
    return assessDraft(this.schema, this.draft)
      .problems.filter(({ level }) => level !== 'warn')
      .map(({ at, says }) => `${at}: ${says}`)
  }

  sends(text: string): void {
    expect(this.sent).toBe(text)
    expect(this.problems).toEqual([])
  }
}

export const person = (text: string) => new Person(parseJson(text))
