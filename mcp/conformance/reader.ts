// Folds the record into what rules see. Constant work for each event; what is remembered is what is open.
import { isLegacy, isModern, isModernError } from '../dialect/revisions.ts'
import { isObject, type Json } from '../json.ts'
import { idKey, isAsking, type Id, type Reading } from '../jsonrpc.ts'
import { isAside } from './aside.ts'
import { bare, challengeOf, part } from './authorization-parts.ts'
import { revisionOf } from './revision-of.ts'
import { blankFacts, isOfNewerEra, type Facts } from './facts.ts'
import { Nameless, quote, somethingWaits } from './nameless.ts'
import { isForeign, isProper, isReplay } from './proper.ts'
import { beginning, DOCUMENT, forgetLong } from './remembered.ts'
import { Replays } from './replays.ts'
import { bringsJson } from './trips.ts'
import { isMeant, readBoth } from './read-both.ts'
import { mediaType } from '../traffic/line.ts'
import type { WireEvent } from '../wire-event.ts'
import { keyOf, type Obj, type Trip, type Asked, type Message, type Side, type Seen } from './seen.ts'

const META = 'io.modelcontextprotocol/'
const MOST_ANSWERED = 5000
const MOST_PENDING = 20_000
export class Reader {
  #pending = new Map<string, Asked[]>()
  #answered = new Map<string, Asked>()
  #tokens = new Map<string, Asked>()
  #trips = new Map<number, Trip>()
  #odd = new Set<string>()
  #nameless = new Nameless()
  #replays = new Replays()
  #named = new Set<string>()
  #everModern = false
  #declared: Obj | undefined
  #blank = (): Facts => blankFacts(this.#pending, this.#odd, this.#tokens, this.#named, this.#everModern)
  facts: Facts = this.#blank()

  /** A new run of the server: nothing of the one before holds. */
  restart(): void {
    this.#pending = new Map()
    this.#answered = new Map()
    this.#tokens = new Map()
    this.#trips = new Map()
    this.#odd = new Set()
    this.#nameless = new Nameless()
    this.#replays = new Replays()
    this.#named = new Set()
    this.#everModern ||= this.facts.everModern
    this.facts = this.#blank()
  }

  /** What waited for something that tells more: nothing more comes. */
  rest(tell: (seen: Seen) => void): void {
    this.#nameless.given(tell)
  }

