// One message whole, fetched from the record by its seq, and again when its row tells of a change.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './engine.ts'

/** `change`: a word that differs when the row does (its status): what was fetched before is then stale. */
export function useMessage(connection: string, seq: number, change: string) {
  return useQuery({
    queryKey: ['record', connection, 'message', seq, change],
    queryFn: () => call('message', [connection, seq]),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
}
