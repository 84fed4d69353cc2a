// Peers that break the rules, one way a line, over a pipe and over HTTP. Of each: what it sent is in the record as it was, the
// record names the fault, and neither the other calls nor the connection come to harm.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isObject, parseJson, type Json } from './json.ts'
import type { McpErrorKind } from './errors.ts'
import { connect } from './session.ts'
import type { LateAnswer, Session } from './session-types.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { stdioHandler } from './transport/stdio.ts'

interface Peer {
  url: string
  fetch(request: Request): Promise<Response>
  /** Answers the call that was kept waiting. */
  release(): void
}

interface Talk {
  session: Session
  traffic: Traffic
  peer: Peer
  closed: string[]
}

const GREETING = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'broken', version: '1' } }
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0))

/** What a well-behaved server says to a message; undefined: nothing. */
function proper({ id, method }: { [key: string]: Json }): string | undefined {
  if (id === undefined) return undefined
  return JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? GREETING : { content: [] } })
}

const named = (message: { [key: string]: Json }, name: string): boolean => isObject(message.params) && message.params.name === name

/** A child that answers the call "broken" with these lines. */
function pipe(lines: (id: number) => (string | Uint8Array)[]): Peer & { line(text: string): void } {
  let held = ''
  const traffic: { append?: Traffic['append'] } = {}
  const handler = stdioHandler({
    onSide: (fact) => traffic.append?.(0, fact),
    write(line) {
      const message = parseJson(line)
      if (!isObject(message)) return
      setTimeout(() => {
        if (named(message, 'held')) held = proper(message)!
        else if (named(message, 'broken')) for (const one of lines(Number(message.id))) handler.line(one)
        else handler.line(proper(message) ?? '')
      }, 0)
    },
  })
  return Object.assign({ url: 'stdio:broken', fetch: handler.fetch, release: () => handler.line(held), line: handler.line }, { traffic })
}

/** An HTTP server that answers the call "broken" with this response. */
function http(respond: (id: number) => Response): Peer {
  let release = (): void => {}
  return {
    url: 'http://broken.test/mcp',
    release: () => release(),
    async fetch(request) {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const message = parseJson(await request.text())
      if (!isObject(message)) return new Response(null, { status: 400 })
      if (named(message, 'broken')) return respond(Number(message.id))
      if (named(message, 'held')) await new Promise<void>((resolve) => (release = resolve))
      const text = proper(message)
      return text === undefined ? new Response(null, { status: 202 }) : Response.json(JSON.parse(text))
    },
  }
}

const open: Session[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((session) => session.close()))))

async function talk(peer: Peer): Promise<Talk> {
  const traffic = createTraffic()
  if ('traffic' in peer) (peer.traffic as { append?: Traffic['append'] }).append = traffic.append.bind(traffic)
  const closed: string[] = []
  const session = await connect({
    url: peer.url,
    fetch: peer.fetch,
    traffic,
    clientInfo: { name: 't', version: '0' },
    capabilities: {},
    onAsk: () => Promise.reject(new Error('nothing is asked here')),
    onNotice: () => {},
    onClosed: (why) => closed.push(why),
  })
  open.push(session)
  return { session, traffic, peer, closed }
}

interface Expected {
  /** How the call ends; a word of the message of its error. */
  outcome: 'answered' | [McpErrorKind, string]
  /** Texts that stand in the record to the letter. */
  shown: string[]
  /** What names the fault: the kind of the row, and words of its status, name or reason. */
  fault: [kind: string, words: string]
  /** Milliseconds: nothing that came can be told to be the answer. */
  timeout?: number
}

