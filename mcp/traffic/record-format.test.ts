import { describe, expect, test } from 'vitest'
import { closeAfterEach, talk } from '../testing/talk.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { Row } from '../traffic-row.ts'
import type { HttpTarget, Target } from '../transport/target.ts'
import type { WireEvent } from '../wire-event.ts'
import { factsOf } from './facts-of.ts'
import { RecordReader, writeRecord } from './record-format.ts'
import { redactorFor } from './redact.ts'

closeAfterEach()

const TARGET: Target = { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'auto' }

function save(traffic: Traffic, target: Target = TARGET, secrets = false): string {
  const about = { savedAt: 0, name: 'test', target }
  return [...writeRecord(traffic, about, secrets ? undefined : redactorFor(traffic, target))].join('')
}

function open(text: string): RecordReader {
  const reader = new RecordReader(1e8)
  for (const line of text.split('\n')) reader.take(line)
  reader.end()
  return reader
}

const everyRow = (traffic: Traffic): Row[] => traffic.window({ filter: '', tail: false, from: 0, size: 1e6 }).rows

/** All that any view can show of a record. */
function shown(traffic: Traffic) {
  const rows = everyRow(traffic)
  return {
    rows,
    messages: rows.map(({ seq }) => traffic.message(seq)),
    exchanges: [...new Set(rows.map(({ exchange }) => exchange))].map((id) => traffic.exchange(id)),
    console: traffic.window({ filter: '', only: 'console', tail: false, from: 0, size: 1e6 }).rows,
    dropped: traffic.dropped,
  }
}

describe('a record that is saved and opened', () => {
  test.each([
    ['of a conversation with a handshake', () => talk({}, {}, () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }))],
    ['of one without', () => talk({ era: 'modern' }, { era: 'auto' })],
  ])('%s shows the same', async (_, begin) => {
    const { session, traffic } = await begin()
    await session.request('tools/list')
    await session.request('tools/call', { name: 'echo', arguments: { message: 'hi' } }).catch(() => undefined)
    await session.raw('{"broken').catch(() => undefined)
    await session.close()
    expect(everyRow(traffic).length).toBeGreaterThan(5)
    const opened = open(save(traffic))
    expect(opened.faults).toEqual([])
    expect(shown(opened.traffic)).toEqual(shown(traffic))
  })

  test('of a browser, which keeps headers to itself', () => {
    const traffic = createTraffic()
    traffic.append(1, { kind: 'sent', method: 'GET', url: 'http://a.test/', headers: [] })
    traffic.append(1, { kind: 'status', status: 200, statusText: '', headers: [], filtered: true })
    const opened = open(save(traffic)).traffic
    expect([...opened.events()].at(-1)).toMatchObject({ kind: 'status', filtered: true })
    expect(opened.exchange(1)).toMatchObject({ status: 200, filtered: true })
  })

  test('of a stream, with what it said between its messages and where the time went', () => {
    const traffic = createTraffic()
    traffic.append(1, { kind: 'sent', method: 'GET', url: 'http://a.test/', headers: [], queued: 12.5 })
    const relay = { connect: 3, send: 0.5, wait: 40 }
    const headers: [string, string][] = [['content-type', 'text/event-stream']]
    traffic.append(1, { kind: 'status', status: 200, statusText: '', headers, relay })
    traffic.append(1, { kind: 'sign', id: '7', retry: 3000, event: 'wait' })
    traffic.append(1, { kind: 'sign', comment: 'keep-alive for Bearer abcdefgh12345678' })
    const opened = open(save(traffic, TARGET, true)).traffic
    expect([...opened.events()]).toEqual([...traffic.events()])
    expect(shown(opened)).toEqual(shown(traffic))
    expect(save(traffic)).toContain('keep-alive for Bearer REDACTED-1')
  })

  test('of a process, with batches, noise, findings, a broken line and what only the session could judge', () => {
    let time = 1_764_000_000_000
    const traffic = createTraffic({ memoryLimit: 20_000, now: () => (time += 0.25) })
    for (let n = 0; n < 100; n += 1) traffic.append(0, { kind: 'stderr', text: `early ${n} ${'x'.repeat(100)}` })
    traffic.append(0, { kind: 'start', text: 'node server.js' })
    const exchange = traffic.open()
    const sent = traffic.append(exchange, {
      kind: 'sent',
      method: 'STDIN',
      url: 'stdio:',
      headers: [],
      body: '{"id":1,"method":"tools/call","params":{"name":"é😀"}}',
    })
    traffic.append(exchange, {
      kind: 'frame',
      text: '[{"method":"a"},{"id":12345678901234567890,"method":"b"}]',
      event: 'message',
      id: '7',
      retry: 3,
    })
    traffic.append(
      0,
      { kind: 'frame', text: '{"jsonrpc":', why: 'the first of two lines' },
      { kind: 'garbled', why: 'the first of two lines' },
    )
    traffic.append(0, { kind: 'noise', text: 'Listening…', why: 'no JSON' })
    traffic.append(0, { kind: 'note', fault: 'crlf', text: 'Lines end with CR LF' })
    traffic.settle(sent, 'wrong stream', 'warn')
    traffic.append(0, { kind: 'exit', code: 3, signal: null })
    expect(traffic.dropped).toBeGreaterThan(0)
    const opened = open(save(traffic))
    expect(opened.faults).toEqual([])
    expect(shown(opened.traffic)).toEqual(shown(traffic))
    expect(opened.traffic.row(sent)).toMatchObject({ status: 'no answer' })
  })

  test.each([
    ['with a handshake', () => talk({ sessions: true })],
    ['without one', () => talk({ era: 'modern' }, { era: 'auto' })],
  ])('that does not say what was settled tells it, %s', async (_, begin) => {
    const { session, traffic } = await begin()
    const { era, revision, capabilities, greeting, greetedBy, serverInfo } = session.facts
    const opened = open(save(traffic))
    expect(opened.header?.facts).toBeUndefined()
    expect(factsOf(opened.traffic, TARGET)).toMatchObject({ era, revision, capabilities, greeting, greetedBy })
    expect(factsOf(opened.traffic, TARGET)?.serverInfo).toEqual(serverInfo)
    expect(factsOf(createTraffic(), TARGET)).toBeUndefined()
  })

  test('has its header', async () => {
    const { session, traffic } = await talk({ sessions: true })
    const about = { savedAt: Date.UTC(2026, 0, 2), name: 'test', target: TARGET, facts: session.facts }
    const { header } = open([...writeRecord(traffic, about, redactorFor(traffic, TARGET))].join(''))
    expect(header).toMatchObject({ savedAt: about.savedAt, name: 'test', target: TARGET, dropped: 0 })
    const { sessionId, ...rest } = session.facts
    expect(sessionId).toBeDefined()
    expect(header?.facts).toEqual({ ...rest, pings: false, subscribed: [] })
    expect(header?.redacted).toEqual([{ placeholder: 'REDACTED-1', where: 'header mcp-session-id' }])
  })
})

