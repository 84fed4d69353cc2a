import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { closePages, http, page, recorded, SETTINGS } from './engine-test-page.ts'
import type { ExportPart, ExportWish, OpeningPart } from './engine-record.ts'
import type { PageData } from './share/page.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closePages()
})

const BY = { name: 'mcp-loupe', version: '9' }

async function talked() {
  const it = page({ proxy: false, fetch: fakeServer({ sessions: true }).fetch })
  await it.call('connect', 'c', 'one', http({ bearer: 'top-secret-token', via: 'direct' }), SETTINGS)
  await it.call('request', 'c', 'tools/list', undefined, {})
  await it.call('request', 'c', 'tools/call', { name: 'echo', arguments: { a: 1 } }, {})
  await it.call('disconnect', 'c')
  return it
}

async function rowsOf(it: ReturnType<typeof page>, id: string) {
  const view = it.nextId() + 1000 + id.length
  it.say({ kind: 'view', view, connection: id, query: { filter: '', tail: false, from: 0, size: 1000 } })
  await it.until(() => it.windows.get(view)?.scanning === false)
  // Which list it is tells views apart, and nothing of what is in them.
  const { list: _, ...window } = it.windows.get(view)!
  return window
}

const openings = (it: ReturnType<typeof page>, id: number): OpeningPart[] =>
  it.heard.flatMap((one) => (one.kind === 'part' && one.id === id ? [one.part as OpeningPart] : []))

