// The headers that a person chose for one request, name by name. A Request drops those that a page may not set (Host,
// Origin, Cookie) and adds a type to a body that has none; the proxy sends what stands here instead.
import type { HeaderList } from '../wire-event.ts'

const chosen = new WeakMap<Request, HeaderList>()

export function chooseHeaders(request: Request, headers: HeaderList): void {
  chosen.set(request, headers)
}

/** Undefined for a request of the usual kind. */
export function chosenHeaders(request: Request): HeaderList | undefined {
  return chosen.get(request)
}
