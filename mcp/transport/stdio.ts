// A pair of lines and write as a FetchHandler: decides which line of a child belongs to which reply. The engine puts
// it over the tunnel for our page, the proxy's bridge puts it over a child for other clients.
import { McpError } from '../errors.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import { isObject, writeJson, type Json } from '../json.ts'
import { answersIn, idKey, isNameless, read, twinKey, type Reading } from '../jsonrpc.ts'
import type { TakesRun } from '../log-run.ts'
import type { Fault, WireFact } from '../wire-event.ts'
import { Fragments } from './fragments.ts'
import { eventStream, httpReply } from './http-reply.ts'
import { headerFault, Proof, versionIn } from './modern-http.ts'
import type { Reply } from './reply.ts'
import { Waiters, type Waiter } from './waiters.ts'
import { lineReply } from './lines.ts'
import { notUtf8, replacedBy, replacedOf, scan, setReplaced } from './replaced.ts'
import { decode } from './utf8.ts'
import { exitError } from './exit-error.ts'
import { isId, plain, refusal, tokenOf } from './stdio-replies.ts'
import { firstWords } from '../traffic/naming.ts'
import type { Exited } from './tunnel-frames.ts'

export interface StdioOptions {
  /** Writes one line, given without its line break. */
  write(line: string): void
  /** What belongs to no reply, in the order it came: orphan answers ('frame'), noise, stderr, exit. Gives the row that it made, where there is one. */
  onSide(fact: WireFact): unknown
  /** 'lines': replies for a reader in this thread, which keep the order of arrival; 'http': for other clients. */
  form?: 'lines' | 'http'
  /** 'http' only: the session that `initialize` hands out and every later request must name. */
  sessionId?: string
  /** 'http' only: the client ended its session. */
  onDelete?(): void
}

export interface StdioHandler {
  fetch: FetchHandler
  /** 'http' only: it answered as only servers of the newer era do. */
  readonly modern: boolean
  /** A line of stdout. */
  line(data: Uint8Array | string): void
  /** Takes those of the lines of stdout that nobody need hear of one by one. */
  run: TakesRun
  /** What came in a form that no message has: who waits for what it would answer is told so. */
  unreadable(text: string, why: string): void
  /** A line of stderr. */
  errorLine(data: Uint8Array | string): void
  /** A line of stdout that was too long to be kept: how it begins, and its length in bytes. */
  overlong(start: Uint8Array | string, bytes: number): void
  /** The child ended or never ran: every open reply ends with an error that says so. */
  exit(exited: Exited): void
  /** The peer is gone for another reason: every open reply ends with it, and every later one. */
  lost(error: McpError): void
  /** Ends every open reply without a word about the child. */
  close(): void
}

const BACKLOG = 1000
/** Milliseconds that the only call goes on waiting after an answer that is not its own. */
const DOUBT = 500

