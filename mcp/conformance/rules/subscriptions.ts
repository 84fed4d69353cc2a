// Changes that a server tells of: subscriptions of the older era, listening in the newer.
import { isObject, writeJson, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { BOTH, isAbsoluteUri, isText, LISTS } from '../items.ts'
import { probed, refused } from '../probes.ts'
import { ALL, LEGACY, MODERN } from '../revision.ts'
import { each, quote, remembering, type Level, type Rule } from '../rule.ts'
import type { Facts } from '../facts.ts'
import type { Message, Obj, Trip } from '../seen.ts'
import { isPipe, sse } from '../trips.ts'
import { namesOf } from './alike.ts'

const SUB = 'io.modelcontextprotocol/subscriptionId'
const ACK = 'notifications/subscriptions/acknowledged'
const UPDATED = 'notification notifications/resources/updated'
const metaOf = (value: Obj): Obj => (isObject(value._meta) ? value._meta : {})
const madeUp = (uri: Json | undefined): boolean => isText(uri) && uri.startsWith('loupe-no-such-')
const flag = ({ capabilities }: Facts, name: string, member: string): boolean => {
  const own = capabilities[name]
  return isObject(own) && own[member] === true
}
const CHANGED: { [method: string]: [list: string[], capability: string, wanted: string] } = {
  'notifications/tools/list_changed': [['tools/list'], 'tools', 'toolsListChanged'],
  'notifications/prompts/list_changed': [['prompts/list'], 'prompts', 'promptsListChanged'],
  'notifications/resources/list_changed': [['resources/list', 'resources/templates/list'], 'resources', 'resourcesListChanged'],
}
const listenOf = (trip: Trip | undefined) => trip?.asked.find(({ method }) => method === 'subscriptions/listen')
const wantedOf = (params: Obj): Obj => (isObject(params.notifications) ? params.notifications : {})

export const SUBSCRIPTION_RULES: readonly Rule[] = [
  {
    id: 'SU-01',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/resources'],
    says: 'A subscription is answered with an empty result.',
    looksAt: 'subscription',
    mend: 'Answer resources/subscribe with {}.',
    ...each(BOTH('resources/subscribe'), 'derived', ({ kind, asked, error, result, value }, facts) => {
      const uri = asked?.params.uri
      // What is no address cannot be subscribed to; RE-03 tells of that.
      if (!flag(facts, 'resources', 'subscribe') || madeUp(uri) || (isText(uri) && !isAbsoluteUri(uri))) return null
      if (kind === 'result' && isObject(value) && !isObject(value.result))
        return { says: `the result is ${quote(value.result)}`, at: '/result' }
      if (kind === 'failure') return { says: `it is answered with the error ${error?.code}`, at: '/error' }
      const more = Object.keys(result).filter((name) => name !== '_meta')
      return more.length === 0 ? undefined : { says: `the result holds ${quote(more[0])}`, at: '/result' }
    }),
  },
  {
    id: 'SU-02',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/resources', 'schema/2024-11-05/schema.ts'],
    says: 'A resource that changed is told of to those who subscribed.',
    looksAt: 'change of a resource that was subscribed to',
    mend: 'Send notifications/resources/updated with its uri.',
    ...changedReads('derived', (seen) =>
      seen.kind === 'sent' && seen.method === 'resources/subscribe' && isText(seen.params.uri) ? [seen.params.uri] : [],
    ),
  },
  {
    id: 'SU-03',
    level: 'derived',
    revisions: LEGACY,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'After resources/unsubscribe nothing is told any more.',
    looksAt: 'resources/unsubscribe',
    mend: 'Forget the subscription when resources/unsubscribe comes.',
    ...remembering(
      [...BOTH('resources/unsubscribe'), UPDATED, 'sent resources/subscribe', 'failure resources/subscribe'],
      'derived',
      () => ({ gone: new Set<string>(), refused: new Set<Json>() }),
      ({ kind, method, asked, error, params }, { gone, refused }, facts) => {
        if (kind === 'sent') {
          if (isText(params.uri)) gone.delete(params.uri)
          return null
        }
        if (method === 'resources/subscribe') {
          if (asked?.params.uri !== undefined) refused.add(asked.params.uri)
          return null
        }
        if (kind === 'notification') return isText(params.uri) && gone.has(params.uri) ? { says: 'this was', at: '/params/uri' } : null
        const uri = asked?.params.uri
        if (!flag(facts, 'resources', 'subscribe') || !isText(uri) || madeUp(uri)) return null
        // Where there was no subscription, none can be ended; SU-01 tells of that.
        if (refused.delete(uri)) return null
        if (kind === 'failure') return { says: `it is answered with the error ${error?.code}`, at: '/error' }
        gone.add(uri)
        return undefined
      },
    ),
  },
  {
    id: 'SU-05',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/resources'],
    says: 'What cannot be subscribed to is refused: -32601 without the capability, -32002 or -32602 for an unknown resource.',
    looksAt: 'subscription that had to fail',
    mend: 'Refuse resources/subscribe with -32601 where "subscribe" is not declared, and with -32002 or -32602 where there is no such resource.',
    ...remembering(
      BOTH('resources/subscribe'),
      'derived',
      () => new Set<number>(),
      ({ kind, asked, error, value }, refused, facts) => {
        if (!facts.greeted) return null
        const able = flag(facts, 'resources', 'subscribe')
        if (able && !madeUp(asked?.params.uri)) {
          if (kind === 'failure') refused.add(Number(error?.code))
          return null
        }
        // What is no result at all is another matter.
        if (kind === 'result') return isObject(value) && isObject(value.result) ? 'it is answered with a result' : null
        const code = Number(error?.code)
        const codes = able ? [-32002, -32602] : [-32601]
        if (codes.includes(code)) return undefined
        // Who refuses every subscription like this says nothing of this one; SU-01 tells of that.
        return able && refused.has(code) ? null : { says: `the code is ${error?.code}`, at: '/error/code' }
      },
    ),
  },
  {
    id: 'SU-06',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/server/resources', '2024-11-05/server/prompts', '2024-11-05/server/tools'],
    says: 'A list that changed is told of where listChanged is declared.',
    looksAt: 'list that changed',
    mend: 'Send notifications/…/list_changed.',
    ...changedLists('SHOULD', () => true),
  },
  {
    id: 'LS-05',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools', '2026-07-28/server/prompts', '2026-07-28/server/resources'],
    says: 'A list that changed is told of to those who listen.',
    looksAt: 'list that changed while it was listened for',
    mend: 'Send notifications/…/list_changed on the stream of the subscription.',
    ...changedLists('SHOULD', (wanted, listening) => listening.has(wanted)),
  },
  {
    id: 'LS-06',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/resources'],
    says: 'A resource that changed is told of to those who listen for it.',
    looksAt: 'change of a resource that was listened for',
    mend: 'Send notifications/resources/updated with its uri.',
    ...changedReads('derived', (seen) => {
      const uris = seen.kind === 'sent' && seen.method === 'subscriptions/listen' ? wantedOf(seen.params).resourceSubscriptions : undefined
      return Array.isArray(uris) ? uris.filter(isText) : []
    }),
  },
  {
    id: 'SU-07',
    level: 'custom',
    revisions: ALL,
    spec: ['2024-11-05/server/resources'],
    says: 'Resources that seem to change can be subscribed to.',
    looksAt: 'resource that seems to change',
    mend: 'Declare "resources": {"subscribe": true}.',
    ...each(['result resources/list'], 'custom', ({ result: { resources } }, facts) => {
      const moving = (Array.isArray(resources) ? resources : []).find(
        (one) =>
          isObject(one) && /\b(?:logs?|status|state|current|live|latest|queue|metrics)\b/i.test(`${String(one.uri)} ${String(one.name)}`),
      )
      if (!isObject(moving)) return null
      return flag(facts, 'resources', 'subscribe') ? undefined : `${quote(moving.uri)} cannot`
    }),
  },
  {
    id: 'LS-03',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions', 'schema/2026-07-28/schema.ts'],
    says: 'A subscription is granted what the server has, and no more.',
    looksAt: 'acknowledgement of a subscription',
    mend: 'Acknowledge of what was asked for that which you declared, and nothing else.',
    ...each([`notification ${ACK}`], 'derived', ({ params, trip }, facts) => {
      if (!facts.greeted) return null
      const granted = wantedOf(params)
      const wanted = wantedOf(listenOf(trip)?.params ?? {})
      for (const [, capability, name] of Object.values(CHANGED))
        if (granted[name] === true && !flag(facts, capability, 'listChanged'))
          return { says: `${name} is granted, and ${capability}.listChanged was not declared`, at: '/params/notifications' }
      const more = Object.keys(granted).find(
        (name) => listenOf(trip) !== undefined && wanted[name] === undefined && granted[name] !== false,
      )
      return more === undefined ? undefined : { says: `${more} is granted, and was not asked for`, at: '/params/notifications' }
    }),
  },
  {
    id: 'LS-04',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions'],
    says: 'A subscription brings what was asked for, and nothing else.',
    looksAt: 'change told to a subscription',
    mend: 'Send on a subscription only the notifications that it asked for and that were acknowledged.',
    ...each(['notification'], 'MUST NOT', ({ method, params, trip }) => {
      const listen = listenOf(trip)
      if (listen === undefined) return null
      const wanted = wantedOf(listen.params)
      const known = CHANGED[method]
      if (known !== undefined) return wanted[known[2]] === true ? undefined : `${known[2]} was not asked for`
      if (method !== 'notifications/resources/updated') return null
      const uris = Array.isArray(wanted.resourceSubscriptions) ? wanted.resourceSubscriptions.filter(isText) : []
      const { uri } = params
      return isText(uri) && uris.some((one) => uri.startsWith(one))
        ? undefined
        : { says: `${quote(uri)} was not asked for`, at: '/params/uri' }
    }),
  },
  {
    id: 'LS-07',
    level: 'MAY',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions'],
    says: 'Several subscriptions may be open at once.',
    looksAt: 'second subscription while one is open',
    mend: 'Let each subscriptions/listen stand by itself, known by its id.',
    ...remembering(
      [`notification ${ACK}`, 'failure subscriptions/listen', 'over'],
      'MAY',
      () => new Set<number>(),
      ({ kind, trip, error }, open) => {
        if (trip === undefined || isPipe(trip)) return null
        if ((kind as string) === 'over') {
          open.delete(trip.id)
          return null
        }
        const others = open.size
        if (kind === 'failure') return others === 0 || error?.code === -32602 ? null : `it is answered with the error ${error?.code}`
        open.add(trip.id)
        return others === 0 ? null : undefined
      },
    ),
  },
  {
    id: 'LS-09',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions', '2026-07-28/basic/patterns/cancellation'],
    says: 'A subscription that the server ends, ends with a result.',
    looksAt: 'subscription that the server ended',
    mend: 'Answer the request with {"resultType": "complete"} and the id of the subscription in _meta, and close the stream then.',
    ...remembering(
      ['result subscriptions/listen', 'notification notifications/cancelled', `notification ${ACK}`, 'over'],
      'SHOULD',
      () => ({ begun: new Set<number>(), ended: new Set<string>() }),
      ({ kind, method, trip, result, asked, params }, { begun, ended }) => {
        if ((kind as string) === 'over') {
          const listen = listenOf(trip)
          if (trip === undefined || isPipe(trip) || listen === undefined || !begun.has(trip.id) || trip.over !== 'closed') return null
          return ended.has(idKey(listen.id)) ? null : 'it ended without one'
        }
        if (kind === 'notification') {
          if (method === ACK && trip !== undefined) begun.add(trip.id)
          const id = params.requestId
          if (method !== ACK && (isText(id) || typeof id === 'number')) ended.add(idKey(id))
          return null
        }
        if (asked === undefined) return null
        ended.add(idKey(asked.id))
        const id = metaOf(result)[SUB]
        return id === asked.id ? undefined : { says: `it names ${quote(id)}`, at: '/result/_meta' }
      },
    ),
  },
  {
    id: 'LS-11',
    level: 'derived',
    revisions: MODERN,
    spec: ['schema/2026-07-28/schema.ts'],
    says: 'A subscription that does not say to what is refused with -32602; one to nothing is granted nothing.',
    looksAt: 'subscription without, or with odd, notifications',
    mend: 'Refuse subscriptions/listen without "notifications" with -32602; acknowledge an empty one with nothing granted.',
    ...probed('listen-', 'derived', (heard) => {
      const { trip, code } = heard
      const id = trip.asked[0]?.id
      // What is no answer and no message of a stream either is an error that cannot be read.
      const begun = trip.messages > trip.answers && (isPipe(trip) || sse(trip))
      if (id === 'loupe-listen-empty')
        return begun || heard.result !== undefined ? undefined : code === undefined ? null : `{} is answered with the error ${code}`
      return begun ? 'it is acknowledged' : refused(heard, -32602)
    }),
  },
  {
    id: 'LS-12',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions'],
    says: 'A subscription that we ended brings nothing any more.',
    looksAt: 'subscription that we ended',
    mend: 'End the work of a subscription when its stream is closed or cancelled.',
    ...remembering(
      ['over', 'sent notifications/cancelled', 'notification'],
      'derived',
      () => ({ ended: new Map<string, number>(), broken: false }),
      ({ kind, trip, params, seq }, memory, { pending }) => {
        const listen = listenOf(trip)
        if ((kind as string) === 'over') {
          if (listen !== undefined && trip?.over === 'ours' && trip.messages > 0) memory.ended.set(idKey(listen.id), seq)
          return null
        }
        if (kind === 'sent') {
          const id = params.requestId
          const key = isText(id) || typeof id === 'number' ? idKey(id) : ''
          if (pending.get(`out:${key}`)?.[0]?.method === 'subscriptions/listen') memory.ended.set(key, seq)
          return null
        }
        const id = metaOf(params)[SUB]
        if (!(isText(id) || typeof id === 'number') || !memory.ended.has(idKey(id))) return null
        memory.broken = true
        return { says: 'this came after', at: '/params/_meta' }
      },
      function* (memory) {
        if (!memory.broken) yield* memory.ended.values()
      },
    ),
  },
]

/** Lists that differ from what they were: told of, or not. `counts`: whether somebody hears of it. */
function changedLists(level: Level, counts: (wanted: string, listening: ReadonlySet<string>) => boolean): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    [...LISTS, 'notification', 'sent subscriptions/listen'],
    level,
    () => ({ lists: new Map<string, string>(), told: new Set<string>(), listening: new Set<string>() }),
    (seen, { lists, told, listening }, facts) => {
      const { kind, method } = seen
      if (kind === 'sent') {
        for (const [name, on] of Object.entries(wantedOf(seen.params))) if (on === true) listening.add(name)
        return null
      }
      if (kind === 'notification') {
        for (const list of CHANGED[method]?.[0] ?? []) told.add(list)
        return null
      }
      const names = namesOf(seen)
      const [, capability = '', wanted = ''] = Object.values(CHANGED).find(([all]) => all.includes(method)) ?? []
      if (names === undefined || !flag(facts, capability, 'listChanged')) return null
      const before = lists.get(method)
      const known = told.delete(method)
      lists.set(method, names)
      if (before === undefined || before === names || !counts(wanted, listening)) return null
      return known ? undefined : 'it changed, and nothing was told'
    },
  )
}

/** Resources that read otherwise than before: told of, or not. */
function changedReads(level: Level, wants: (seen: Message) => string[]): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['sent', UPDATED, 'result resources/read'],
    level,
    () => ({ texts: new Map<string, string>(), told: new Set<string>(), wanted: new Set<string>() }),
    (seen, { texts, told, wanted }) => {
      if (seen.kind === 'sent') {
        for (const uri of wants(seen)) wanted.add(uri)
        return null
      }
      if (seen.kind === 'notification') {
        if (isText(seen.params.uri)) told.add(seen.params.uri)
        return null
      }
      const uri = seen.asked?.params.uri
      if (!isText(uri)) return null
      const whole = writeJson(seen.result.contents ?? null)
      const text = `${whole.length} ${whole.slice(0, 2000)}`
      const before = texts.get(uri)
      if (texts.size < 500) texts.set(uri, text)
      const known = [...told].some((one) => one.startsWith(uri))
      told.delete(uri)
      if (!wanted.has(uri) || before === undefined || before === text) return null
      return known ? undefined : { says: `${quote(uri)} reads otherwise, and nothing was told`, at: '/result/contents' }
    },
  )
}
