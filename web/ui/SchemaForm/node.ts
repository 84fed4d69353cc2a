// The form's own picture of a schema: one node per field, its children made when they are asked for.
// Which control a field gets depends on its node alone, never on its value.
import type { Json } from '#mcp/json.ts'
import type { Condition } from './merge.ts'
import type { SchemaObject } from './schema-parts.ts'

export interface NodeBase {
  title?: string
  description?: string
  /** The schema allows null beside what `kind` says. */
  nullable: boolean
  /** A default that fits its own schema and is not null. */
  preset?: { value: Json }
  readOnly: boolean
  deprecated: boolean
  examples: Json[]
  /** What is odd or cannot be honoured, for people. */
  notes: string[]
  /** The part of the server's schema that it comes from, references followed: the same one within itself is recursion. */
  origin?: Json
  /** The flat schema that this node stands for. */
  schema: SchemaObject
}

export interface Option {
  value: Json
  /** `value` as JSON text: what a draft keeps. */
  text: string
  label: string
  note?: string
}

export interface Property {
  name: string
  required: boolean
  node: () => Node
}

export interface Shape {
  properties: Property[]
  /** The node of a member that is not declared; null when the schema allows none by that name. */
  extra: (name: string) => Node | null
  /** Undeclared members are invited (a map), not merely tolerated. */
  invites: boolean
  /** Says what is wrong with the name of a further member; undefined when nothing is. */
  nameProblem: (name: string) => string | undefined
}

export interface Branch {
  label: string
  node: () => Node
}

export type Node = NodeBase &
  (
    | {
        kind: 'text'
        format?: string
        /** How bytes are written, where they are: a file can be chosen. */
        encoding?: 'base64' | 'base64url' | 'data-url'
        /** The schema allows the empty text. */
        blank: boolean
      }
    | { kind: 'number'; integer: boolean }
    | { kind: 'boolean' }
    | { kind: 'null' }
    | { kind: 'const'; value: Json }
    | { kind: 'enum'; options: Option[] }
    | { kind: 'many'; options: Option[] }
    | { kind: 'object'; shape: (value: Json) => Shape; conditions: Condition[] }
    | { kind: 'list'; item: () => Node }
    | { kind: 'tuple'; cells: (() => Node)[]; rest: (() => Node) | null; min: number }
    | { kind: 'union'; branches: Branch[] }
    /** No better control: JSON is typed. `only` limits what it may be. */
    | { kind: 'json'; only?: 'object' | 'array' }
  )

export type NodeKind = Node['kind']