async function judge({ session, traffic, peer, closed }: Talk, { outcome, shown, fault, timeout = 0 }: Expected): Promise<void> {
  const held = session.request('tools/call', { name: 'held' })
  const broken = session.request('tools/call', { name: 'broken' }, { limits: { idle: timeout } })
  if (outcome === 'answered') expect((await broken).result).toEqual({ content: [] })
  else await expect(broken).rejects.toMatchObject({ kind: outcome[0], message: expect.stringContaining(outcome[1]) })

  // What no line break ends is given up after a while, which may be after the limit.
  await vi.waitFor(() => {
    const texts = [...traffic.events()].flatMap((event) => ('text' in event ? [event.text] : []))
    for (const one of shown) expect(texts).toContainEqual(one)
  })
  // What is said of a stream as a whole is said at its end.
  await vi.waitFor(() => {
    const { rows } = traffic.window({ filter: '', tail: true, from: 0, size: 100 })
    const said = rows.map((row) => [row.kind, `${row.status} | ${row.method} ${row.name} | ${traffic.message(row.seq)?.why ?? ''}`])
    expect(said.filter(([kind, words]) => kind === fault[0] && words!.includes(fault[1]))).not.toEqual([])
  })

  peer.release()
  expect((await held).result).toEqual({ content: [] })
  expect((await session.request('ping')).result).toEqual({ content: [] })
  expect(closed).toEqual([])
}

