// The whole record of a connection as a file, to keep or to send to a colleague.
import { useState } from 'react'
import type { ConnectionState } from '../session/connection-state.ts'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'

export function SaveRecord({ connection }: { connection: ConnectionState }) {
  const [fault, setFault] = useState<string>()
  const save = async () => {
    setFault(undefined)
    try {
      const text = await call('save', [connection.id])
      const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `${connection.id}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl`
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      {fault !== undefined && <span role="alert">{fault}</span>}
      <Button title="Every message with its headers, as JSON Lines. It may hold secrets." onClick={() => void save()}>
        Save record
      </Button>
    </>
  )
}
