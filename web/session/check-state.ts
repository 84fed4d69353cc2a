// What the page knows of the checks of a connection. All of it survives structured cloning.
import type { Revision } from '#mcp/dialect/revisions.ts'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'
import type { Row, RowFinding } from '#mcp/conformance/row.ts'

export type CheckFinding = RowFinding

export interface CheckState extends Row {
  /** The record that the rows are of, when it is not the connection's own. */
  record?: string
  /** The run goes on: its record cannot be opened yet. */
  pending?: true
  /** Messages that broke it and are no more in the record, and which of those that are named here; left out when all are there. */
  gone?: { messages: number; seqs: number[] }
}

export type Mark = 'fail' | 'warn' | 'info'

/** What was found since the last word, and how much in all. */
export interface CheckMarks {
  counts: { [mark in Mark]: number }
  /** Ids of the rules that have a finding. */
  rules: string[]
  /** Events that were looked at: it grows with each word. */
  judged: number
  /** Messages still to be looked at, and those that were dropped before they could be. */
  behind: number
  missed: number
  /** Messages that break a MUST or a SHOULD. */
  broken: number
  /** `of`: the request that the row belongs to, if it is not one itself. */
  marks: [seq: number, mark: Mark, of?: number][]
}

/** How a run of checks goes. */
export interface RunPart {
  /** Scenarios played, and how many there are. */
  done: number
  of: number
  title: string
  /** What was found since the last word, where it changed how a rule stands. */
  states?: CheckState[]
}

/** What is to be run. */
export interface RunWish {
  /** Revisions that are spoken one after the other; left out: as the connection does. */
  revisions?: Revision[]
  /** For these rules alone. */
  only?: string[]
  /** Scenarios that a person agreed to, and what she lends for them; nothing else is played then. */
  consent?: string[]
  pigs?: GuineaPigs
}
