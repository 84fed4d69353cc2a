// Sending beside a session, and what the record says of it.
import type { FetchHandler } from '../fetch-handler.ts'
import { isObject, type Json } from '../json.ts'
import { read } from '../jsonrpc.ts'
import type { Traffic } from '../traffic.ts'
import { chooseNamedBy } from '../transport/exact-headers.ts'
import { targetHeaders, type Target } from '../transport/target.ts'
import type { WireEvent } from '../wire-event.ts'
import { itself } from '../wish.ts'
import { createWire } from '../wire.ts'
import { onAbort } from './aborting.ts'
import type { Came, Http, Theatre } from './scenario.ts'

export const CHECK = itself('a check')
/** Milliseconds that a broken-off exchange has to end. */
const GRACE = 100
const STATUS: ReadonlySet<WireEvent['kind']> = new Set(['status'])
const OWN_PLACES: ReadonlySet<WireEvent['kind']> = new Set(['sent', 'frame'])
const PLACES: ReadonlySet<WireEvent['kind']> = new Set(['start', 'frame'])

export function addressOf(target: Target): string {
  return target.kind === 'stdio' ? `stdio:${target.command}` : target.url
}

/** Aborts with `signal`, or after a while. (Signals made by `AbortSignal.any` may be collected before they fire.) */
export function within(signal: AbortSignal, ms: number): { signal: AbortSignal; done(): void } {
  const control = new AbortController()
  let takeBack = (): void => {}
  const done = (): void => {
    clearTimeout(timer)
    takeBack()
  }
  const abort = (): void => {
    done()
    control.abort('it was not waited for any longer')
  }
  const timer = setTimeout(abort, ms)
  takeBack = onAbort(signal, abort)
  return { signal: control.signal, done }
}

/** Milliseconds that a stream is given to close after its answer; see HT-13 and MS-03, which say so when it does not. */
const CLOSES = 1200

/** Breaks off what stays open after its answer: a server that closes no stream is not waited for each time. */
export function answeredOr(
  { signal, done }: { signal: AbortSignal; done(): void },
  traffic: Traffic | undefined,
): { signal: AbortSignal; onSent(seq: number): void; done(): void } {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave = (): void => {}
  const abort = (): void => control.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return {
    signal: control.signal,
    onSent(seq) {
      leave =
        traffic?.subscribe(() => {
          if (timer === undefined && traffic.row(seq)?.peer !== undefined)
            timer = setTimeout(() => control.abort('it was answered, and stayed open'), CLOSES)
        }) ?? leave
    },
    done() {
      leave()
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      done()
    },
  }
}

/** A way to send, and what is written of it. */
export interface Way {
  fetch: FetchHandler
  traffic: Traffic
}

export async function sendHttp(
  way: Way | undefined,
  { target, limits, signal }: Theatre,
  { method, url, headers = [], body, ms, aside: told }: Http,
): Promise<Came> {
  if (way === undefined) return { status: 0, headers: new Headers(), text: '' }
  const late = within(signal, Math.min(ms ?? limits.answer, limits.answer))
  const here = addressOf(target)
  const aside = told === true || (url !== undefined && url.includes('/.well-known/'))
  // Addresses that a server names lead into no private network but its own.
  const fetch: FetchHandler = (request) => {
    if (aside) chooseNamedBy(request, here)
    return way.fetch(request)
  }
  const exchange = createWire(fetch, way.traffic, CHECK).send({
    method,
    url: url ?? here,
    headers,
    exact: true,
    signal: late.signal,
    ...(body === undefined ? {} : { body }),
    ...(aside ? { aside: 'authorization' as const } : {}),
  })
  // A stream that does not end when it is told to is left alone.
  const given = new Promise<undefined>((resolve) => late.signal.addEventListener('abort', () => setTimeout(resolve, GRACE), { once: true }))
  const end = await Promise.race([exchange.ended, given])
  late.done()
  return end ?? { status: await Promise.race([exchange.responded, given]).then((status) => status ?? 0), headers: new Headers(), text: '' }
}

export function refusedEntry(traffic: Traffic): boolean {
  for (const event of traffic.events(0, STATUS)) if (event.kind === 'status' && event.status === 401) return true
  return false
}

const ANSWERS: ReadonlySet<WireEvent['kind']> = new Set(['frame', 'body'])

export function resultIn(traffic: Traffic, id: string): { [name: string]: Json } | undefined {
  let found: { [name: string]: Json } | undefined
  for (const event of traffic.events(0, ANSWERS)) {
    if ((event.kind !== 'frame' && event.kind !== 'body') || !event.text.includes(`"${id}"`)) continue
    const reading = read(event.text)
    if (reading.kind === 'result' && reading.id === id && isObject(reading.result)) found = reading.result
  }
  return found
}

export function firstPlace(traffic: Traffic, id: string): string | undefined {
  let exchange: number | undefined
  for (const event of traffic.events(0, OWN_PLACES)) {
    if (event.kind === 'sent' && event.body?.includes(`"${id}"`) === true) exchange = event.exchange
    else if (event.kind === 'frame' && event.exchange === exchange && event.id !== undefined && event.id !== '') return event.id
  }
  return undefined
}

export function lastPlace(traffic: Traffic): string | undefined {
  let place: string | undefined
  for (const event of traffic.events(0, PLACES)) {
    if (event.kind === 'start') place = undefined
    else if (event.kind === 'frame' && event.id !== undefined && event.id !== '') place = event.id
  }
  return place
}

export async function endpointOf(
  way: Way | undefined,
  { target, signal }: Theatre,
  ms: number,
  during?: (named: string) => Promise<void>,
): Promise<string | undefined> {
  if (way === undefined) return undefined
  let named: string | undefined
  let busy: Promise<void> | undefined
  const url = addressOf(target)
  const headers: [string, string][] = [['Accept', 'text/event-stream'], ...(target.kind === 'http' ? targetHeaders(target) : [])]
  const late = within(signal, ms)
  await createWire(way.fetch, way.traffic, CHECK).send(
    { method: 'GET', url, headers, signal: late.signal },
    {
      onEvent: (name, data) => {
        if (name !== 'endpoint' || named !== undefined || !URL.canParse(data, url)) return
        named = new URL(data, url).href
        busy = during?.(named).catch(() => {})
      },
    },
  ).ended
  await busy
  return named
}
