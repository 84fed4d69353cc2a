import { describe, expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import { NEEDS_CONSENT } from './consent.ts'
import { createJudge, type Standing } from './judge.ts'
import { PROOFS } from './proofs.ts'
import { AREAS } from './areas.ts'
import { RULES } from './rules.ts'

function judged(talk: Talk, rules = RULES): Map<string, Standing> {
  const judge = createJudge(rules)
  for (const event of talk.events) judge.take(event)
  judge.end()
  return new Map(judge.standings().map((standing) => [standing.rule.id, standing]))
}

const red = (standings: Map<string, Standing>): string[] =>
  [...standings.values()].filter(({ outcome }) => ['fail', 'warn', 'info', 'inconclusive'].includes(outcome)).map(({ rule }) => rule.id)

describe('every rule', () => {
  test('has an id of its own, which begins with its area', () => {
    const ids = RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(AREAS).toHaveProperty(id.slice(0, 2))
  })

  test('has no place among those that nobody plays', () => {
    const waiting = NEEDS_CONSENT.flatMap(({ ids }) => ids)
    expect(new Set(waiting).size).toBe(waiting.length)
    expect(waiting.filter((id) => RULES.some((rule) => rule.id === id))).toEqual([])
    // The catalogue has 438. What extensions and JSON itself ask for beyond it stands beside it.
    const beyond = RULES.filter(({ id }) => id.startsWith('SK-') || ['AP-09', 'AP-10', 'JR-31'].includes(id))
    expect(waiting.length + RULES.length - beyond.length).toBe(438)
  })

  test('is proven twice', () => {
    expect(RULES.map(({ id }) => id).filter((id) => !PROOFS.some((proof) => proof.id === id))).toEqual([])
  })
})

describe.each(PROOFS)('$id', ({ id, keeps, breaks, also = [], silent, by }) => {
  test('says nothing against a server that keeps it', () => {
    const standings = judged(keeps())
    expect(red(standings)).toEqual(silent === undefined ? [] : [silent])
    if (silent === undefined) expect(standings.get(id)?.outcome).toBe('pass')
  })

  test('turns red, and no other does, where that is broken', () => {
    const standings = judged(breaks())
    const told = standings.get(id)
    const less = told?.outcome === 'info' ? /^(?:MUST|SHOULD)/ : told?.outcome === 'warn' ? /^MUST/ : undefined
    if (less?.test(told!.rule.level) === true) expect(told!.rule.remark, 'why it is told as less than its level').toBeDefined()
    expect(red(standings).sort()).toEqual([by ?? id, ...also].sort())
    if (by === undefined) expect(standings.get(id)?.findings[0]?.says).not.toBe('')
    else expect(standings.get(id)).toMatchObject({ outcome: 'skipped', reason: `What is wrong with it is told by ${by}.` })
  })
})

describe('the judge', () => {
  test('looks at each message once, however many there are', () => {
    let looks = 0
    const counting = RULES.filter(({ id }) => id === 'LG-04').map((rule) => ({
      ...rule,
      judge: () => ({
        see() {
          looks += 1
          return []
        },
      }),
    }))
    const talk = new Talk('2025-11-25').greet({ logging: {} })
    const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }
    talk.says(...Array.from({ length: 500 }, () => log))
    judged(talk, counting)
    expect(looks).toBe(500)
  })

  test('each of thousands of messages is held against the schema, whatever came before', () => {
    const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }
    const odd = [null, ['x'], 'x', 7].map((params) => ({ ...log, params }))
    const talk = new Talk('2025-11-25').greet({ logging: {} })
    talk.says(...Array.from({ length: 3217 }, () => log), ...odd, ...Array.from({ length: 900 }, () => log))
    expect(judged(talk).get('JR-28')).toMatchObject({ outcome: 'warn', broken: odd.length })
  })

  test('of very long ones the first ten are, and the rest cannot be told', () => {
    const talk = new Talk('2025-11-25').greet({ logging: {} })
    const data = 'long '.repeat(200_001)
    talk.says(...Array.from({ length: 12 }, () => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })))
    expect(judged(talk).get('JR-28')).toMatchObject({ outcome: 'inconclusive', broken: 2 })
  })

  test('an error is judged alike where the record lacks the head of its response', () => {
    const found = (headed: boolean, body: string) => {
      const talk = new Talk('2025-11-25').greet({ tools: {} }).ask('tools/call', { name: 'a' }, { text: body })
      const last = talk.events.filter(({ kind }) => kind === 'status').at(-1)!
      const events = headed ? talk.events : talk.events.filter(({ seq }) => seq !== last.seq)
      const judge = createJudge(RULES)
      for (const event of events) judge.take(event)
      judge.end()
      return judge.found()
    }
    const broken = '{"jsonrpc":"2.0","id":2,"error":{"code":"none","message":7}}'
    expect(found(true, broken)).toContain('JR-04')
    expect(found(false, broken)).toEqual(found(true, broken))
    expect(found(false, '<p>No</p>'), 'no JSON is blamed where it may be the page of a gateway').toEqual([])
  })

  test('goes on when a rule breaks, and says which', () => {
    const broken = {
      ...RULES[0]!,
      id: 'JR-99',
      judge: () => ({
        see: () => {
          throw new Error('no')
        },
      }),
    }
    const standings = judged(new Talk('2025-11-25').greet(), [broken, ...RULES])
    expect(standings.get('JR-99')).toMatchObject({ outcome: 'inconclusive' })
    expect(standings.get('LC-01')).toMatchObject({ outcome: 'pass' })
  })

  test('counts an error without an id, over a pipe, for the line that was no JSON', () => {
    const talk = new Talk('2025-11-25', true).greet({ tools: {} })
    talk.fact(talk.send('{"jsonrpc":"2.0","id":"loupe-cut",'), { kind: 'closed' })
    const asked = talk.send('{"jsonrpc":"2.0","id":2,"method":"tools/list"}')
    talk.fact(asked, { kind: 'frame', text: '{"jsonrpc":"2.0","error":{"code":-32700,"message":"No JSON"}}' })
    talk.says({ jsonrpc: '2.0', id: 2, result: { tools: [] } })
    const standings = judged(talk)
    expect(red(standings)).toEqual([])
    expect(standings.get('JR-10')?.outcome).toBe('pass')
  })

  test('knows over a pipe what answers a line that was no message, and what was passed over', () => {
    const lines = [
      '{"id":"loupe-2","method":"tools/list"}',
      '{"jsonrpc":"2.0","id":"loupe-3"}',
      '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    ]
    const judge = (...answers: string[]): Map<string, Standing> => {
      const talk = new Talk('2025-11-25', true).greet({ tools: {} })
      for (const [index, line] of lines.entries()) {
        talk.fact(talk.send(line), { kind: 'closed' })
        const asked = talk.send(`{"jsonrpc":"2.0","id":${index + 7},"method":"tools/list"}`)
        if (answers[index] !== undefined) talk.fact(asked, { kind: 'frame', text: answers[index] })
        talk.says({ jsonrpc: '2.0', id: index + 7, result: { tools: [] } })
      }
      return judged(talk)
    }
    const error = (id: string): string => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"No"}}`
    const good = judge(error('"loupe-2"'), error('"loupe-3"'), error('null'))
    expect(red(good)).toEqual([])
    expect(['JR-11', 'JR-12', 'JR-13'].map((id) => good.get(id)?.outcome)).toEqual(['pass', 'pass', 'pass'])
    const silent = judge()
    expect(red(silent)).toEqual(['JR-12'])
    expect(silent.get('JR-11')?.outcome).toBe('pass')
    expect(red(judge('{"jsonrpc":"2.0","id":"loupe-2","result":{"tools":[]}}', error('"loupe-3"'), error('null')))).toEqual(['JR-11'])
  })

  test('says of what was sent and told nothing that it was there', () => {
    const talk = new Talk('2025-11-25').greet({}).ask('tools/call', { name: 'a' }, undefined, { id: 'loupe-odd-call', end: 'failed' })
    expect(judged(talk).get('TC-07')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(/^There was one to look at \(#\d+\)/),
    })
    expect(judged(new Talk('2025-11-25').greet({})).get('TC-07')?.reason).toBe('No call with odd arguments was seen.')
  })

  test('says what came again once, and whose fault a fault is', () => {
    const talk = new Talk('2025-11-25').greet({ tools: {} })
    for (let time = 0; time < 3; time++)
      talk.ask('tools/list', {}, { result: { tools: [{ name: 'a', description: 'x', inputSchema: { type: 'string' } }] } })
    const standings = judged(talk)
    expect(red(standings)).toEqual(['TL-02'])
    expect(standings.get('TL-02')).toMatchObject({ broken: 3, findings: [{ times: 3, revision: '2025-11-25' }] })
    // JR-28 saw it in each of them, and yields.
    expect(standings.get('JR-28')?.broken).toBe(0)
  })

  test('tells of the whole record, and how much of it was before the server was connected to last', () => {
    const talk = new Talk('2025-11-25').greet({ tools: {} }).ask('tools/list', {}, { result: { tools: [{ name: 'a' }] } })
    const tool = { name: 'a', description: 'x', inputSchema: { type: 'object' } }
    expect(judged(talk).get('TL-01')?.earlier).toBeUndefined()
    talk.fact(0, { kind: 'start', text: 'again' })
    talk.greet({ tools: {} }).ask('tools/list', {}, { result: { tools: [tool] } })
    const [standing] = [judged(talk).get('TL-01')!]
    expect(standing).toMatchObject({ outcome: 'fail', looked: 2, broken: 1, earlier: { looked: 1, broken: 1 } })
  })

  test('blames no server for what was cut off, as by a reload of the page', () => {
    for (const pipe of [false, true]) {
      const talk = new Talk('2025-11-25', pipe).greet({ tools: {} })
      talk.ask('tools/call', { name: 'a', _meta: { progressToken: 1 } }, undefined, { end: 'open' })
      talk.fact(0, { kind: 'start', text: 'The page was loaded again.' })
      talk.fact(0, { kind: 'start', text: 'again' })
      talk.greet({ tools: {} })
      expect(red(judged(talk))).toEqual([])
    }
  })

  test('forgets with the record what was found in it, and not what the conversation is about', () => {
    const judge = createJudge(RULES)
    const talk = new Talk('2025-11-25').greet({ tools: {} }).ask('tools/list', {}, { result: { tools: [{ name: 'a' }] } })
    for (const event of talk.events) judge.take(event)
    judge.clear()
    expect(judge.found()).toEqual([])
    const { length } = talk.events
    talk.ask('tools/list', {}, { result: { tools: [{ name: 'a' }] } })
    for (const event of talk.events.slice(length)) judge.take(event)
    expect(judge.found()).toContain('TL-01')
  })

  test('has all of it again that was found, when what was forgotten is back, and once what is wrong in both', () => {
    const list = (talk: Talk, name: number) => talk.ask('tools/list', {}, { result: { tools: [{ name }] } })
    const talk = list(list(new Talk('2025-11-25').greet({ tools: {} }), 1), 2)
    const { length } = talk.events
    list(talk, 3).fact(0, { kind: 'start', text: 'again' })
    list(talk.greet({ tools: {} }), 4)
    const plain = createJudge(RULES)
    const judge = createJudge(RULES)
    for (const [at, event] of talk.events.entries()) {
      plain.take(event)
      if (at === length) judge.clear()
      judge.take(event)
    }
    expect(judge.standings()).not.toEqual(plain.standings())
    judge.putBack()
    expect(plain.found().length).toBeGreaterThan(0)
    expect(judge.standings()).toEqual(plain.standings())
    judge.putBack()
    expect(judge.standings()).toEqual(plain.standings())
  })

  test('takes no server for guarded that invites to log in with every answer', () => {
    const invite: [string, string][] = [
      ['www-authenticate', 'Bearer resource_metadata="https://a.test/"'],
      ['content-type', 'application/json'],
    ]
    const talk = new Talk('2025-11-25').greet({}, {}, { replyHeaders: invite })
    talk.ask('x/y', {}, { error: { code: -32601, message: 'No' } }, { status: 404, replyHeaders: invite })
    expect(judged(talk).get('AU-01')?.outcome).toBe('skipped')
  })

  test('holds no server to the newer era that answers its greeting with an empty result, as it does all else', () => {
    const talk = new Talk('2025-11-25')
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    talk.ask('server/discover', { _meta: meta }, { result: {} }).greet({ tools: {} })
    for (const id of ['JR-20', 'DV-02', 'DV-03']) expect(judged(talk).get(id)?.outcome, id).toBe('skipped')
  })

  test('says what one cause does to several rules once, unless another holds it for worse', () => {
    const refuse = (talk: Talk, method: string): Talk =>
      talk.ask(
        method,
        {},
        { error: { code: -32601, message: 'No' } },
        { status: 200, replyHeaders: [['content-type', 'application/json']] },
      )
    const mild = new Talk('2026-07-28').greet({ tools: {} })
    refuse(mild, 'prompts/list')
    const first = judged(refuse(mild, 'loupe/no-such-method'))
    expect(['DV-16', 'DV-15'].map((id) => first.get(id)?.outcome)).toEqual(['skipped', 'fail'])
    const grave = new Talk('2026-07-28').greet({ tools: {} })
    refuse(grave, 'loupe/no-such-method')
    const second = judged(refuse(grave, 'prompts/list'))
    expect(second.get('DV-15')?.outcome).toBe('fail')
    expect(second.get('DV-16')).toMatchObject({ outcome: 'skipped', reason: 'What is wrong with it is told by DV-15.' })
  })

  test('takes an error without an id that answers a request for no answer to a notification or a cancellation', () => {
    const nameless = { message: { jsonrpc: '2.0', error: { code: -32603, message: 'No' } } }
    const talk = new Talk('2025-11-25', true).greet({ tools: {} }).tell('notifications/cancelled', { requestId: 'never' })
    expect(red(judged(talk.wait(5000).ask('tools/list', {}, nameless)))).toEqual(['JR-19'])
    // Where more than one waits, nothing says which it answers; only an idle server can mean the notification.
    const busy = new Talk('2025-11-25', true).greet({ tools: {} })
    for (const id of [8, 9]) busy.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`)
    busy.tell('notifications/loupe-unknown').says(nameless.message)
    expect(red(judged(busy))).toEqual([])
    const idle = new Talk('2025-11-25', true).greet({ tools: {} }).tell('notifications/loupe-unknown').says(nameless.message)
    expect(red(judged(idle))).toEqual(['JR-08'])
  })

  test('does not blame a large message for a server that takes its time with each', () => {
    const large = (took: number, waited: number): string | undefined => {
      const talk = new Talk('2025-11-25', true).greet({ tools: {} })
      const plain = talk.send('{"jsonrpc":"2.0","id":8,"method":"tools/list"}')
      talk.wait(took).fact(plain, { kind: 'frame', text: '{"jsonrpc":"2.0","id":8,"result":{"tools":[]}}' })
      const long = talk.send('{"jsonrpc":"2.0","id":"loupe-large","method":"tools/list"}')
      talk.wait(waited).fact(long, { kind: 'failed', why: 'given up', ours: true })
      return judged(talk).get('ST-07')?.outcome
    }
    expect(large(2500, 2000)).toBe('skipped')
    expect(large(10, 2000)).toBe('info')
  })

  test('does not call silence what is an answer that cannot be read', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const opening = (...frames: string[]): string | undefined => {
      const talk = new Talk('2025-11-25', true)
      const exchange = talk.send(JSON.stringify({ jsonrpc: '2.0', id: 90, method: 'server/discover', params: { _meta: meta } }))
      for (const text of frames) talk.fact(exchange, { kind: 'frame', text })
      return judged(talk.greet({ tools: {} })).get('DV-27')?.outcome
    }
    expect(opening('{"jsonrpc":"2.0","id":90,"error":"no"}')).toBe('pass')
    expect(opening('{"jsonrpc":"2.0","id":"90","error":{"code":-32601,"message":"No"}}')).toBe('pass')
    expect(opening('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}')).toBe('info')
    expect(opening()).toBe('info')
  })

  test('does not call a call unanswered whose answer cannot be read, after its sampling was refused', () => {
    const refused = (answer?: string): string | undefined => {
      const talk = new Talk('2025-11-25', true)
      talk.offered = { sampling: {} }
      talk.greet({ tools: {} })
      const exchange = talk.send('{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"a"}}')
      const params = { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 5 }
      talk.fact(exchange, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params }) })
      talk.send('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"No"}}')
      if (answer !== undefined) talk.fact(exchange, { kind: 'frame', text: answer })
      return judged(talk).get('CF-07')?.outcome
    }
    expect(refused()).toBe('info')
    expect(refused('{"jsonrpc":"2.0","id":"c","error":"no"}')).toBe('skipped')
    expect(refused('{"jsonrpc":"2.0","id":"c","error":{"code":-32603,"message":"No"}}')).toBe('pass')
  })

  test('says what came where an answer came that is none, and how long was waited where none did', () => {
    const asked = { message: 'Which?', requestedSchema: { type: 'object', properties: {} } }
    const declined = (): { talk: Talk; exchange: number } => {
      const talk = new Talk('2025-11-25', true)
      talk.offered = { elicitation: {} }
      talk.greet({ tools: {} })
      const exchange = talk.send('{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"a"}}')
      talk.fact(exchange, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: asked }) })
      talk.send('{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}')
      return { talk, exchange }
    }
    const broken = declined()
    broken.talk.fact(broken.exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"c","error":"no"}' })
    expect(judged(broken.talk).get('CF-14')).toMatchObject({
      outcome: 'inconclusive',
      findings: [{ says: 'what came for the call is no answer to it: {"jsonrpc":"2.0","id":"c","error":"no"}' }],
    })
    const silent = declined().talk.wait(4000)
    silent.tell('notifications/cancelled', { requestId: 'c' })
    expect(judged(silent).get('CF-14')?.findings[0]?.says).toBe('the call had no answer 4.0 s later, and was given up')
    const refused = declined()
    refused.talk.fact(refused.exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"c","error":{"code":-32603,"message":"No"}}' })
    expect(judged(refused.talk).get('CF-14')?.outcome).toBe('pass')
  })

  test('misses no header that a browser kept to itself', () => {
    const talk = new Talk('2026-07-28').greet({ tools: {} })
    const exchange = talk.send('{"jsonrpc":"2.0","id":9,"method":"tools/list"}')
    talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']], filtered: true })
    expect(judged(talk).get('HT-29')?.outcome).toBe('skipped')
  })

  test('begins anew with each run of the server', () => {
    const talk = new Talk('2025-11-25').greet()
    talk.fact(0, { kind: 'start', text: 'again' })
    talk.greet({}, {}, {}).ask('initialize', {}, undefined, { id: 1, end: 'open' })
    expect(judged(talk).get('JR-02')?.outcome).toBe('pass')
  })
})