const answer = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`
const LOG = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}'
/** The id of the call "broken": initialize has 1, the call that is kept waiting 2. */
const ID = 3

describe('over a pipe', () => {
  const cases: [string, (id: number) => (string | Uint8Array)[], Expected][] = [
    [
      'text where messages belong',
      (id) => ['Server ready!', answer(id)],
      { outcome: 'answered', shown: ['Server ready!'], fault: ['noise', 'not a message'] },
    ],
    [
      'a web page',
      (id) => ['<!doctype html><p>502 Bad Gateway</p>', answer(id)],
      { outcome: 'answered', shown: ['<!doctype html><p>502 Bad Gateway</p>'], fault: ['noise', 'a web page or XML, not JSON'] },
    ],
    [
      'JSON that is no message',
      (id) => [`{"level":"info","id":${id}}`, '[]', '7', answer(id)],
      {
        outcome: 'answered',
        shown: [`{"level":"info","id":${ID}}`, '[]', '7'],
        fault: ['noise', 'neither "method", "result" nor "error"'],
      },
    ],
    [
      'lines that end with CR LF',
      (id) => ['\r', `${answer(id)}\r`],
      { outcome: 'answered', shown: [answer(ID)], fault: ['note', 'end with CR LF'] },
    ],
    [
      'a byte order mark between messages',
      (id) => [`\uFEFF${answer(id)}`],
      { outcome: ['garbled', 'a byte order mark before'], shown: [`\uFEFF${answer(ID)}`], fault: ['garbled', 'a byte order mark before'] },
    ],
    [
      'bytes that are not UTF-8',
      (id) => [latin('{"jsonrpc":"2.0","method":"x/é"}'), answer(id)],
      { outcome: 'answered', shown: ['{"jsonrpc":"2.0","method":"x/\uFFFD"}'], fault: ['note', 'not UTF-8'] },
    ],
    [
      'two messages in one line',
      (id) => [`${LOG}${answer(id)}`],
      {
        outcome: ['garbled', '2 messages run together'],
        shown: [`${LOG}${answer(ID)}`],
        fault: ['garbled', '2 messages run together'],
      },
    ],
    [
      'text before a message in its line',
      (id) => [`Loading… ${answer(id)}`],
      { outcome: ['garbled', 'text before the message'], shown: [`Loading… ${answer(ID)}`], fault: ['garbled', 'text before the message'] },
    ],
    [
      'text after a message in its line',
      (id) => [`${answer(id)} // done`],
      { outcome: ['garbled', 'text after the message'], shown: [`${answer(ID)} // done`], fault: ['garbled', 'text after the message'] },
    ],
    [
      'half a line',
      (id) => [answer(id).slice(0, 20)],
      { outcome: ['silent', 'no answer within'], shown: [answer(ID).slice(0, 20)], fault: ['noise', 'half a message'], timeout: 30 },
    ],
    [
      'a message that is broken over lines',
      (id) => JSON.stringify(JSON.parse(answer(id)), null, 2).split('\n'),
      {
        outcome: ['garbled', 'the end of a message that was broken over 7 lines'],
        shown: ['{', '  "jsonrpc": "2.0",', '}'],
        fault: ['note', 'The last 7 lines are one message'],
      },
    ],
    [
      'a bare line break within a text',
      (id) => [`{"jsonrpc":"2.0","id":${id},"result":{"a":"x`, 'y"}}'],
      { outcome: ['garbled', 'over 2 lines'], shown: ['y"}}'], fault: ['note', 'The last 2 lines are one message'] },
    ],
    [
      'an id of the wrong type',
      (id) => [answer(id).replace(String(id), `"${id}"`)],
      { outcome: ['garbled', 'its id is "3" (a text)'], shown: [answer(ID).replace('3', '"3"')], fault: ['result', 'wrong type of id'] },
    ],
    [
      'an id that nobody asked with',
      (id) => [answer(77), answer(id)],
      { outcome: 'answered', shown: [answer(77)], fault: ['result', 'answers no request'] },
    ],
    [
      'an answer twice',
      (id) => [answer(id), answer(id)],
      { outcome: 'answered', shown: [answer(ID)], fault: ['result', 'answered before'] },
    ],
    [
      'an answer without an id, while others wait',
      () => ['{"jsonrpc":"2.0","result":{}}'],
      {
        outcome: ['silent', 'no answer within'],
        shown: ['{"jsonrpc":"2.0","result":{}}'],
        fault: ['garbled', 'an answer without an id'],
        timeout: 30,
      },
    ],
    [
      'an error without an id, while others wait',
      () => ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}'],
      {
        outcome: ['silent', 'no answer within'],
        shown: ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}'],
        fault: ['failure', 'answers no request'],
        timeout: 30,
      },
    ],
    [
      'an error that is none',
      (id) => [`{"jsonrpc":"2.0","id":${id},"error":"no"}`],
      {
        outcome: ['garbled', '"error" is not an object'],
        shown: [`{"jsonrpc":"2.0","id":${ID},"error":"no"}`],
        fault: ['garbled', '"error" is not an object'],
      },
    ],
    [
      'nothing at all',
      () => [],
      { outcome: ['silent', 'no answer within'], shown: [], fault: ['request', 'cancelled | tools/call broken'], timeout: 30 },
    ],
    [
      'JSON nested beyond measure',
      (id) => [`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`, answer(id)],
      { outcome: 'answered', shown: [], fault: ['notification', 'notifications/message'] },
    ],
    [
      'batches within batches',
      (id) => [`${'['.repeat(1e5)}${']'.repeat(1e5)}`, answer(id)],
      { outcome: 'answered', shown: [], fault: ['garbled', 'a batch within a batch'] },
    ],
  ]
  test.each(cases)('%s', async (_, lines, expected) => judge(await talk(pipe(lines)), expected))

  test('an answer that comes too late', async () => {
    const told = await talk(pipe(() => []))
    await expect(told.session.request('tools/call', { name: 'held' }, { limits: { idle: 20 } })).rejects.toMatchObject({ kind: 'silent' })
    told.peer.release()
    expect(told.traffic.window({ filter: 'late', kinds: ['result'], tail: true, from: 0, size: 9 }).count).toBe(1)
    expect((await told.session.request('ping')).result).toEqual({ content: [] })
  })

  test('an error without an id is taken for the only request that waits, and says so', async () => {
    const { session } = await talk(pipe(() => ['{"jsonrpc":"2.0","error":{"code":-32603,"message":"boom"}}']))
    await expect(session.request('tools/call', { name: 'broken' })).rejects.toMatchObject({
      kind: 'rpc',
      message: 'boom',
      advice: expect.stringContaining('without the id of its request'),
    })
  })

  test('an answer without an id belongs to the only request that waits', async () => {
    const { session, traffic } = await talk(pipe(() => ['{"jsonrpc":"2.0","result":{}}']))
    await expect(session.request('tools/call', { name: 'broken' })).rejects.toMatchObject({
      kind: 'garbled',
      message: expect.stringContaining('an answer without an id'),
    })
    expect(traffic.window({ filter: 'without an id', tail: true, from: 0, size: 9 }).rows).toMatchObject([{ kind: 'garbled' }])
  })

  test.each([
    ['{"jsonrpc":"1.0","id":2,"result":{"content":[]}}', 'jsonrpc-version', '“jsonrpc”: "1.0"'],
    ['{"id":2,"result":{"content":[]}}', 'jsonrpc-version', 'no “jsonrpc”'],
    ['{"jsonrpc":"2.0","id":1,"id":2,"result":{"content":[]}}', 'repeated-member', 'the member "id" twice'],
    ['{"jsonrpc":"2.0","id":2,"result":{"a":[{"b":1,"\\u0062":2}],"content":[]}}', 'repeated-member', 'the member "b" twice'],
    ['{"jsonrpc":"2.0","id":2,"result":{},"error":{"code":1,"message":"m"}}', 'result-and-error', 'both “result” and “error”'],
  ])('%s is taken, and its flaw noted', async (line, fault, words) => {
    const { session, traffic } = await talk(pipe(() => [line]))
    await session.request('tools/call', { name: 'broken' }).catch(() => undefined)
    const notes = [...traffic.events()].filter((event) => event.kind === 'note')
    expect(notes).toMatchObject([{ fault, text: expect.stringContaining(words) }])
  })

  test('progress that goes back, stands still, goes too far or comes too late is marked', async () => {
    const progress = (id: number, progress: number, total?: number) =>
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress, total } })
    const steps = [1, 2, 2, 1]
    const { session, traffic } = await talk(
      pipe((id) => [...steps.map((at) => progress(id, at)), progress(id, 11, 10), answer(id), progress(id, 12)]),
    )
    await session.request('tools/call', { name: 'broken' }, { onProgress: () => {} })
    await session.request('ping')
    const { rows } = traffic.window({ filter: '', kinds: ['notification'], tail: true, from: 0, size: 20 })
    const told = rows.filter(({ method }) => method === 'notifications/progress').map(({ status }) => status)
    expect(told).toEqual(['', '', 'progress stands still', 'progress goes back', 'beyond its total', 'progress after the answer'])
    expect([...traffic.events()].filter((event) => event.kind === 'note')).toEqual([])
  })

  test('an id that nobody ever asked with ends the only call that waits, with that reason', async () => {
    const { session } = await talk(pipe(() => [answer(99_999)]))
    await expect(session.request('tools/call', { name: 'broken' })).rejects.toMatchObject({
      kind: 'garbled',
      message: expect.stringContaining('it has the id 99999, and 2 was asked with'),
    })
    expect((await session.request('ping')).result).toEqual({ content: [] })
  })

  test.each(['{"jsonrpc":"2.0","id":99999,"result":{}}', '{"jsonrpc":"2.0","result":{}}'])(
    'the answer that comes right behind %s is the one that counts',
    async (stray) => {
      let late = (): void => {}
      const lines = pipe((id) => {
        late = () => lines.line(answer(id))
        return [stray]
      })
      const { session } = await talk(lines)
      const call = session.request('tools/call', { name: 'broken' })
      setTimeout(() => late(), 100)
      expect((await call).result).toEqual({ content: [] })
    },
  )

  test('an answer that can be read, after one that could not, is told beside it', async () => {
    const peer = pipe((id) => [answer(id).replace(`:${id},`, `:"${id}",`)])
    const { session } = await talk(peer)
    const late: LateAnswer[] = []
    const broken = session.request('tools/call', { name: 'broken' }, { onLate: (one) => late.push(one) })
    await expect(broken).rejects.toMatchObject({ kind: 'garbled', message: expect.stringContaining('its id is "2"') })
    peer.line(answer(2))
    await vi.waitFor(() => expect(late).toMatchObject([{ answer: { result: { content: [] } } }]))
  })

  test('a late answer is no stray one, and ends no other call', async () => {
    const { session, peer } = await talk(pipe((id) => [answer(id - 1), answer(id)]))
    await expect(session.request('tools/call', { name: 'held' }, { limits: { idle: 20 } })).rejects.toMatchObject({ kind: 'silent' })
    expect((await session.request('tools/call', { name: 'broken' })).result).toEqual({ content: [] })
    peer.release()
  })

  test.each([
    [answer(99_999), 'An answer with the id 99999 came, and nobody asked with that.'],
    ['{"jsonrpc":"2.0","result":{}}', 'An answer without an id came: nothing says what it answers.'],
    ['{"jsonrpc":"2.0","error":{"code":1,"message":"?"}}', 'An answer without an id came: nothing says what it answers.'],
  ])('calls under way hear at once of %s', async (line, says) => {
    const { session, peer, traffic } = await talk(pipe(() => [line]))
    const held = session.request('tools/call', { name: 'held' })
    const stray = await new Promise<{ seq: number; says: string }>((resolve) => {
      session.request('tools/call', { name: 'broken' }, { onStray: resolve }).catch(() => undefined)
    })
    expect(stray.says).toBe(says)
    expect(traffic.message(stray.seq)?.text).toBe(line)
    peer.release()
    await held
  })
})

