// Checks a value against a schema, in words: for results as well as for arguments.
import type { Json } from '#mcp/json.ts'
import type { Problem } from './draft.ts'
import { modelOf } from './normalise.ts'
import { judgeProblems } from './words.ts'

/** What is wrong with `value`; [] when it fits or cannot be judged. */
export function checkValue(schema: Json, value: Json): Problem[] {
  return judgeProblems(modelOf(schema).judge.errors(value), value, schema)
}
