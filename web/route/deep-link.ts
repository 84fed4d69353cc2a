// A link from outside: `?server=<url>&transport=…&era=…&via=…` with `#/<panel>/<item>?…` for afterwards.
// It only fills the form; whoever follows it decides whether to connect.
import { parseRoute, type Route } from './route.ts'

const ERAS = ['auto', 'legacy', 'modern', '2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export interface DeepLink {
  url: string
  transport: 'auto' | 'http' | 'sse' | 'ws'
  era: (typeof ERAS)[number]
  via: 'auto' | 'direct' | 'proxy'
  /** Where to go once connected; `connection` is not known yet. */
  goal: Omit<Route, 'connection'>
  /** What of the link was not understood, for people. */
  notes: string[]
}

const MEMBERS = new Set(['server', 'transport', 'era', 'via', 'token'])

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
  const wishes = {
    transport: choice('transport', ['auto', 'http', 'sse', 'ws']),
    era: choice('era', ERAS),
    via: choice('via', ['auto', 'direct', 'proxy']),
  }
  if (wishes.transport === 'ws' && !/^wss?:/i.test(url))
    notes.push(
      'The link says transport=ws; a WebSocket has an address that begins with ws:// or wss://, so this one is spoken to over HTTP.',
    )
  if ((wishes.transport === 'http' || wishes.transport === 'sse') && /^wss?:/i.test(url))
    notes.push(`The link says transport=${wishes.transport}; its address begins with ws, so it is spoken to over a WebSocket.`)
  for (const name of new Set(searchParams.keys()))
    if (!MEMBERS.has(name)) notes.push(`The link also says “${name}”, which means nothing here.`)
  // No connection is known yet, so the hash begins with the panel, or with an empty place for the connection.
  const [panel = '', ...item] = parsePlace(hash)
  const goal: DeepLink['goal'] = { panel, query: parseRoute(hash).query }
  if (item.length > 0) goal.item = item.join('/')
  return {
    url,
    ...wishes,
    goal,
    notes,
  }
}

function parsePlace(hash: string): string[] {
  const { connection, panel, item } = parseRoute(hash)
  const parts = [connection, panel, ...(item === undefined ? [] : [item])]
  if (connection === '') parts.shift()
  // `#/tools` alone is read with an empty panel.
  return parts.at(-1) === '' && item === undefined ? parts.slice(0, -1) : parts
}
