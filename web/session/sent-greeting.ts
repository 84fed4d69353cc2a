// What we said of ourselves when the connection began, read from the record: settings may have changed since.
import { useQuery } from '@tanstack/react-query'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { allRows } from './all-rows.ts'
import type { ConnectionState } from './connection-state.ts'
import { call } from './engine.ts'

export interface SentGreeting {
  /** The row of the message. */
  seq: number
  method: string
  /** The revision that was asked for. */
  revision: string
  capabilities: { [name: string]: Json }
}

/** Each era has a greeting of its own, and its own place for what it says. */
const GREETING = { legacy: 'initialize', modern: 'server/discover' }
const META = 'io.modelcontextprotocol/'

/** Reads the text of a greeting. Never throws; what is not there is empty. */
export function readGreeting(text: string): Omit<SentGreeting, 'seq'> {
  let message: Json = null
  try {
    message = parseJson(text)
  } catch {
    // What cannot be read says nothing.
  }
  const { method, params } = isObject(message) ? message : {}
  const said = isObject(params) ? params : {}
  const meta = isObject(said._meta) ? said._meta : {}
  const capabilities = said.capabilities ?? meta[`${META}clientCapabilities`]
  const revision = said.protocolVersion ?? meta[`${META}protocolVersion`]
  return {
    method: typeof method === 'string' ? method : '',
    revision: typeof revision === 'string' ? revision : '',
    capabilities: isObject(capabilities) ? capabilities : {},
  }
}

async function findGreeting(connection: string, method: string): Promise<SentGreeting | null> {
  const rows = await allRows(connection, { filter: method, kinds: ['request'] }, 200)
  const row = rows.findLast((one) => one.direction === 'out' && one.method === method)
  const message = row === undefined ? null : await call('message', [connection, row.seq])
  return message === null ? null : { seq: message.row.seq, ...readGreeting(message.text) }
}

/** Undefined until it was read; null when the record no longer holds it. */
export function useSentGreeting({ id, generation, status, facts, cleared }: ConnectionState): SentGreeting | null | undefined {
  const method = GREETING[facts?.era ?? 'legacy']
  const { data } = useQuery({
    // Read again once the record was emptied or put back, which may end while this is looked at.
    queryKey: ['record', id, 'greeting', generation, method, cleared ?? 0],
    queryFn: () => findGreeting(id, method),
    enabled: status === 'connected',
    // Asked for again whenever it is looked at: by then the record may have dropped it.
    staleTime: 0,
  })
  return data
}
