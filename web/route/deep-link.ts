// A link from outside: `?server=<url>&transport=…&era=…&via=…` with `#/<panel>/<item>?…` for afterwards.
// It only fills the form; whoever follows it decides whether to connect.
import { parseRoute, type Route } from './route.ts'

export interface DeepLink {
  url: string
  transport: 'auto' | 'http' | 'sse' | 'ws'
  era: 'auto' | 'legacy' | 'modern'
  via: 'auto' | 'direct' | 'proxy'
  /** Where to go once connected; `connection` is not known yet. */
  goal: Omit<Route, 'connection'>
  /** What of the link was not understood, for people. */
  notes: string[]
}

/** Reads the page's URL; undefined when it is no such link. */
export function readDeepLink(href: string): DeepLink | undefined {
  const { searchParams, hash } = new URL(href)
  const url = searchParams.get('server')
  if (url === null || url === '') return undefined
  const notes: string[] = []
  const choice = <Name extends string>(name: string, known: readonly Name[]): Name => {
    const said = searchParams.get(name)
    const found = known.find((one) => one === said)
    if (said !== null && found === undefined)
      notes.push(`The link says ${name}=${said}; known are ${known.join(', ')}. It is taken as ${known[0]!}.`)
    return found ?? known[0]!
  }
  // The hash has no connection in it, so what stands first is the panel.
  const { connection: panel, panel: item, item: rest, query } = parseRoute(hash)
  const goal: DeepLink['goal'] = { panel, query }
  if (item !== '' || rest !== undefined) goal.item = rest === undefined ? item : `${item}/${rest}`
  return {
    url,
    transport: choice('transport', ['auto', 'http', 'sse', 'ws']),
    era: choice('era', ['auto', 'legacy', 'modern']),
    via: choice('via', ['auto', 'direct', 'proxy']),
    goal,
    notes,
  }
}
