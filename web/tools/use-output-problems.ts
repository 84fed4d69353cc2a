// Checks structured content against its outputSchema once the page is idle, so that a large result is shown first.
import { useEffect, useState } from 'react'
import type { Json } from '#mcp/json.ts'
import type { Problem } from '../ui/SchemaForm/draft.ts'
import { judgeValue } from '../ui/SchemaForm/judged.ts'

const NONE: Problem[] = []
/** More of them say nothing new. */
const MOST = 12

export function useOutputProblems(schema: Json | undefined, value: Json | undefined): readonly Problem[] {
  const [found, setFound] = useState<{ value: Json; problems: Problem[] }>()
  useEffect(() => {
    if (schema === undefined || value === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const problems = (await judgeValue(schema, value, stop.signal)).slice(0, MOST)
      if (!stop.signal.aborted) setFound({ value, problems })
    }, 30)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [schema, value])
  return found !== undefined && found.value === value ? found.problems : NONE
}
