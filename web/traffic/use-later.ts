// What is fetched once, when it is first drawn.
import { useEffect, useState } from 'react'

/** What `find` gave when this was first drawn. */
export function useLater<Value>(find: () => Value | Promise<Value>): Value | undefined {
  const [value, setValue] = useState<Value>()
  const [first] = useState(() => find)
  useEffect(() => {
    let gone = false
    // What is no more in the record leaves nothing to be drawn.
    Promise.resolve(first()).then(
      (found) => !gone && setValue(() => found),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [first])
  return value
}