describe('secrets', () => {
  const target: HttpTarget = {
    kind: 'http',
    url: 'https://me:hunter2hunter2@server.test/mcp?api_key=url-secret&page=2',
    headers: [
      { name: 'X-Api-Key', value: 'header-secret' },
      { name: 'Accept-Language', value: 'de' },
    ],
    bearer: 'bearer-secret',
    via: 'auto',
  }
  function secretive(): Traffic {
    const traffic = createTraffic()
    // Said before it is known to be one.
    traffic.append(0, { kind: 'stderr', text: 'starting with bearer-secret' })
    const exchange = traffic.open()
    traffic.append(exchange, {
      kind: 'sent',
      method: 'POST',
      url: target.url,
      headers: [
        ['authorization', 'Bearer bearer-secret'],
        ['x-api-key', 'header-secret'],
        ['accept', '*/*'],
      ],
      body: '{"id":1,"method":"tools/call","params":{"name":"t","arguments":{"password":"pass \\" word","progressToken":5,"note":"header-secret"}}}',
    })
    traffic.append(exchange, { kind: 'status', status: 200, statusText: '', headers: [['set-cookie', 'sid=cookie-secret']] })
    traffic.append(exchange, {
      kind: 'body',
      text: '{"id":1,"result":{"access_token":"issued-secret","key":"a","url":"https://x/?token=other-secret&b=1"}}',
    })
    return traffic
  }

  test('are taken out of notes, which come along', () => {
    const traffic = createTraffic()
    traffic.append(0, { kind: 'noise', text: 'hello', why: 'not JSON' })
    const target: Target = { ...TARGET, bearer: 'top-secret-token' }
    const about = { savedAt: 0, name: 'test', target, notes: { 1: 'sent top-secret-token', 2: '' } }
    const [text] = writeRecord(traffic, about, redactorFor(traffic, target))
    expect(open(text!).header?.notes).toEqual({ 1: 'sent REDACTED-1', 2: '' })
    expect(open(text!.replace('"2":""', '"2":7,"x":"y"')).header?.notes).toEqual({ 1: 'sent REDACTED-1' })
  })

  test('are taken out of headers that a person made up: of one that is a word, there alone', () => {
    const traffic = createTraffic()
    const headers: [string, string][] = [
      ['X-Session-Thing', 'HEADERSECRET999'],
      ['X-Tenant', 'production'],
      ['anthropic-version', '2023-06-01'],
    ]
    traffic.append(1, { kind: 'sent', method: 'POST', url: 'http://server.test/mcp', headers, body: '{"id":1,"method":"production"}' })
    traffic.append(1, { kind: 'status', status: 200, statusText: 'OK', headers: [['x-powered-by', 'Express 4.21.0 of 2023-06-01']] })
    traffic.append(1, { kind: 'body', text: '{"id":1,"result":{"you sent":"HEADERSECRET999"}}' })
    const target: Target = { ...TARGET, headers: headers.map(([name, value]) => ({ name, value })) }
    const text = save(traffic, target)
    expect(text).not.toContain('HEADERSECRET999')
    expect(text).toContain('"X-Tenant","REDACTED-2"')
    expect(text).toContain('\\"method\\":\\"production\\"')
    expect(text).toContain('"anthropic-version","2023-06-01"')
    expect(text).toContain('Express 4.21.0 of 2023-06-01')
    expect(open(text).header?.redacted?.map(({ where }) => where)).toEqual(['header X-Session-Thing', 'header X-Tenant'])
  })

  test('are taken out everywhere, one placeholder for each, and told', () => {
    const text = save(secretive(), target)
    for (const secret of [
      'hunter2',
      'url-secret',
      'header-secret',
      'bearer-secret',
      'cookie-secret',
      'issued-secret',
      'other-secret',
      'pass \\\\',
    ])
      expect(text).not.toContain(secret)
    const { traffic, header, faults } = open(text)
    expect(faults).toEqual([])
    const [early, sent, , body] = [...traffic.events()] as [WireEvent, Extract<WireEvent, { kind: 'sent' }>, WireEvent, WireEvent]
    const bearer = /bearer-secret|REDACTED-\d+/.exec((early as { text: string }).text)![0]
    expect(sent).toMatchObject({
      headers: [
        ['authorization', `Bearer ${bearer}`],
        ['x-api-key', expect.stringMatching(/^REDACTED-\d+$/)],
        ['accept', '*/*'],
      ],
    })
    expect(JSON.parse(sent.body!).params.arguments).toMatchObject({ progressToken: 5, note: sent.headers[1]![1] })
    expect((body as { text: string }).text).toMatch(/"key":"a","url":"https:\/\/x\/\?token=REDACTED-\d+&b=1"/)
    expect(header?.redacted?.map(({ where }) => where)).toEqual(
      expect.arrayContaining([
        'header X-Api-Key',
        'header Authorization',
        'password of a URL',
        '“api_key” of a URL',
        'header set-cookie',
        'member "access_token"',
        'member "password"',
      ]),
    )
    expect(header?.target).toMatchObject({ headers: [{ name: 'X-Api-Key', value: expect.stringContaining('REDACTED') }, { value: 'de' }] })
  })

  test('stay when they are asked for, and the header says so', () => {
    const { traffic, header } = open(save(secretive(), target, true))
    expect(shown(traffic)).toEqual(shown(secretiveTwin(traffic)))
    expect(header?.redacted).toBeUndefined()
    expect(JSON.stringify([...traffic.events()])).toContain('cookie-secret')
  })

  test('of a command: variables and arguments', () => {
    const traffic = createTraffic()
    traffic.append(0, { kind: 'start', text: 'node s.js --api-key argument-secret --port 80' })
    traffic.append(0, { kind: 'stderr', text: 'key is env-secret-1, home is /home/me' })
    const text = save(traffic, {
      kind: 'stdio',
      command: 'node',
      args: ['s.js', '--api-key', 'argument-secret', '--token=argument-two', '--port', '80'],
      env: [
        { name: 'API_KEY', value: 'env-secret-1' },
        { name: 'HOME', value: '/home/me' },
      ],
    })
    for (const secret of ['argument-secret', 'argument-two', 'env-secret-1']) expect(text).not.toContain(secret)
    const { header } = open(text)
    expect(header?.target).toMatchObject({
      args: ['s.js', '--api-key', expect.stringContaining('REDACTED'), expect.stringMatching(/^--token=REDACTED/), '--port', '80'],
      env: [
        { name: 'API_KEY', value: expect.stringContaining('REDACTED') },
        { name: 'HOME', value: expect.stringContaining('REDACTED') },
      ],
    })
    // A value that is not named like a secret is hidden where it was set, and stays where it was said.
    expect(text).toContain('home is /home/me')
  })
})

