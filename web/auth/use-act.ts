// An act on the flow, and what is to be said when it could not even be tried; what fails on the way is in the steps.
import { useState } from 'react'

export function useAct(): { fault: string | undefined; act: (doing: Promise<unknown>) => void } {
  const [fault, setFault] = useState<string>()
  return {
    fault,
    act: (doing) => {
      setFault(undefined)
      doing.catch((error: Error) => setFault(error.message))
    },
  }
}
