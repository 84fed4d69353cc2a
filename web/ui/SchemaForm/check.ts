// Checks a value against a schema, in words: for results as well as for arguments. It may run without end over a hostile
// pattern, so the page asks the judge desk (`judge-desk.ts`), which runs this in a worker.
import { isObject, type Json } from '#mcp/json.ts'
import { draftToArguments, withProblems, type Assessment, type Problem } from './draft.ts'
import type { Draft } from './field-draft.ts'
import { makeJudge, type Judge } from './judge.ts'
import { mend } from './schema.ts'
import { judgeProblems } from './words.ts'

const judges = new WeakMap<object, Judge>()

/** What is wrong with `value`; [] when it fits or cannot be judged. */
export function checkValue(schema: Json, value: Json): Problem[] {
  let judge = isObject(schema) ? judges.get(schema) : undefined
  if (judge === undefined) {
    judge = makeJudge(mend(schema))
    if (isObject(schema)) judges.set(schema, judge)
  }
  return judgeProblems(judge.errors(value), value, schema)
}

/** What a draft stands for and all that is wrong with it, here and now. */
export function assessDraft(schema: Json, draft: Draft): Assessment {
  const built = draftToArguments(schema, draft)
  return withProblems(built, checkValue(schema, built.arguments))
}