describe('over HTTP', () => {
  const reply = (type: string | null, body: BodyInit | null, status = 200, more: { [name: string]: string } = {}): Response =>
    new Response(typeof body === 'string' ? bytes(body) : body, {
      status,
      headers: { ...(type === null ? {} : { 'content-type': type }), ...more },
    })
  const stream = (...parts: (string | Error)[]): ReadableStream<Uint8Array> => {
    let next = 0
    return new ReadableStream({
      pull(controller) {
        const part = parts[next++]
        if (part === undefined) controller.close()
        else if (part instanceof Error) controller.error(part)
        else controller.enqueue(bytes(part))
      },
    })
  }
  const JSON_TYPE = 'application/json'
  const EVENTS = 'text/event-stream'
  const cases: [string, (id: number) => Response, Expected][] = [
    [
      'text where a message belongs',
      () => reply('text/plain', 'Server ready!'),
      {
        outcome: ['http', 'something that is no MCP message: Server ready!'],
        shown: ['Server ready!'],
        fault: ['http', 'text/plain · Server ready!'],
      },
    ],
    [
      'a web page',
      () => reply('text/html', '<!doctype html><title>Log in</title>'),
      {
        outcome: ['http', 'a web page instead of JSON'],
        shown: ['<!doctype html><title>Log in</title>'],
        fault: ['http', 'text/html · <!doctype'],
      },
    ],
    [
      'a web page that says it is JSON',
      () => reply(JSON_TYPE, '<!doctype html><title>Log in</title>'),
      {
        outcome: ['garbled', 'a web page or XML'],
        shown: ['<!doctype html><title>Log in</title>'],
        fault: ['garbled', 'a web page or XML'],
      },
    ],
    [
      'JSON of another type',
      (id) => reply('text/plain', answer(id)),
      { outcome: 'answered', shown: [answer(ID)], fault: ['note', 'Its Content-Type is text/plain, and should be application/json'] },
    ],
    [
      'JSON without a type',
      (id) => reply(null, answer(id)),
      { outcome: 'answered', shown: [answer(ID)], fault: ['note', 'It has no Content-Type, and should be application/json'] },
    ],
    [
      'an event stream without a type',
      (id) => reply(null, `data: ${answer(id)}\n\n`),
      { outcome: 'answered', shown: [answer(ID)], fault: ['note', 'should be text/event-stream'] },
    ],
    [
      'an event stream that says it is JSON',
      (id) => reply(JSON_TYPE, `data: ${answer(id)}\n\n`),
      {
        outcome: ['garbled', 'an event stream, which only'],
        shown: [`data: ${answer(ID)}\n\n`],
        fault: ['garbled', 'an event stream, which only'],
      },
    ],
    [
      'a byte order mark',
      (id) => reply(JSON_TYPE, `\uFEFF${answer(id)}`),
      { outcome: 'answered', shown: [answer(ID)], fault: ['note', 'byte order mark'] },
    ],
    [
      'bytes that are not UTF-8',
      (id) => reply(JSON_TYPE, latin(`${answer(id)}é`)),
      { outcome: ['garbled', 'text after the message'], shown: [`${answer(ID)}\uFFFD`], fault: ['note', 'not UTF-8'] },
    ],
    [
      'bytes that are not UTF-8, in a stream',
      (id) => reply(EVENTS, new Blob([latin('data: {"jsonrpc":"2.0","method":"x/é"}\n\n'), `data: ${answer(id)}\n\n`])),
      { outcome: 'answered', shown: ['{"jsonrpc":"2.0","method":"x/\uFFFD"}'], fault: ['note', 'not UTF-8'] },
    ],
    [
      'two messages in one body',
      (id) => reply(JSON_TYPE, `${LOG}\n${answer(id)}`),
      { outcome: ['garbled', '2 messages run together'], shown: [`${LOG}\n${answer(ID)}`], fault: ['garbled', '2 messages run together'] },
    ],
    [
      'two messages in one event',
      (id) => reply(EVENTS, `data: ${LOG}${answer(id)}\n\n`),
      { outcome: ['garbled', '2 messages run together'], shown: [`${LOG}${answer(ID)}`], fault: ['garbled', '2 messages run together'] },
    ],
    [
      'half a body',
      (id) => reply(JSON_TYPE, answer(id).slice(0, 20)),
      { outcome: ['garbled', 'half a message'], shown: [answer(ID).slice(0, 20)], fault: ['garbled', 'half a message'] },
    ],
    [
      'half an event',
      (id) => reply(EVENTS, `data: ${LOG}\n\ndata: ${answer(id).slice(0, 20)}`),
      { outcome: ['garbled', 'half a message'], shown: [answer(ID).slice(0, 20)], fault: ['note', 'ended within its last event'] },
    ],
    [
      'a body that breaks off',
      (id) => reply(JSON_TYPE, stream(answer(id).slice(0, 20), new Error('socket hang up'))),
      { outcome: ['silent', 'was cut short: socket hang up'], shown: [], fault: ['http', 'socket hang up'] },
    ],
    [
      'a stream that breaks off',
      () => reply(EVENTS, stream(`data: ${LOG}\n\n`, new Error('socket hang up'))),
      { outcome: ['silent', 'was cut short: socket hang up'], shown: [LOG], fault: ['http', 'socket hang up'] },
    ],
    [
      'a stream that ends without an answer',
      () => reply(EVENTS, `data: ${LOG}\n\n`),
      { outcome: ['silent', 'without an answer'], shown: [LOG], fault: ['request', 'no answer'] },
    ],
    [
      'no connection',
      () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      },
      { outcome: ['unreachable', 'ECONNREFUSED'], shown: [], fault: ['http', 'ECONNREFUSED'] },
    ],
    [
      'an id of the wrong type',
      (id) => reply(JSON_TYPE, answer(id).replace(String(id), `"${id}"`)),
      { outcome: ['garbled', 'its id is "3" (a text)'], shown: [answer(ID).replace('3', '"3"')], fault: ['result', 'wrong type of id'] },
    ],
    [
      'an id that nobody asked with',
      (id) => reply(EVENTS, `data: ${answer(77)}\n\ndata: ${answer(id)}\n\n`),
      { outcome: 'answered', shown: [answer(77)], fault: ['result', 'answers no request'] },
    ],
    [
      'an answer twice',
      (id) => reply(EVENTS, `data: ${answer(id)}\n\ndata: ${answer(id)}\n\n`),
      { outcome: 'answered', shown: [answer(ID)], fault: ['result', 'answered before'] },
    ],
    [
      'an answer without an id',
      () => reply(JSON_TYPE, '{"jsonrpc":"2.0","result":{}}'),
      {
        outcome: ['garbled', 'an answer without an id'],
        shown: ['{"jsonrpc":"2.0","result":{}}'],
        fault: ['garbled', 'an answer without an id'],
      },
    ],
    [
      'an error without an id',
      () => reply(JSON_TYPE, '{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}'),
      { outcome: ['rpc', '?'], shown: ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}'], fault: ['failure', 'error -32700'] },
    ],
    [
      'a redirect',
      () => reply('text/plain', 'Moved', 307, { location: 'https://elsewhere.test/mcp' }),
      {
        outcome: ['http', 'with a redirect (HTTP 307) to https://elsewhere.test/mcp'],
        shown: ['Moved'],
        fault: ['http', 'to https://elsewhere.test/mcp'],
      },
    ],
    [
      'nothing at all',
      () => reply(EVENTS, new ReadableStream()),
      { outcome: ['silent', 'no answer within'], shown: [], fault: ['request', 'cancelled | tools/call broken'], timeout: 30 },
    ],
    [
      'an empty reply',
      () => reply(JSON_TYPE, ''),
      { outcome: ['http', 'an empty HTTP 200 reply'], shown: [''], fault: ['http', 'no body'] },
    ],
    [
      '202 to a request',
      () => reply(null, null, 202),
      { outcome: ['http', 'an empty HTTP 202 reply'], shown: [], fault: ['request', 'no answer'] },
    ],
  ]
  test.each(cases)('%s', async (_, respond, expected) => judge(await talk(http(respond)), expected))

  test('what is wrong with every reply is said once', async () => {
    const { session, traffic } = await talk(http((id) => reply('text/plain', answer(id))))
    for (let count = 0; count < 3; count++) await session.request('tools/call', { name: 'broken' })
    expect(traffic.window({ filter: '', kinds: ['note'], tail: true, from: 0, size: 9 }).count).toBe(1)
  })
})