/** The same events once more. */
function secretiveTwin(of: Traffic): Traffic {
  const twin = createTraffic()
  for (const event of of.events()) twin.replay(event)
  return twin
}

describe('a file that is not in order', () => {
  const header =
    '{"format":"loupe-record","version":1,"savedAt":"2026-01-02T00:00:00.000Z","server":{"name":"s","target":{"kind":"stdio","command":"x"}},"dropped":2}'
  const event = (seq: number, more: object = { kind: 'stderr', text: `line ${seq}` }) =>
    JSON.stringify({ seq, at: 1000, exchange: 0, ...more })

  test.each([
    ['{"seq":', 'ends too early, as in a file that was cut off'],
    ['{"seq":1', 'was cut off'],
    ['{"seq":1,"kind":"st', 'was cut off'],
    ['{seq:1}', 'is not JSON: Expected property name'],
    ['[1]', 'is no JSON object'],
    [event(0), '"seq" is no whole number'],
    [event(2, { kind: 'pigeon' }), 'the kind "pigeon" is not known here'],
    [event(2, { kind: 'sent', method: 'POST', url: 'u', headers: [['a']] }), '"headers" of a sent event'],
    ['{"kind":"closed","seq":1,"at":"now","exchange":1}', '"at" is no time'],
  ])('%s is named, and its neighbours are there', (line, why) => {
    const { traffic, faults, faulty } = open([header, event(1), line, event(9)].join('\n'))
    expect(faults).toEqual([{ line: 3, why: expect.stringContaining(why) }])
    expect(faulty).toBe(1)
    expect(everyRow(traffic).map(({ seq }) => seq)).toEqual([1, 9])
    expect(traffic.dropped).toBe(2)
  })

  test.each([
    ['{"log":{"version":"1.2","entries":[]}}', 'HAR'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'JSON-RPC message'],
    ['{"format":"other","version":1}', 'names the format "other"'],
    ['{"format":"loupe-record","version":2,"server":{}}', 'version 2'],
    ['hello', 'is not JSON'],
    ['{"log":{"version":"1.2","entries":[', 'was cut off'],
    ['{\n"log": {\n', 'was cut off'],
    ['{\n"a": 1\n}', 'neither a record nor a HAR file'],
    [`{"format":\n${event(1)}`, 'is not JSON'],
  ])('%s says what it seems to be', (line, why) => {
    expect(open(line).faults[0]?.why).toContain(why)
  })

  test('one without a header is read, and that is said', () => {
    const { traffic, faults, faulty, header } = open([event(1), event(2)].join('\n'))
    expect(everyRow(traffic)).toHaveLength(2)
    expect(header).toBeUndefined()
    expect(faults).toEqual([{ line: 1, why: expect.stringContaining('where the header should be'), taken: true }])
    expect(faulty).toBe(0)
  })

  test.each([
    [{ version: 9 }, 'names version 9'],
    [{ facts: {} }, '"era" is neither legacy nor modern'],
    [{ facts: { era: 'legacy', revision: '1999-01-01' } }, '"revision" is not known here'],
  ])('a header that is read all the same is no line that could not be: %j', (more, why) => {
    const { faults, faulty, traffic } = open([JSON.stringify({ ...JSON.parse(header), ...more }), event(3)].join('\n'))
    expect(faults).toEqual([{ line: 1, why: expect.stringContaining(why), taken: true }])
    expect(faulty).toBe(0)
    expect(everyRow(traffic)).toHaveLength(1)
  })

  test('seqs that go back or leap beyond all measure cost nothing', () => {
    const { traffic } = open([header, event(5), event(5), event(Number.MAX_SAFE_INTEGER), event(6)].join('\n'))
    expect(everyRow(traffic).map(({ seq, name }) => [seq, name])).toEqual([
      [5, 'line 5'],
      [6, 'line 5'],
      [7, `line ${Number.MAX_SAFE_INTEGER}`],
      [8, 'line 6'],
    ])
  })

  test.each([
    ['in one line', '{"log":{"entries":[]},"x":"y"}'],
    ['that begins too long', null],
    ['laid out', '{\n"log":{\n"entries":[\n],"x":1}}'],
  ])('a document that is too long to be parsed says so as soon as that is seen, and what to do (%s)', (_, text) => {
    const reader = new RecordReader(1e8, 20)
    const take = () => (text === null ? [null] : text.split('\n')).forEach((line) => reader.take(line))
    expect(take).toThrow(/^It is one JSON document of more than 20 characters.*parsed whole.*as a Record: that is read line by line/)
  })

  test('a line that is too long is told, and the others are read', () => {
    const reader = new RecordReader(1e8)
    const line = (seq: number) => JSON.stringify({ seq, at: 1, exchange: 0, kind: 'stderr', text: 'x' })
    for (const text of ['{"format":"loupe-record","version":1}', line(1), null, line(3)]) reader.take(text)
    expect(reader.traffic.total).toBe(2)
    expect(reader.faults).toEqual([{ line: 3, why: 'is longer than 536,870,888 characters, and no longer text can be read' }])
  })

  test('only the first faults are listed', () => {
    const { faults, faulty } = open([header, ...Array.from({ length: 300 }, () => 'x')].join('\n'))
    expect(faulty).toBe(300)
    expect(faults).toHaveLength(50)
  })
})
