// What a server never answered while it was checked: nothing is known of it, and a run in which that happened did not see all.
import { isObject, parseJson, writeJson } from '#mcp/json.ts'
import { TOO_LATE } from '#mcp/session/reason.ts'
import type { Traffic } from '#mcp/traffic.ts'

/** Requests that every server which serves them answers at once, whatever they hold. */
const ANSWERED = [
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
]

/** The methods that never had a result, and were left without any answer so often: "tools/list (17 of 20)". */
export function silenceOf(traffic: Traffic): string[] {
  const rows = traffic.window({ filter: '', kinds: ['request'], tail: false, from: 0, size: Number.MAX_SAFE_INTEGER }).rows
  const late = new Set(givenUp(traffic))
  return ANSWERED.flatMap((method) => {
    // What a check made odd on purpose has an id of its own, and may be refused.
    const asked = rows.filter((row) => row.direction === 'out' && row.method === method && !row.id.startsWith('"loupe-'))
    // Whose connection broke has none either; those that were cancelled on purpose may stay without one.
    const waited = asked.filter(
      ({ status, id }) => status === 'no answer' || status === 'failed' || (status === 'cancelled' && late.has(id)),
    ).length
    const heard = asked.some(({ peer, status }) => peer !== undefined && !status.startsWith('error'))
    return waited === 0 || heard ? [] : [`${method} (${waited} of ${asked.length})`]
  })
}

/** Ids, as rows show them, of requests that were waited for in vain. */
function givenUp(traffic: Traffic): string[] {
  return [...traffic.events(0, new Set(['sent']))].flatMap((event) => {
    if (event.kind !== 'sent' || event.why !== TOO_LATE.why || event.body === undefined) return []
    const message = parseJson(event.body)
    const params = isObject(message) && isObject(message.params) ? message.params : {}
    return params.requestId === undefined ? [] : [writeJson(params.requestId)]
  })
}
