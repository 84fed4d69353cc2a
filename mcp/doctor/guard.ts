// Whether a server looks at Host and Origin. One that does not can be reached by any web page whose name is made to lead to it
// (DNS rebinding), which matters most where it listens for this machine alone.
import type { HeaderList } from '../wire-event.ts'
import { writeJson } from '../json.ts'
import type { Facts } from '../session-types.ts'
import { chooseHeaders } from '../transport/exact-headers.ts'
import { targetHeaders } from '../transport/target.ts'
import { isLoopback } from './network.ts'
import { hostSnippet } from './snippets.ts'
import { isHttp, type Case, type Found, type Step } from './step.ts'

/** A name that no server can be called by (RFC 6761). */
const FOREIGN = 'rebinding.invalid'
const PATIENCE = 5000

export const GUARD_STEP: Step = {
  id: 'guard',
  title: 'Host and Origin',
  applies: isHttp,
  async run(of): Promise<Found> {
    const { session } = await of.opened()
    if (of.probes.exact === undefined)
      return { state: 'skipped', says: 'A page may not send these headers, and there is no proxy that may.' }
    if (session === undefined || of.target.kind !== 'http') return { state: 'skipped', says: 'There is no session to ask beside.' }
    if (session.facts.transport !== 'streamable-http') return { state: 'skipped', says: 'Looked at over Streamable HTTP alone.' }
    const { url } = of.target
    const origin = await greet(of, session.facts, [['Origin', `http://${FOREIGN}`]])
    const host = await greet(of, session.facts, [['Host', FOREIGN]])
    const evidence = [`Origin: http://${FOREIGN}: ${origin.says}`, `Host: ${FOREIGN}: ${host.says}`]
    const open = [...(origin.taken ? ['Origin'] : []), ...(host.taken ? ['Host'] : [])]
    if (open.length === 0) return { state: 'ok', says: 'A foreign Origin and a foreign Host are refused.', evidence }
    // One of the two is enough: a page that was led here by a false name sends both.
    const safe = open.length === 1
    const local = isLoopback(url)
    return {
      state: local && !safe ? 'warn' : 'ok',
      says: safe
        ? `A foreign ${open[0]} is taken, and a foreign ${open[0] === 'Host' ? 'Origin' : 'Host'} is refused.`
        : local
          ? 'Any Origin and any Host are taken: a web page whose name leads here (DNS rebinding) can call this server.'
          : 'Any Origin and any Host are taken. For a server on the open network that can be right.',
      evidence,
      ...(local && !safe ? { todo: ['Check both headers against a list, and answer 403 to the rest.'] } : {}),
      snippet: hostSnippet(new URL(url).host, of.origin),
    }
  },
}

/** Sends the greeting once more, with these headers; a session that comes of it is ended. Never rejects. */
async function greet(of: Case, facts: Facts, odd: HeaderList): Promise<{ says: string; taken: boolean }> {
  const { url } = of.target as { url: string }
  const modern = facts.era === 'modern'
  const method = modern ? 'server/discover' : 'initialize'
  const params = modern
    ? { _meta: facts.envelope ?? {} }
    : { protocolVersion: facts.revision, capabilities: {}, clientInfo: { name: of.clientInfo.name, version: of.clientInfo.version } }
  const own = of.target.kind === 'http' ? targetHeaders(of.target) : []
  const taken = new Set(odd.map(([name]) => name.toLowerCase()))
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ...(modern
      ? ([
          ['MCP-Protocol-Version', facts.revision],
          ['Mcp-Method', method],
        ] as [string, string][])
      : []),
    ...own.filter(([name]) => !taken.has(name.toLowerCase())).map(([name, value]): [string, string] => [name, value]),
    ...odd.map(([name, value]): [string, string] => [name, value]),
  ]
  const signal = AbortSignal.any([of.signal, AbortSignal.timeout(PATIENCE)])
  try {
    const body = writeJson({ jsonrpc: '2.0', id: 'guard', method, params })
    const response = await send(of, new Request(url, { method: 'POST', body, redirect: 'manual', signal }), headers)
    const id = response.headers.get('mcp-session-id')
    const good = response.status >= 200 && response.status < 300
    await response.body?.cancel()
    if (good && id !== null) await farewell(of, url, headers, id, facts.revision)
    return { says: `HTTP ${response.status}`, taken: good }
  } catch (error) {
    return { says: error instanceof Error ? error.message : String(error), taken: false }
  }
}

async function farewell(of: Case, url: string, headers: HeaderList, id: string, revision: string): Promise<void> {
  const all: HeaderList = [...headers, ['Mcp-Session-Id', id], ['MCP-Protocol-Version', revision]]
  const signal = AbortSignal.any([of.signal, AbortSignal.timeout(PATIENCE)])
  const response = await send(of, new Request(url, { method: 'DELETE', signal }), all).catch(() => undefined)
  await response?.body?.cancel()
}

function send(of: Case, request: Request, headers: HeaderList): Promise<Response> {
  chooseHeaders(request, headers)
  return of.probes.exact!(request)
}