export function stdioHandler(options: StdioOptions): StdioHandler {
  const { write, onSide, form = 'lines', sessionId, onDelete } = options
  const waiters = new Waiters()
  const backlog: { text: string; reading: Reading }[] = []
  let listener: Reply | undefined
  let gone: McpError | undefined
  let first = true
  const fragments = new Fragments()
  const proof = new Proof()
  const told = new Set<Fault>()
  /** The last line of stdout, when it is the beginning of a message. */
  let half: string | undefined

  /** Once: it is how the peer speaks, and not a matter of one message. */
  function tell(fault: Fault, text: string): void {
    if (told.has(fault)) return
    told.add(fault)
    onSide({ kind: 'note', fault, text })
  }

  /** What belongs to no reply; whoever reads a reply writes down the same of what is in it. */
  function aside(fact: Extract<WireFact, { kind: 'frame' | 'noise' }>, reading: Reading): void {
    const replaced = replacedOf(reading)
    const row = onSide(replaced ? { ...fact, replaced } : fact)
    if (replaced !== undefined) onSide(notUtf8('The line', typeof row === 'number' ? row : 0))
  }

  function answered(waiter: Waiter, key: string | undefined, text: string, reading: Reading): void {
    if (key === undefined) waiter.missing.clear()
    else waiter.missing.delete(key)
    const last = waiter.missing.size === 0
    if (last) waiters.forget(waiter)
    waiter.reply.push(text, last, reading)
    if (last) waiter.reply.end()
  }

  /** It names nobody and can answer this one alone. A better answer may be right behind it; without one this is what was meant. */
  function guessed(waiter: Waiter, text: string, reading: Reading): void {
    if (form === 'http') return answered(waiter, undefined, text, reading)
    waiter.reply.push(text, false, reading)
    setTimeout(() => waiters.forget(waiter) && waiter.reply.end(), DOUBT)
  }

  function toListener(text: string, reading: Reading): void {
    if (listener !== undefined) listener.push(text, false, reading)
    else {
      if (backlog.length === BACKLOG) {
        const oldest = backlog.shift()!
        aside({ kind: 'frame', text: oldest.text }, oldest.reading)
      }
      backlog.push({ text, reading })
    }
  }

  function toStream(waiter: Waiter | undefined, text: string, reading: Reading): void {
    if (waiter === undefined) toListener(text, reading)
    else waiter.reply.push(text, false, reading)
  }

  function route(reading: Reading, text: string): void {
    if (reading.kind !== 'garbled') fragments.forget()
    half = reading.kind === 'garbled' && reading.why.startsWith('half a message') ? text : undefined
    switch (reading.kind) {
      case 'garbled':
        return routeGarbled(reading, text)
      case 'result':
      case 'failure': {
        const { id } = reading
        if (id === undefined || id === null) {
          const only = waiters.alone
          if (only !== undefined) return answered(only, undefined, text, reading)
          return form === 'lines' && listener !== undefined ? toListener(text, reading) : aside({ kind: 'frame', text }, reading)
        }
        // With an id of the wrong type it answers nothing, and a better answer will not come.
        const key = waiters.of(idKey(id)) === undefined ? twinKey(id) : idKey(id)
        const waiter = waiters.of(key)
        if (waiter !== undefined) return answered(waiter, key, text, reading)
        // An id that was never asked with can answer the only call that is open, and nothing else; our own page says what is wrong with it.
        const only = form === 'lines' && !waiters.knows(idKey(id)) && !waiters.knows(twinKey(id)) ? waiters.alone : undefined
        if (only !== undefined) return guessed(only, text, reading)
        // Nobody waits for it any more. Our own page hears of it all the same; another client was told nothing of the kind.
        return form === 'lines' && listener !== undefined ? toListener(text, reading) : aside({ kind: 'frame', text }, reading)
      }
      case 'request': {
        const waiter = waiters.alone ?? (listener === undefined ? waiters.newest : undefined)
        if (waiter !== undefined) waiters.asks(waiter, idKey(reading.id))
        return toStream(waiter, text, reading)
      }
      case 'notification': {
        const ended = endedBy(reading.method, reading.params)
        if (ended !== undefined) return answered(ended.waiter, ended.key, text, reading)
        return toStream(streamFor(reading.method, reading.params), text, reading)
      }
      case 'batch':
        return routeBatch(reading, text)
    }
  }

  /** What was meant to answer a request is the answer it gets, broken as it is: nobody waits for a better one. */
  function routeGarbled(reading: Extract<Reading, { kind: 'garbled' }>, text: string): void {
    const keys = answersIn(reading).map(idKey)
    // Without an id it can belong to the only one that waits.
    const nameless = isNameless(reading)
    const meant = nameless ? waiters.alone : keys.map((key) => waiters.of(key)).find((found) => found !== undefined)
    if (meant !== undefined) {
      fragments.forget()
      if (nameless) return guessed(meant, text, reading)
      for (const key of keys) {
        const waiter = waiters.of(key)
        if (waiter !== undefined && waiter !== meant) answered(waiter, key, text, reading)
      }
      return answered(
        meant,
        keys.find((key) => meant.missing.has(key)),
        text,
        reading,
      )
    }
    if (nameless) return form === 'lines' && listener !== undefined ? toListener(text, reading) : aside({ kind: 'frame', text }, reading)
    const mended = fragments.take(text)
    const id =
      mended === undefined || (mended.reading.kind !== 'result' && mended.reading.kind !== 'failure') ? undefined : mended.reading.id
    const waiter = isId(id) ? waiters.of(idKey(id)) : undefined
    if (mended !== undefined)
      onSide({
        kind: 'note',
        fault: 'broken-lines',
        text: `The last ${mended.lines} lines are one message that was broken over them. A message must be one line: write its JSON without indentation or line breaks.`,
      })
    if (mended === undefined || waiter === undefined || !isId(id)) return aside({ kind: 'noise', text, why: reading.why }, reading)
    answered(waiter, idKey(id), text, { kind: 'garbled', why: `the end of a message that was broken over ${mended.lines} lines` })
  }

  /** The open request that the server ends without an answer. */
  function endedBy(method: string, params: Json | undefined): { waiter: Waiter; key: string } | undefined {
    if (method !== 'notifications/cancelled' || !isObject(params) || !isId(params.requestId)) return undefined
    const key = idKey(params.requestId)
    const waiter = waiters.of(key)
    return waiter?.open === true ? { waiter, key } : undefined
  }

  function streamFor(method: string, params: Json | undefined): Waiter | undefined {
    const value = isObject(params) ? params : {}
    const subscription = isObject(value._meta) ? value._meta['io.modelcontextprotocol/subscriptionId'] : undefined
    if (isId(subscription)) return waiters.of(idKey(subscription))
    if (method === 'notifications/progress') {
      const token = isId(value.progressToken) ? idKey(value.progressToken) : undefined
      return token === undefined ? undefined : waiters.byToken(token)
    }
    if (method === 'notifications/message') return waiters.alone ?? (listener === undefined ? waiters.newest : undefined)
    if (method === 'notifications/cancelled' && isId(value.requestId)) {
      return waiters.askedOn(idKey(value.requestId))
    }
    return undefined
  }

  /** An array goes whole to the first reply that one of its answers completes. */
  function routeBatch(batch: Extract<Reading, { kind: 'batch' }>, text: string): void {
    const keys = batch.members.flatMap((one) => ((one.kind === 'result' || one.kind === 'failure') && isId(one.id) ? [idKey(one.id)] : []))
    const waiter = keys.map((key) => waiters.of(key)).find((found) => found !== undefined)
    if (waiter === undefined) return toStream(waiters.alone, text, batch)
    for (const key of keys.slice(1)) waiter.missing.delete(key)
    answered(waiter, keys.find((key) => waiter.missing.has(key)) ?? keys[0], text, batch)
    for (const key of keys) {
      const other = waiters.of(key)
      if (other === undefined) continue
      other.missing.delete(key)
      if (other.missing.size > 0) continue
      waiters.forget(other)
      other.reply.end()
    }
  }

  async function post(request: Request): Promise<Response> {
    const body = await request.text()
    const reading = read(body)
    const members = reading.kind === 'batch' ? reading.members : [reading]
    const requests = members.filter((one) => one.kind === 'request')
    if (gone !== undefined) throw gone
    const greets = requests.some((one) => one.method === 'initialize')
    if (form === 'http') {
      const refused = reading.kind === 'garbled' ? plain(400, `Not an MCP message: ${reading.why}`) : greets ? null : refuseSession(request)
      if (refused !== null) return refused
    }
    // Line breaks are illegal inside strings and mere space outside: one message, one line.
    const line = body.replace(/[\r\n]+/g, ' ')
    if (requests.length === 0) {
      for (const one of members) {
        if ((one.kind === 'result' || one.kind === 'failure') && isId(one.id)) waiters.told(idKey(one.id))
        const gone = one.kind === 'notification' && one.method === 'notifications/cancelled' ? one.params : undefined
        const waiter = isObject(gone) && isId(gone.requestId) ? waiters.of(idKey(gone.requestId)) : undefined
        if (waiter !== undefined) waiter.cancelled = true
      }
      write(line)
      return new Response(null, { status: 202 })
    }
    const [only] = requests
    const modern = form === 'http' && requests.length === 1 && versionIn(only!.params) !== undefined
    const fault = modern ? headerFault(request.headers, only!) : undefined
    if (fault !== undefined) return refusal(only!.id, fault)
    const headers: { [name: string]: string } = greets && sessionId !== undefined ? { 'Mcp-Session-Id': sessionId } : {}
    const probes = modern && only!.method === 'server/discover' && !proof.modern
    const status = modern ? { status: (answer: Reading) => proof.status(answer) } : {}
    const reply = form === 'http' ? httpReply({ headers, probes, ...status }) : lineReply()
    const waiter: Waiter = {
      reply,
      missing: new Set(requests.map((one) => idKey(one.id))),
      tokens: new Set(requests.flatMap((one) => tokenOf(one.params))),
      asked: new Set(),
      release: () => request.signal.removeEventListener('abort', left),
      open: requests.length === 1 && requests[0]!.method === 'subscriptions/listen',
    }
    waiters.add(waiter)
    function left(): void {
      if (!waiters.forget(waiter)) return
      reply.end()
      // In the older era a child is not told that its reader left; a late answer goes to the side.
      if (modern) write(writeJson({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: only!.id } }))
    }
    request.signal.addEventListener('abort', left, { once: true })
    write(line)
    return reply.response
  }

  /** The newest listener wins: a client that comes back races its own old socket. */
  function get(request: Request): Promise<Response> {
    if (gone !== undefined) throw gone
    listener?.end()
    const reply = form === 'http' ? eventStream() : lineReply()
    listener = reply
    request.signal.addEventListener('abort', () => {
      if (listener === reply) listener = undefined
      reply.end()
    })
    for (const { text, reading } of backlog.splice(0)) reply.push(text, false, reading)
    return reply.response
  }

  function refuseSession(request: Request): Response | null {
    if (sessionId === undefined) return null
    const named = request.headers.get('mcp-session-id')
    if (named === null) return plain(400, 'The header Mcp-Session-Id is missing')
    return named === sessionId ? null : plain(404, 'This session has ended or never was')
  }

  function endAll(error: McpError | undefined): void {
    waiters.endAll(error)
    listener?.end(error)
    listener = undefined
  }

  return {
    get modern() {
      return proof.modern
    },
    async fetch(request) {
      if (request.method === 'POST') {
        try {
          return await post(request)
        } catch (error) {
          if (form === 'http' && error instanceof McpError) return plain(502, error.message)
          throw error
        }
      }
      const refused = form === 'http' ? refuseSession(request) : null
      if (refused !== null) return refused
      if (request.method === 'GET') return get(request)
      if (request.method !== 'DELETE') return plain(405, 'POST, GET and DELETE are what an MCP endpoint takes')
      onDelete?.()
      return new Response(null, { status: 204 })
    },
    line(data) {
      let { text, broken } = decode(data)
      if (first && text.startsWith('\uFEFF')) {
        text = text.slice(1)
        tell(
          'byte-order-mark',
          'The first message begins with a byte order mark (EF BB BF), which was left out. Strict clients cannot read it.',
        )
      }
      first = false
      if (text.endsWith('\r')) {
        text = text.slice(0, -1)
        if (text !== '') tell('crlf', 'The lines end with CR LF. It was accepted here; a line should end with LF alone.')
      }
      if (text.trim() === '') return
      const reading = read(text)
      if (broken && typeof data !== 'string') setReplaced(reading, replacedBy(scan(data).runs))
      route(reading, text)
    },
    run(text, from) {
      const reply = first ? undefined : (streamFor('notifications/message', undefined)?.reply ?? listener)
      const to = reply?.run?.(text, from) ?? from
      if (to === from) return from
      fragments.forget()
      half = undefined
      return to
    },
    unreadable(text, why) {
      onSide({ kind: 'noise', text, why })
      const reading = read(text)
      const waiter =
        (reading.kind === 'result' || reading.kind === 'failure') && isId(reading.id) ? waiters.of(idKey(reading.id)) : undefined
      if (waiter === undefined) return
      waiters.forget(waiter)
      waiter.reply.end(new McpError('garbled', `The answer of the server cannot be read. ${why}`))
    },
    overlong(start, bytes) {
      const { text } = decode(start)
      onSide({ kind: 'noise', text, why: `A line of ${bytes} bytes, which is more than is kept: this is how it begins` })
      tell('overlong', `The server wrote a line of ${bytes} bytes. It was not kept: a message that large cannot be read.`)
    },
    errorLine(data) {
      const { text } = decode(data)
      onSide({ kind: 'stderr', text: text.endsWith('\r') ? text.slice(0, -1) : text })
    },
    exit(exited) {
      if (half !== undefined)
        onSide({ kind: 'note', fault: 'cut-line', text: `The last line was cut off by the exit of the process: ${firstWords(half)}` })
      gone = exitError(exited, half)
      const unseen = exited.code === null && exited.signal === null
      const why = unseen && exited.error !== undefined ? { text: exited.error.message } : {}
      onSide({ kind: 'exit', code: exited.code, signal: exited.signal, ...why })
      endAll(gone)
    },
    lost(error) {
      gone = error
      endAll(error)
    },
    close: () => endAll(undefined),
  }
}
