// Checks structured content against its outputSchema once the page is idle, so that a large result is shown first.
import { useEffect, useState } from 'react'
import type { Json } from '#mcp/json.ts'
import { checkValue } from '../ui/SchemaForm/check.ts'
import type { Problem } from '../ui/SchemaForm/draft.ts'

const NONE: Problem[] = []
/** More of them say nothing new. */
const MOST = 12

export function useOutputProblems(schema: Json | undefined, value: Json | undefined): readonly Problem[] {
  const [found, setFound] = useState<{ value: Json; problems: Problem[] }>()
  useEffect(() => {
    if (schema === undefined || value === undefined) return
    const timer = setTimeout(() => setFound({ value, problems: checkValue(schema, value).slice(0, MOST) }), 30)
    return () => clearTimeout(timer)
  }, [schema, value])
  return found !== undefined && found.value === value ? found.problems : NONE
}
