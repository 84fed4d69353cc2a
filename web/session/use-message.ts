// One message, whole or (`held`) with its long text left in the engine, fetched from the record by its seq, and again when its row tells of a change.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, releaseWith } from './engine.ts'

/** `change`: a word that differs when the row does (its status): what was fetched before is then stale. */
export function useMessage(connection: string, seq: number, change: string) {
  return useQuery({
    queryKey: ['record', connection, 'message', seq, change],
    queryFn: async () => {
      const message = await call('message', [connection, seq, true])
      if (message?.held !== undefined) releaseWith(message, message.held.id)
      return message
    },
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
}

/** The text of a message whole, however long. */
export async function wholeText(connection: string, seq: number): Promise<string> {
  return (await call('message', [connection, seq]))?.text ?? ''
}