describe('pages that do not end', () => {
  const listing = async (next: (cursor: string | undefined) => string | undefined): Promise<Talk> => {
    const fetch = async (request: Request): Promise<Response> => {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const message = parseJson(await request.text()) as { id?: number; method: string; params?: { cursor?: string } }
      if (message.id === undefined) return new Response(null, { status: 202 })
      const result = message.method === 'initialize' ? GREETING : { tools: [], nextCursor: next(message.params?.cursor) }
      return Response.json({ jsonrpc: '2.0', id: message.id, result })
    }
    return talk({ url: 'http://broken.test/mcp', fetch, release: () => {} })
  }
  const findings = (traffic: Traffic): string[] =>
    traffic.window({ filter: '', kinds: ['note'], tail: true, from: 0, size: 9 }).rows.map(({ name }) => name)

  test('a cursor that comes again is named, in whatever circle', async () => {
    const { session, traffic } = await listing((cursor) => (cursor === 'a' ? 'b' : 'a'))
    for (const cursor of [undefined, 'a', 'b']) await session.request('tools/list', cursor === undefined ? undefined : { cursor })
    expect(findings(traffic)).toEqual(['tools/list named the cursor "a" a second time: its pages go round in circles.'])
    await session.request('tools/list')
    expect(findings(traffic)).toHaveLength(1)
  })

  test('always one more is named after 200', async () => {
    let page = 0
    const { session, traffic } = await listing(() => String(++page))
    await session.request('tools/list')
    for (let at = 1; at < 205; at++) await session.request('tools/list', { cursor: String(at) })
    expect(findings(traffic)).toEqual(['tools/list has brought 200 pages, each of which names one more.'])
  })
})
