// What a person has typed into a form, as it is kept: field by field, from the top.

/** absent: untouched. 'json': the field is written as JSON, whatever its schema says. */
export type FieldState = 'unset' | 'null' | 'empty' | 'value' | 'json'

/** Survives `JSON.stringify`: numbers are kept as the text that was typed. What one state does not use is kept for another. */
export interface FieldDraft {
  state?: FieldState
  /** The typed text; for a choice or a boolean the JSON text of the value. */
  text?: string
  json?: string
  /** JSON texts of a check list, in the order in which they were ticked. */
  picked?: string[]
  members?: { [name: string]: FieldDraft }
  /** Rows of a list, cells of a tuple, further members of an object (these have a `key`). */
  rows?: Row[]
  branch?: number
  branches?: { [index: string]: FieldDraft }
  /** Names of members in the order in which they were put in, where it is not that of the schema. */
  order?: string[]
}

export interface Row {
  id: number
  key?: string
  field: FieldDraft
}

export type Draft = FieldDraft
