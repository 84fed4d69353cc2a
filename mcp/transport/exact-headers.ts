// What a person chose for one request beyond what a Request can hold: its headers, name by name, and that it goes by way of the
// proxy. A Request drops those headers that a page may not set (Host, Origin, Cookie) and adds a type to a body that has none;
// the proxy sends what stands here instead.
import type { HeaderList } from '../wire-event.ts'

const chosen = new WeakMap<Request, HeaderList>()
const proxied = new WeakSet<Request>()
const unchecked = new WeakSet<Request>()
const named = new WeakMap<Request, string>()
const filled = new WeakMap<Request, true | readonly string[]>()

export function chooseHeaders(request: Request, headers: HeaderList): void {
  chosen.set(request, headers)
}

/** Undefined for a request of the usual kind. */
export function chosenHeaders(request: Request): HeaderList | undefined {
  return chosen.get(request)
}

export function chooseProxy(request: Request): void {
  proxied.add(request)
}

/** The person wants this request to go through the proxy, whatever way the connection takes. */
export function wantsProxy(request: Request): boolean {
  return proxied.has(request)
}

export function chooseInsecure(request: Request): void {
  unchecked.add(request)
}

/** The certificate of the server that this request goes to is not checked. */
export function isInsecure(request: Request): boolean {
  return unchecked.has(request)
}

/** Its headers hold places, `${NAME}`, which the proxy fills from its own environment: those where keys stand, or those `named`, and no others. */
export function chooseFilling(request: Request, named: true | readonly string[] = true): void {
  filled.set(request, named)
}

/** Undefined when nothing is filled. */
export function fillingOf(request: Request): true | readonly string[] | undefined {
  return filled.get(request)
}

/** The URL of this request was named by the server at `server`, and by no person: it may lead into a private network only where that server is in one. */
export function chooseNamedBy(request: Request, server: string): void {
  named.set(request, server)
}

/** Undefined for a URL that a person named. */
export function namedBy(request: Request): string | undefined {
  return named.get(request)
}
