// The URL is the selection: `#/<connection>/<panel>/<item>?<key>=<value>`. Names with any characters survive,
// since each segment is encoded whole and the hash is never decoded before it is split.
import { useCallback, useSyncExternalStore } from 'react'

export interface Route {
  /** Id of the connection; '' when none is chosen. */
  connection: string
  /** Id of the panel; '' for the connect panel. */
  panel: string
  /** What is selected in the panel; undefined when nothing is. */
  item?: string
  /** Further members: a tab, arguments, a filter. */
  query: { [name: string]: string }
}

/** Reads a hash; anything unreadable is an empty route. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '')
  const mark = text.indexOf('?')
  const path = mark < 0 ? text : text.slice(0, mark)
  const [connection = '', panel = '', ...rest] = path.split('/').map(decode)
  const query: Route['query'] = {}
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1))) query[name] = value
  const route: Route = { connection, panel, query }
  if (rest.length > 0) route.item = rest.join('/')
  return route
}

export function writeRoute(route: Route): string {
  const parts = [route.connection, route.panel]
  if (route.item !== undefined) parts.push(route.item)
  const query = new URLSearchParams(route.query).toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  window.addEventListener('loupe:route', listener)
  return () => {
    window.removeEventListener('hashchange', listener)
    window.removeEventListener('loupe:route', listener)
  }
}

/**
 * Milliseconds between two changes in place of the address. A key that is held down makes thirty in a second; WebKit takes a hundred in
 * half a minute and throws at the next, Chromium two hundred in ten seconds and passes over the others.
 */
const APART = 350
/** Milliseconds until the first of them: to write the address takes a browser up to 15, while who typed waits for what is to be drawn. */
const SOON = 250

/** Where the page is, while the address does not say it yet; `from`: what that says. */
let ahead: { from: string; hash: string } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let writtenAt = -Infinity

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const wish = ahead
  ahead = undefined
  // Somebody went elsewhere meanwhile, back perhaps.
  if (wish?.from !== window.location.href) return
  writtenAt = performance.now()
  window.history.replaceState(null, '', window.location.pathname + wish.hash)
}

function currentHash(): string {
  const { href, search, hash } = window.location
  if (ahead !== undefined && ahead.from === href) return ahead.hash
  // A deep link's hash is for after connecting; until then no connection is chosen.
  return search !== '' && new URLSearchParams(search).has('server') ? '' : hash
}

let cached: { hash: string; route: Route } | undefined

export function currentRoute(): Route {
  const hash = currentHash()
  if (cached?.hash !== hash) cached = { hash, route: parseRoute(hash) }
  return cached.route
}

/** Goes to a place; members left out keep their value, except that another panel or connection drops `item` and `query`. */
export function go(change: Partial<Route>, how: 'push' | 'replace' = 'push'): void {
  const now = currentRoute()
  const moved =
    (change.connection !== undefined && change.connection !== now.connection) || (change.panel !== undefined && change.panel !== now.panel)
  const base: Route = moved ? { connection: now.connection, panel: now.panel, query: {} } : now
  const hash = writeRoute({ ...base, ...change })
  if (window.location.search === '' && hash === currentHash()) return
  if (how === 'push') {
    write()
    window.history.pushState(null, '', window.location.pathname + hash)
  } else {
    ahead = { from: window.location.href, hash }
    timer ??= setTimeout(write, Math.max(SOON, writtenAt + APART - performance.now()))
  }
  window.dispatchEvent(new Event('loupe:route'))
}

/** The link to a place, for `href`. */
export function linkTo(change: Partial<Route> & { panel: string }): string {
  return window.location.pathname + writeRoute({ connection: currentRoute().connection, query: {}, ...change })
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute)
}

/** The connection of it alone: who asks for no more is not drawn anew with each key in a filter, which the address follows. */
export function useHere(): string {
  return useSyncExternalStore(subscribe, here)
}

const here = (): string => currentRoute().connection

/** One member of the query as state that lives in the URL. An empty value removes it. */
export function useQueryMember(name: string, fallback = ''): [string, (value: string) => void] {
  const route = useRoute()
  const set = useCallback(
    (value: string) => {
      const { [name]: _, ...rest } = currentRoute().query
      go({ query: value === '' || value === fallback ? rest : { ...rest, [name]: value } }, 'replace')
    },
    [name, fallback],
  )
  return [route.query[name] ?? fallback, set]
}