  /** `tell` hears of what the event means, one thing after the other: what is known changes in between. */
  read(event: WireEvent, tell: (seen: Seen) => void): void {
    this.#nameless.given(tell, event.at)
    const trip = this.#trips.get(event.exchange)
    switch (event.kind) {
      case 'start':
        return
      case 'sent':
        return this.#sent(event, tell)
      case 'status':
        if (trip === undefined) return
        // A pipe has none: what the record has there is our own.
        if (!trip.aside && (trip.method === 'STDIN' || trip.method === 'WS')) return
        trip.status = event.status
        trip.replyHeaders = event.headers
        if (event.filtered === true) trip.filtered = true
        trip.mediaType = mediaType(event.headers)
        if (trip.aside) return
        trip.statusSeq = event.seq
        if (event.status === 401 || event.status === 403) this.#challenged(trip)
        return tell(this.#side('status', event, trip, ''))
      case 'frame':
        if (trip !== undefined) {
          if (trip.aside) return
          trip.frames += 1
          if (event.event === 'endpoint' && trip.method === 'GET') this.facts.transport = 'http+sse'
        }
        tell(this.#side('frame', event, trip, event.text))
        if (this.#replays.again(trip, event.id) || event.text.trim() === '') return
        return this.#incoming(event, trip, event.text, event.event === undefined || event.event === 'message', tell)
      case 'sign':
        if (trip?.aside !== true) tell(this.#side('sign', event, trip, ''))
        return
      case 'body': {
        if (trip !== undefined) trip.reply = trip.aside ? beginning(event.text, DOCUMENT) : beginning(event.text)
        if (trip?.aside === true) return
        // To what it is the reply is not known: it may be none of the server's.
        if (trip === undefined && this.facts.gap) return
        const status = trip?.status ?? 200
        if (event.text.trim() === '' || status === 202 || status === 204) return
        return this.#incoming(event, trip, event.text, status < 300 && bringsJson(trip, event.text), tell)
      }
      case 'closed':
      case 'failed':
        if (trip === undefined) return
        trip.over = event.kind === 'closed' ? 'closed' : event.ours === true ? 'ours' : 'failed'
        tell(this.#side(trip.aside ? 'aside' : 'over', event, trip, event.kind === 'failed' ? event.why : ''))
        this.#trips.delete(event.exchange)
        forgetLong(trip)
        if ((trip.status ?? 0) >= 400) this.#refuse(trip)
        return
      case 'noise':
      case 'stderr':
      case 'note':
        // A line that is a message with a flaw is told by the rules of messages, as it is over HTTP.
        if (event.kind === 'noise' && isMeant(event.text)) return this.#incoming(event, undefined, event.text, true, tell)
        // Of what is not known whole nothing is judged.
        if (event.kind === 'note' && event.fault === 'not-kept') {
          this.facts.gap = true
          if (trip !== undefined) this.#refuse(trip)
          this.#trips.delete(event.exchange)
          return
        }
        return tell(this.#side(event.kind, event, trip, event.text))
      // Between an app and its host: no message of the server, though its app is its own.
      case 'app':
        return tell(this.#side('app', event, undefined, event.text))
      case 'exit':
        return tell(this.#side('exit', event, trip, event.text ?? ''))
    }
  }

  #challenged(trip: Trip): void {
    const where = part(challengeOf(trip), 'resource_metadata')
    if (where !== undefined) this.#named.add(bare(where))
  }

  #side(kind: Side['kind'], event: WireEvent, trip: Trip | undefined, text: string): Side {
    const { seq, at } = event
    // Who is not let in has agreed on nothing.
    const shut = trip !== undefined && (trip.aside || trip.status === 401 || trip.status === 403)
    const revision = revisionOf(trip?.asked[0], this.facts) ?? (shut ? this.facts.tried : undefined)
    return { kind, seq, at, trip, text, fact: event, revision }
  }

  #sent(event: Extract<WireEvent, { kind: 'sent' }>, tell: (seen: Seen) => void): void {
    const { facts } = this
    const { seq, at, exchange, method, url, headers, body } = event
    const trip: Trip = {
      id: exchange,
      seq,
      at,
      method,
      url,
      headers,
      asked: [],
      replyHeaders: [],
      mediaType: '',
      messages: 0,
      answers: 0,
      frames: 0,
      aside: isAside(event, facts.url),
    }
    this.#trips.set(exchange, trip)
    if (trip.aside) {
      if (body !== undefined) trip.text = body
      return
    }
    // HTTP+SSE posts elsewhere, and probes go by other names of the host: the first address is the server's.
    if (facts.url === '') facts.url = url
    if (method === 'STDIN') facts.transport = 'stdio'
    else if (method === 'WS') facts.transport = 'websocket'
    else if (facts.transport === undefined && (method === 'GET' || method === 'POST'))
      facts.transport = method === 'GET' ? 'http+sse' : 'streamable-http'
    if (body === undefined) return
    trip.text = body
    // No other verb brings a message.
    if (method !== 'POST' && method !== 'STDIN' && method !== 'WS') return
    const { value, reading } = readBoth(body)
    if (value !== undefined) trip.body = value
    else if (method !== 'POST') this.#nameless.sentUnread(trip)
    const values = reading.kind === 'batch' && Array.isArray(value) ? value : [value]
    const readings = reading.kind === 'batch' ? reading.members : [reading]
    for (const [index, one] of readings.entries()) {
      if (one.kind === 'notification' && method !== 'POST') this.#nameless.sentNotification(trip, at)
      if (one.kind === 'request') {
        const asked = this.#ask(true, seq, at, one, trip)
        if (!isProper(values[index])) asked.odd = true
        trip.asked.push(asked)
        this.#offer(asked)
      } else if (one.kind === 'notification' && one.method === 'notifications/cancelled') this.#cancel(true, one.params)
      else if (one.kind === 'result' || one.kind === 'failure') this.#take(false, one.id)
      else if (one.kind === 'garbled' && isObject(one.value)) {
        this.#odd.add(quote(one.value.id))
        if (method !== 'POST') this.#nameless.sentRubbish(trip)
      }
      tell(this.#message('sent', event, trip, one, values[index], body, reading.kind === 'batch', undefined, false))
    }
  }

  #ask(ours: boolean, seq: number, at: number, reading: Extract<Reading, { kind: 'request' }>, trip: Trip | undefined): Asked {
    const params = isObject(reading.params) ? reading.params : {}
    const asked: Asked = { seq, at, ours, method: reading.method, id: reading.id, params, trip }
    const meta = isObject(params._meta) ? params._meta : {}
    const said = meta[`${META}protocolVersion`]
    if (isModern(said)) asked.revision = said
    if (ours && isModern(said)) this.facts.tried = said
    else if (ours && reading.method === 'initialize' && isLegacy(params.protocolVersion)) this.facts.tried = params.protocolVersion
    const key = keyOf(ours, reading.id)
    this.#pending.set(key, [...(this.#pending.get(key) ?? []), asked])
    if (this.#pending.size > MOST_PENDING) this.#pending.delete(this.#pending.keys().next().value!)
    const token = meta.progressToken
    if (ours && (typeof token === 'string' || typeof token === 'number')) {
      this.#tokens.set(idKey(token), asked)
      if (this.#tokens.size > MOST_ANSWERED) this.#tokens.delete(this.#tokens.keys().next().value!)
    }
    return asked
  }

  #offer({ method, params, revision }: Asked): void {
    const meta = isObject(params._meta) ? params._meta : {}
    const offered = method === 'initialize' ? params.capabilities : revision === undefined ? undefined : meta[`${META}clientCapabilities`]
    if (isObject(offered)) this.facts.offered = offered
  }

  #incoming(event: WireEvent, trip: Trip | undefined, text: string, must: boolean, tell: (seen: Seen) => void): void {
    const { value, reading } = readBoth(text)
    if (reading.kind === 'garbled' && !must) return
    if (reading.kind !== 'batch') {
      this.#one(event, trip, reading, value, text, false, tell)
      return
    }
    tell(this.#message('batch', event, trip, reading, value, text, false, undefined, false))
    for (const [index, one] of reading.members.entries())
      this.#one(event, trip, one, Array.isArray(value) ? value[index] : undefined, text, true, tell)
  }

  #one(
    event: WireEvent,
    trip: Trip | undefined,
    reading: Reading,
    value: Json | undefined,
    text: string,
    batched: boolean,
    tell: (seen: Seen) => void,
  ): void {
    if (trip !== undefined) trip.messages += 1
    let asked: Asked | undefined
    let again = false
    if (reading.kind === 'result' || reading.kind === 'failure') {
      if (trip !== undefined) trip.answers += 1
      const nameless = reading.id === undefined || reading.id === null
      const { kind } = reading
      const answering = (line: Trip): Message => this.#message(kind, event, line, reading, value, text, batched, undefined, false)
      if (trip?.method !== 'POST') {
        const line = this.#nameless.lineFor(reading.id, !nameless && this.#pending.has(keyOf(true, reading.id as Id)))
        if (line !== undefined) return tell(answering(line))
        const [waits] = trip?.asked.filter(({ answered }) => answered === undefined) ?? []
        const unclear = waits === undefined && somethingWaits(this.#trips.values())
        const told = nameless && kind === 'failure' && !unclear ? this.#nameless.notificationAt(event.at) : undefined
        if (told !== undefined && waits === undefined) return tell(answering(told))
        if (told !== undefined && waits !== undefined) {
          const toRequest = (): Message => this.#answer(event, trip, reading, value, text, batched, this.#only(trip), false)
          return this.#nameless.hold({ asked: waits, at: event.at, toNotification: () => answering(told), toRequest })
        }
      }
      asked = nameless ? this.#only(trip) : this.#take(true, reading.id)
      if (asked === undefined && !nameless) {
        asked = this.#answered.get(idKey(reading.id as Id))
        again = asked !== undefined
        if (again && isReplay(trip)) return
      }
      // Its request may be among what is gone.
      if (asked === undefined && !nameless && this.facts.gap) return
      if (asked !== undefined) this.#nameless.answered(asked, tell)
      return tell(this.#answer(event, trip, reading, value, text, batched, asked, again))
    } else if (reading.kind === 'garbled' && isObject(reading.value) && !isAsking(reading.value)) {
      // An answer with an id that is none.
      if (trip?.method !== 'POST') trip = this.#nameless.lineFor(reading.value.id as Id, false) ?? trip
    } else if (reading.kind === 'request') this.#ask(false, event.seq, event.at, reading, trip)
    else if (reading.kind === 'notification' && reading.method === 'notifications/cancelled') this.#cancel(false, reading.params)
    tell(this.#message(reading.kind === 'batch' ? 'garbled' : reading.kind, event, trip, reading, value, text, batched, asked, again))
  }

  #answer(
    event: WireEvent,
    trip: Trip | undefined,
    reading: Extract<Reading, { kind: 'result' | 'failure' }>,
    value: Json | undefined,
    text: string,
    batched: boolean,
    asked: Asked | undefined,
    again: boolean,
  ): Message {
    if (asked !== undefined && !again) this.#settle(asked, event.seq, reading, trip)
    const message = this.#message(reading.kind, event, trip, reading, value, text, batched, asked, again)
    // One that answers something else says nothing of what was asked here.
    if (trip !== undefined && !(asked === undefined && isForeign(trip, reading.id))) {
      trip.last = message
      trip.lastAt = event.at
    }
    return message
  }

  /** An error that could not tell the id belongs to the one request of its exchange. */
  #only(trip: Trip | undefined): Asked | undefined {
    const [only, more] = trip?.asked ?? []
    if (only === undefined || more !== undefined || only.answered !== undefined) return undefined
    return this.#take(true, only.id) ?? only
  }

  #take(ours: boolean, id: Id | null | undefined): Asked | undefined {
    if (id === undefined || id === null) return undefined
    const key = keyOf(ours, id)
    const waiting = this.#pending.get(key)
    const first = waiting?.shift()
    if (waiting?.length === 0) this.#pending.delete(key)
    return first
  }

  /** HTTP refused what it carried: no answer will come, and its ids are free. */
  #refuse({ asked }: Trip): void {
    for (const one of asked) {
      if (one.answered !== undefined) continue
      // Its stream may bring an answer all the same: the refusal is what is wrong then.
      if (this.facts.transport === 'http+sse') this.#odd.add(quote(one.id))
      const key = keyOf(true, one.id)
      const rest = (this.#pending.get(key) ?? []).filter((other) => other !== one)
      if (rest.length === 0) this.#pending.delete(key)
      else this.#pending.set(key, rest)
    }
  }

  #settle(asked: Asked, seq: number, reading: Reading, trip: Trip | undefined): void {
    const { facts } = this
    asked.answered = seq
    this.#answered.set(idKey(asked.id), asked)
    if (this.#answered.size > MOST_ANSWERED) this.#answered.delete(this.#answered.keys().next().value!)
    if (reading.kind === 'failure') {
      if (asked.revision !== undefined && isModernError(Number(reading.error.code))) facts.era ??= 'modern'
      facts.everModern ||= facts.era === 'modern'
      return
    }
    if (reading.kind !== 'result' || !isObject(reading.result)) return
    const { result } = reading
    if (asked.method === 'initialize' && isLegacy(result.protocolVersion)) {
      facts.era = 'legacy'
      facts.revision = result.protocolVersion
      facts.greeted = true
      facts.capabilities = isObject(result.capabilities) ? result.capabilities : {}
      facts.sessionId = trip?.replyHeaders.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1]
    } else if (asked.revision !== undefined && isOfNewerEra(result)) {
      if (facts.era !== 'legacy') {
        facts.era = 'modern'
        facts.revision = asked.revision
      }
      facts.everModern = true
      if (asked.method === 'server/discover') this.#declared = isObject(result.capabilities) ? result.capabilities : {}
      // No request needs another before it: what it declared to an earlier conversation still holds.
      if (facts.era === 'modern' && this.#declared !== undefined) {
        facts.capabilities = this.#declared
        facts.greeted = true
      }
    }
  }

  #cancel(ours: boolean, params: Json | undefined): void {
    const id = isObject(params) ? params.requestId : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return
    const asked = this.#pending.get(keyOf(ours, id))?.[0]
    if (asked !== undefined) asked.cancelled = true
  }

  #message(
    kind: Message['kind'],
    { seq, at }: WireEvent,
    trip: Trip | undefined,
    reading: Reading,
    value: Json | undefined,
    text: string,
    batched: boolean,
    asked: Asked | undefined,
    again: boolean,
  ): Message {
    const params = (reading.kind === 'request' || reading.kind === 'notification') && isObject(reading.params) ? reading.params : {}
    const own = reading.kind === 'request' && kind === 'sent' ? trip?.asked.at(-1) : undefined
    return {
      kind,
      seq,
      at,
      trip,
      reading,
      text,
      value,
      batched,
      method: reading.kind === 'request' || reading.kind === 'notification' ? reading.method : (asked?.method ?? ''),
      id: reading.kind === 'request' || reading.kind === 'result' || reading.kind === 'failure' ? reading.id : undefined,
      params,
      result: reading.kind === 'result' && isObject(reading.result) ? reading.result : {},
      error: reading.kind === 'failure' ? reading.error : undefined,
      asked,
      again,
      revision: revisionOf(asked ?? own ?? trip?.asked[0], this.facts),
    }
  }
}
