// What begins once the first list of a server is asked for, which is early enough for it.
import type { QueryClient } from '@tanstack/react-query'
import { watchDefinitions } from './definition-changes.ts'
import { keepOnLeave } from './leaving.ts'

/** Called once, with the page's query client. */
export function afterFirst(client: QueryClient): void {
  watchDefinitions(client)
  keepOnLeave()
}