describe('a record as a file', () => {
  test('opens as a connection that shows the same and sends nothing', async () => {
    const it = await talked()
    await it.call('openRecord', 'saved', 'one.jsonl', new Blob([await recorded(it)]))
    expect(await rowsOf(it, 'saved')).toEqual(await rowsOf(it, 'c'))
    const { facts, record, status, name, messages } = it.state('saved')
    expect({ status, name, messages }).toEqual({ status: 'closed', name: 'one', messages: (await rowsOf(it, 'c')).total })
    expect(facts?.greeting).toEqual(it.state('c').facts?.greeting)
    expect(record).toMatchObject({ file: 'one.jsonl', faulty: 0, faults: [] })
    const [first] = (await rowsOf(it, 'c')).rows
    expect(await it.call('message', 'saved', first!.seq)).toEqual(await it.call('message', 'c', first!.seq))
    await expect(it.call('request', 'saved', 'ping', undefined, {})).rejects.toMatchObject({
      message: expect.stringContaining('saved record'),
    })
    await expect(it.call('raw', 'saved', '{}', {})).rejects.toMatchObject({ message: expect.stringContaining('saved record') })
    await it.call('forget', 'saved')
    expect(await it.call('message', 'saved', first!.seq)).toBeNull()
  })

  test('has no secrets unless they are asked for, and the preview names them', async () => {
    const it = await talked()
    const { redactions, messages } = await it.call('previewExport', 'c')
    expect(messages).toBe((await rowsOf(it, 'c')).total)
    expect(redactions.map(({ where }) => where).sort()).toEqual(['header Authorization', 'header mcp-session-id'])
    const seqs = (await rowsOf(it, 'c')).rows.map(({ seq }) => seq)
    for (const as of ['record', 'har', 'report', 'page'] as ExportWish['as'][]) {
      const text = async (secrets: boolean) => (await it.call('export', 'c', { as, secrets, seqs, by: BY })).text()
      expect(await text(false)).not.toContain('top-secret-token')
      expect(await text(true)).toContain('top-secret-token')
    }
  })

  test('goes into a HAR and a report', async () => {
    const it = await talked()
    const { log } = JSON.parse(await (await it.call('export', 'c', { as: 'har', secrets: false, by: BY })).text())
    expect(log.creator).toEqual(BY)
    const call = log.entries.find((entry: { request: { postData?: { text: string } } }) =>
      entry.request.postData?.text.includes('tools/call'),
    )
    expect(call.response).toMatchObject({ status: 200, content: { text: expect.stringContaining('"content"') } })
    expect(call.time).toBeCloseTo(call.timings.wait + call.timings.receive)
    const { rows } = await rowsOf(it, 'c')
    const request = rows.find(({ method, kind }) => method === 'tools/call' && kind === 'request')!
    const report = await (await it.call('export', 'c', { as: 'report', secrets: false, seqs: [request.peer!, request.seq], by: BY })).text()
    expect(report.indexOf('→ tools/call')).toBeLessThan(report.indexOf('← result of tools/call'))
    expect(report).toContain('Bearer REDACTED-')
    expect(report).toContain('"method": "tools/call"')
    expect(report).toContain('mcp-loupe 9')
  })

  test('as a page and as a report it tells what is wrong, also with what came a moment ago', async () => {
    const it = page({ proxy: false, fetch: fakeServer({ flaws: ['wrong-id-type'] }).fetch })
    await it.call('connect', 'c', 'one', http({ via: 'direct' }), SETTINGS)
    void it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
    await it.until(() => it.state('c').messages >= 4)
    const { rows } = await rowsOf(it, 'c')
    const { seq } = rows.find(({ status }) => status === 'wrong type of id')!
    const text = async (as: ExportWish['as']) => (await it.call('export', 'c', { as, secrets: false, seqs: [seq], by: BY })).text()
    const [, about] = /class="about">(.*)<\/script>/.exec(await text('page'))!
    const { chosen, found } = JSON.parse(about!) as PageData
    expect(chosen).toBe(seq)
    const at = found.rules.findIndex(({ id }) => id === 'JR-02')
    expect(found.rows).toContainEqual([at, 'fail', [seq]])
    expect(await text('report')).toContain('Broken: JR-02')
  })

  test('that is long is read in slices: all else is answered meanwhile, it tells how far it is, and it can be given up', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
    const line = (seq: number) => JSON.stringify({ seq, at: 1, exchange: 0, kind: 'stderr', text: `line ${seq}` })
    const blob = new Blob([Array.from({ length: 3000 }, (_, n) => line(n + 1)).join('\n')])
    const it = page({ proxy: false })
    const parts = (id: number) => openings(it, id).map(({ share }) => share)
    const given = it.nextId()
    const refused = expect(it.call('openRecord', 'x', 'x.jsonl', blob)).rejects.toMatchObject({
      message: expect.stringContaining('aborted'),
    })
    await it.until(() => parts(given).length > 0)
    it.say({ kind: 'abort', id: given })
    await refused
    expect(it.states.has('x')).toBe(false)
    const id = it.nextId()
    const opened = it.call('openRecord', 'y', 'y.jsonl', blob)
    await it.until(() => parts(id).length > 0)
    expect(await it.call('checks', 'none')).toEqual([])
    expect(it.states.has('y')).toBe(false)
    await opened
    expect(it.state('y').messages).toBe(3000)
    expect(parts(id)).toEqual([...parts(id)].sort((a, b) => a - b))
    expect(parts(id).length).toBeGreaterThan(20)
  })

  const streamed = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 1, progress: 1, message: '.'.repeat(400) },
  })
  const request = { method: 'POST', url: 'http://a.test/mcp', headers: [], postData: { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } }
  const answer = (type: string, text: string) => ({ status: 200, headers: [], content: { mimeType: type, text } })
  const exchange = {
    startedDateTime: '2026-01-02T00:00:00.000Z',
    request,
    response: answer('application/json', '{}'),
    timings: { wait: 1 },
  }
  const stream = { ...exchange, response: answer('text/event-stream', `data: ${streamed}\n\n`.repeat(3000)) }

  test.each([
    ['of many exchanges', Array.from({ length: 1500 }, () => exchange), undefined],
    ['of one long stream', [stream], undefined],
    ['that is laid out', [stream], 1],
  ])('as HAR, %s, is parsed in one go, which is told, and taken over in slices; it can be given up', async (_, entries, indent) => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
    const blob = new Blob([JSON.stringify({ log: { entries }, about: ' '.repeat(4_000_000) }, null, indent)])
    const it = page({ proxy: false })
    const taken = (id: number) => openings(it, id).filter(({ doing }) => doing === 'take')
    const given = it.nextId()
    const refused = expect(it.call('openRecord', 'x', 'x.har', blob)).rejects.toMatchObject({ message: expect.stringContaining('aborted') })
    await it.until(() => taken(given).length > 0)
    expect(openings(it, given)).toContainEqual({ doing: 'parse', share: 1 })
    it.say({ kind: 'abort', id: given })
    await refused
    expect(it.states.has('x')).toBe(false)
    const id = it.nextId()
    const opened = it.call('openRecord', 'y', 'y.har', blob)
    // What the file says is not all read yet.
    await it.until(() => taken(id).some(({ share }) => share < 0.5))
    expect(await it.call('checks', 'none')).toEqual([])
    expect(it.states.has('y')).toBe(false)
    await opened
    expect(it.state('y').messages).toBeGreaterThan(1500)
    const shares = taken(id).map(({ share }) => share)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
  })

  test.each(['record', 'har', 'report', 'page', 'preview'] as const)(
    'that is long is written in slices (%s): all else is answered meanwhile, it tells how far it is, and it can be given up',
    async (as) => {
      // Lines are short work: many go into one slice.
      const many = as === 'record' ? 10_000 : 1500
      const frame = (seq: number) => ({ seq, at: seq, exchange: 1, kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/x"}' })
      const sent = { seq: 1, at: 1, exchange: 1, kind: 'sent', method: 'GET', url: 'http://a.test/mcp', headers: [] }
      const type = ['content-type', 'text/event-stream']
      const status = { seq: 2, at: 2, exchange: 1, kind: 'status', status: 200, statusText: 'OK', headers: [type] }
      const events = [sent, status, ...Array.from({ length: many }, (_, at) => frame(at + 3))]
      const it = page({ proxy: false })
      await it.call('openRecord', 'c', 'c.jsonl', new Blob([events.map((one) => JSON.stringify(one)).join('\n')]))
      let now = 0
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
      const seqs = events.slice(2).map(({ seq }) => seq)
      const write = () =>
        as === 'preview' ? it.call('previewExport', 'c') : it.call('export', 'c', { as, secrets: false, seqs, by: BY, now: true })
      const shares = (id: number) =>
        it.heard.flatMap((one) => {
          if (one.kind !== 'part' || one.id !== id) return []
          return typeof one.part === 'number' ? [one.part] : ((one.part as ExportPart).share ?? [])
        })
      /** At once: what is looked at in a while may be over by then. */
      const told = (id: number) =>
        new Promise<void>((resolve) => {
          const push = it.heard.push.bind(it.heard)
          it.heard.push = (...said) => {
            const length = push(...said)
            if (shares(id).length > 0) resolve()
            return length
          }
        })
      const given = it.nextId()
      const begun = told(given)
      const refused = expect(write()).rejects.toMatchObject({ message: expect.stringContaining('aborted') })
      await begun
      it.say({ kind: 'abort', id: given })
      await refused
      const id = it.nextId()
      let ended = false
      const begunAgain = told(id)
      const written = write().finally(() => (ended = true))
      await begunAgain
      expect(await it.call('checks', 'none')).toEqual([])
      expect(ended).toBe(false)
      const made = await written
      expect(shares(id)).toEqual([...shares(id)].sort((a, b) => a - b))
      // What is learnt of the record beforehand is a round of its own.
      expect(shares(id).filter((share) => share === 0).length).toBeLessThan(2)
      const whole = made instanceof Blob ? (await made.text()).match(/notifications\/x/g)?.length : made.events
      expect(whole).toBeGreaterThanOrEqual(many)
    },
  )

  test.each([
    ['', 'is empty'],
    ['{"log":{"entries":[]}}', 'HAR file'],
    ['<html>', 'its line 1 begins a web page, and no record follows in it'],
  ])('that is none is refused: %s', async (text, why) => {
    const it = page({ proxy: false })
    await expect(it.call('openRecord', 'x', 'f.jsonl', new Blob([text]))).rejects.toMatchObject({ message: expect.stringContaining(why) })
    expect(it.states.has('x')).toBe(false)
  })
})
