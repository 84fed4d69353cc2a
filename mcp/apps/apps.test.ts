import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { createAppHost, type AppHost, type HostActs, type Outcome } from './app-host.ts'
import { readAppResource } from './app-resource.ts'
import { appOf, visibilityOf } from './app-tool.ts'
import { directivesOf, isLoosened, isProbe, policyOf, readCsp } from './csp.ts'
import { changeOf, partialArguments, toldNow } from './host-context.ts'
import { stageFault, stageOrigin, stageUrl } from './stage.ts'

const MIME = 'text/html;profile=mcp-app'
const tool = (_meta: Json): Json => ({ name: 't', inputSchema: {}, _meta })

describe('the link of a tool', () => {
  test('is read in both spellings, and a link that leads elsewhere says so', () => {
    expect(appOf(tool({ ui: { resourceUri: 'ui://a/b' } }))).toEqual({ uri: 'ui://a/b', older: false, notes: [] })
    expect(appOf(tool({ 'ui/resourceUri': 'ui://a/b' }))).toMatchObject({
      uri: 'ui://a/b',
      older: true,
      notes: [expect.stringContaining('older spelling')],
    })
    expect(appOf(tool({ ui: { resourceUri: 'ui://a' }, 'ui/resourceUri': 'ui://b' }))).toMatchObject({
      uri: 'ui://a',
      notes: [expect.stringContaining('differ')],
    })
    expect(appOf(tool({ ui: { resourceUri: 'https://example.com' } }))?.fault).toContain('ui://')
    expect(appOf(tool({ ui: { resourceUri: 7 } }))?.fault).toContain('not a string')
    for (const none of [tool({}), tool({ ui: 3 }), null, [], { _meta: 'x' }] as Json[]) expect(appOf(none)).toBeUndefined()
  })

  test('visibility is both where nothing is said, and what is said counts', () => {
    expect(visibilityOf(tool({}))).toEqual(['model', 'app'])
    expect(visibilityOf(tool({ ui: { visibility: ['app', 'other'] } }))).toEqual(['app'])
    expect(visibilityOf(tool({ ui: { visibility: [] } }))).toEqual([])
  })
})

describe('the document of an app', () => {
  const read = (content: { [name: string]: Json }): ReturnType<typeof readAppResource> =>
    readAppResource({ contents: [{ uri: 'ui://a', mimeType: MIME, ...content }] }, 'ui://a')

  test('is one payload of the right type, as text or base64', () => {
    const html = '<!doctype html><p>grüße</p>'
    expect(read({ text: html })).toMatchObject({ resource: { html, permissions: [], notes: [] } })
    const blob = btoa(String.fromCharCode(...new TextEncoder().encode(html)))
    expect(read({ blob })).toMatchObject({ resource: { html } })
    expect(read({ text: html, mimeType: 'text/html; profile="mcp-app"' })).toMatchObject({ resource: { html } })
  })

  test.each([
    [{ text: 'x', mimeType: 'text/html' }, 'MIME type'],
    [{ text: 'x', blob: 'eA==' }, 'both'],
    [{}, 'neither'],
    [{ blob: '?' }, 'base64'],
    [{ blob: '/w==' }, 'UTF-8'],
    [{ text: ' ' }, 'empty'],
  ])('refuses %j and says why', (content, why) => {
    expect(read(content)).toEqual({ fault: expect.stringContaining(why) })
  })

  test('says what is odd: another name, several contents, unknown permissions', () => {
    const contents: Json[] = [
      { uri: 'ui://b', mimeType: MIME, text: '<p>', _meta: { ui: { permissions: { camera: {}, usb: {} }, domain: 'd' } } },
      { uri: 'ui://c' },
    ]
    const { resource } = readAppResource({ contents } as Json, 'ui://a') as {
      resource: { notes: string[]; permissions: string[]; domain: string }
    }
    expect(resource).toMatchObject({ permissions: ['camera'], domain: 'd' })
    expect(resource.notes).toHaveLength(4)
    expect(readAppResource({}, 'ui://a')).toEqual({ fault: expect.stringContaining('no contents') })
  })
})

test('what a looser policy would let through is told from what nothing does', () => {
  expect(isLoosened({ directive: 'script-src', blocked: 'eval' })).toBe(true)
  expect(isLoosened({ directive: 'worker-src', blocked: 'blob' })).toBe(true)
  expect(isLoosened({ directive: 'script-src', blocked: 'wasm-eval' })).toBe(true)
  expect(isProbe('(function anonymous(\n) {\n\n})')).toBe(true)
  expect(isProbe('(function anonymous(a\n) {\nreturn a\n})')).toBe(false)
  expect(isLoosened({ directive: 'connect-src', blocked: 'https://x.test' })).toBe(false)
  expect(isLoosened({ directive: 'script-src-elem', blocked: 'https://x.test/a.js' })).toBe(false)
})

describe('the policy', () => {
  test('lets nothing out unless it is declared', () => {
    expect(policyOf(undefined)).toBe(
      "default-src 'none'; script-src 'unsafe-inline' 'report-sample'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; media-src data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'",
    )
    const { csp } = readCsp({
      connectDomains: ['https://api.example.com/'],
      resourceDomains: ['https://*.cdn.example'],
      frameDomains: ['https://video.example:8443'],
    })
    const of = (name: string): string[] => directivesOf(csp).find((one) => one.name === name)!.sources
    expect(of('connect-src')).toEqual(['https://api.example.com'])
    expect(of('script-src')).toEqual(["'unsafe-inline'", "'report-sample'", 'https://*.cdn.example'])
    expect(of('frame-src')).toEqual(['https://video.example:8443'])
    expect(of('object-src')).toEqual(["'none'"])
  })

  test.each([
    '*',
    'https:',
    "'unsafe-eval'",
    'https://a; script-src *',
    'https://a b',
    'javascript:x',
    'data:',
    'https://*',
    'https://a/path',
    'a.com',
    'https://*.*.a',
    'https://a,https://b',
    7,
    null,
  ])('leaves %j out and says so', (named) => {
    const { csp, notes } = readCsp({ resourceDomains: [named] } as Json)
    expect(csp?.resourceDomains).toEqual([])
    expect(notes).toHaveLength(1)
  })

  test('loosened by a person lets scripts evaluate and work, and reaches no further host', () => {
    const differing = directivesOf(undefined, true).filter(
      ({ sources }, at) => sources.join() !== directivesOf(undefined)[at]!.sources.join(),
    )
    expect(differing.map(({ name }) => name)).toEqual(['script-src', 'img-src', 'media-src'])
    expect(policyOf(undefined, true)).not.toMatch(/https?:|\*/)
  })

  test('what is no list or unknown is not heeded, and is said', () => {
    expect(readCsp({ connectDomains: 'https://a.example', other: [] })).toMatchObject({
      csp: {},
      notes: [expect.any(String), expect.any(String)],
    })
    expect(readCsp('x')).toMatchObject({ csp: undefined, notes: [expect.any(String)] })
  })
})

test('the sandbox lies under the other name of loopback, on its port', () => {
  const at = { port: 9 }
  expect(stageOrigin('http://127.0.0.1:4664', at)).toBe('http://localhost:9')
  expect(stageOrigin('http://localhost:4664', at)).toBe('http://127.0.0.1:9')
  expect(stageOrigin('http://box.lan:80', at)).toBe('http://box.lan:9')
  const named = { port: 9, origin: 'https://apps.test' }
  expect(stageOrigin('https://loupe.test', named)).toBe('https://apps.test')
  expect(stageOrigin('http://localhost:4664', named)).toBe('http://127.0.0.1:9')
  // A page of https holds no frame of http, but for this machine's own.
  expect(stageFault('https://loupe.test', at)).toContain('--apps-port 9 --apps-origin https://')
  expect(stageFault('https://apps.test', named)).toContain('that of this page')
  for (const [page, place] of [
    ['https://loupe.test', named],
    ['https://localhost', at],
    ['http://box.lan:80', at],
  ] as const)
    expect(stageFault(page, place)).toBeUndefined()
  expect(stageUrl('http://127.0.0.1:1', at, {})).toBe('http://localhost:9/?host=http%3A%2F%2F127.0.0.1%3A1&csp=%7B%7D')
})

test('arguments that a model still writes are closed wherever they break off', () => {
  const args = { city: 'Bern', list: [1, { deep: 'yes "quoted"' }], last: true }
  for (let share = 0; share <= 1; share += 0.01) expect(partialArguments(args, share)).toBeTypeOf('object')
  expect(partialArguments(args, 0)).toEqual({})
  expect(partialArguments(args, 0.3)).toEqual({ city: 'Bern' })
  expect(partialArguments(args, 1)).toEqual(args)
})

test('the newest word to the model stands alone, those to the conversation after each other', () => {
  const first = { messages: ['a'], ...toldNow({ messages: [] }, 'context', { content: 1 }) }
  expect({ ...first, ...toldNow(first, 'context', { content: 2 }) }).toEqual({ messages: ['a'], modelContext: { content: 2 } })
  expect(toldNow(first, 'message', 'b')).toEqual({ messages: ['a', 'b'] })
})

test('a change of the context holds what changed alone', () => {
  expect(changeOf({ theme: 'light', a: { b: 1 } }, { theme: 'dark', a: { b: 1 } })).toEqual({ theme: 'dark' })
  expect(changeOf({ theme: 'light' }, { theme: 'light' })).toBeUndefined()
})

describe('the host', () => {
  interface Bench {
    host: AppHost
    sent: { [name: string]: Json }[]
    did: string[]
    from: (message: { [name: string]: Json }) => Promise<void>
    greet: () => Promise<void>
    remarks: (string | undefined)[]
  }
  const bench = ({ allowed = true, outcome = { result: { content: [] } } }: { allowed?: boolean; outcome?: Outcome } = {}): Bench => {
    const sent: { [name: string]: Json }[] = []
    const did: string[] = []
    const remarks: (string | undefined)[] = []
    const acts: HostActs = {
      send: (message) => void sent.push(message as { [name: string]: Json }),
      log: (_direction, _message, remark) => void remarks.push(remark),
      consent: async (kind) => (did.push(`consent ${kind}`), allowed),
      forward: async (method) => (did.push(`forward ${method}`), outcome),
      tool: (name) => (name === 'hidden' ? tool({ ui: { visibility: ['model'] } }) : tool({})),
      open: (url) => (did.push(`open ${url}`), undefined),
      save: (files) => void did.push(`save ${files.map(({ name, bytes }) => `${name} ${bytes?.length}`).join(', ')}`),
      said: (kind) => void did.push(`said ${kind}`),
      sized: (size) => void did.push(`size ${JSON.stringify(size)}`),
      moded: (mode) => void did.push(`mode ${mode}`),
      done: () => void did.push('done'),
      ready: () => void did.push('ready'),
    }
    const host = createAppHost(acts, {
      hostInfo: { name: 'h', version: '1' },
      hostCapabilities: {},
      context: { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
    })
    const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))
    const from = async (message: { [name: string]: Json }): Promise<void> => (host.receive({ jsonrpc: '2.0', ...message }), settle())
    const greet = async (): Promise<void> => {
      await from({ id: 1, method: 'ui/initialize', params: { appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] } } })
      await from({ method: 'ui/notifications/initialized' })
    }
    return { host, sent, did, from, greet, remarks }
  }
  const methods = ({ sent }: Bench): Json[] => sent.map(({ method, id }) => method ?? id!)

  test('says nothing before the app is ready, then feeds it in order and once', async () => {
    const one = bench()
    one.host.partial({ a: 1 })
    one.host.input({ a: 1, b: 2 })
    one.host.partial({ late: true })
    one.host.result({ content: [] })
    expect(one.sent).toEqual([])
    await one.from({ id: 1, method: 'ui/initialize', params: {} })
    expect(methods(one)).toEqual([1])
    await one.from({ method: 'ui/notifications/initialized' })
    one.host.input({ again: true })
    one.host.cancelled('too late')
    expect(methods(one)).toEqual([1, 'ui/notifications/tool-input-partial', 'ui/notifications/tool-input', 'ui/notifications/tool-result'])
    expect(one.did).toEqual(['ready'])
  })

  test('asks for consent to tools, links, messages and context, and refuses with -32000', async () => {
    const asks: { [name: string]: Json }[] = [
      { method: 'tools/call', params: { name: 'x' } },
      { method: 'ui/open-link', params: { url: 'https://example.com' } },
      { method: 'ui/message', params: { role: 'user', content: { type: 'text', text: 't' } } },
      { method: 'ui/update-model-context', params: {} },
    ]
    const yes = bench()
    const no = bench({ allowed: false })
    for (const one of [yes, no]) {
      await one.greet()
      one.sent.length = 0
      one.did.length = 0
      for (const [at, ask] of asks.entries()) await one.from({ id: at, ...ask })
    }
    expect(yes.did).toEqual([
      'consent tool',
      'forward tools/call',
      'consent link',
      'open https://example.com',
      'consent message',
      'said message',
      'consent context',
      'said context',
    ])
    expect(no.did).toEqual(['consent tool', 'consent link', 'consent message', 'consent context'])
    expect(no.sent.map(({ error }) => (error as { code: number }).code)).toEqual([-32000, -32000, -32000, -32000])
  })

  test.each([
    [{ method: 'tools/call', params: { name: 'hidden' } }, -32000],
    [{ method: 'tools/call', params: {} }, -32602],
    [{ method: 'ui/open-link', params: { url: 'javascript:x' } }, -32000],
    [{ method: 'ui/open-link', params: { url: 'file:///etc/passwd' } }, -32000],
    [{ method: 'ui/message', params: { role: 'system', content: [] } }, -32602],
    [{ method: 'ui/download-file', params: {} }, -32602],
    [{ method: 'ui/download-file', params: { contents: [{ type: 'text', text: 'x' }] } }, -32602],
    [{ method: 'ui/download-file', params: { contents: [{ type: 'resource', resource: { uri: 'a:b', blob: '?' } }] } }, -32602],
    [{ method: 'sampling/createMessage', params: {} }, -32601],
    [{ method: 'ui/request-display-mode', params: { mode: 'wall' } }, -32602],
  ])('refuses %j without asking anybody', async (ask, code) => {
    const one = bench()
    await one.greet()
    await one.from({ id: 9, ...ask })
    expect(one.sent.at(-1)).toMatchObject({ id: 9, error: { code } })
    expect(one.did).toEqual(['ready'])
  })

  test('saves files with consent, those of a link as the server has them', async () => {
    const contents: Json[] = [
      { type: 'resource', resource: { uri: 'file:///../../etc/a.csv', mimeType: 'text/csv', text: 'é' } },
      { type: 'resource_link', uri: 'demo://b/c', name: 'c', mimeType: 'image/png' },
    ]
    const outcome = { result: { contents: [{ uri: 'demo://b/c', blob: btoa('abc') }] }, seq: 7 }
    const one = bench({ outcome })
    await one.greet()
    await one.from({ id: 2, method: 'ui/download-file', params: { contents } })
    expect(one.did).toEqual(['ready', 'consent download', 'forward resources/read', 'save a.csv 2, c.png 3'])
    expect(one.sent.at(-1)).toMatchObject({ id: 2, result: {} })
    const no = bench({ allowed: false, outcome })
    await no.greet()
    await no.from({ id: 2, method: 'ui/download-file', params: { contents } })
    expect(no.did).toEqual(['ready', 'consent download'])
    expect(no.sent.at(-1)).toMatchObject({ error: { code: -32000 } })
    const gone = bench({ outcome: { error: { code: -32002, message: 'Gone' } } })
    await gone.greet()
    await gone.from({ id: 2, method: 'ui/download-file', params: { contents } })
    expect(gone.sent.at(-1)).toMatchObject({ error: { code: -32002 } })
  })

  test('tells that a list of the server changed, once it is ready', async () => {
    const one = bench()
    one.host.changed('notifications/tools/list_changed', undefined)
    await one.greet()
    expect(methods(one)).toEqual([1])
    one.host.changed('notifications/tools/list_changed', undefined)
    expect(one.sent.at(-1)).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  })

  test('answers a display mode with the one that results, and never takes one that the app did not list', async () => {
    const one = bench()
    await one.greet()
    await one.from({ id: 2, method: 'ui/request-display-mode', params: { mode: 'pip' } })
    expect(one.sent.at(-1)).toMatchObject({ result: { mode: 'inline' } })
    await one.from({ id: 3, method: 'ui/request-display-mode', params: { mode: 'fullscreen' } })
    expect(one.sent.at(-1)).toMatchObject({ result: { mode: 'fullscreen' } })
    expect(one.did).toEqual(['ready', 'mode fullscreen'])
  })

  test('tells changes of the surroundings, and waits for the app when it is taken down', async () => {
    const one = bench()
    await one.greet()
    one.host.context({ displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen', 'pip'], theme: 'dark' })
    expect(one.sent.at(-1)).toMatchObject({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } })
    let gone = false
    const ended = one.host.teardown('over', 60_000).then(() => (gone = true))
    const { id } = one.sent.at(-1)!
    expect(gone).toBe(false)
    await one.from({ id: id!, result: {} })
    await ended
    await one.from({ id: 8, method: 'ping' })
    expect(one.sent.at(-1)).toMatchObject({ method: 'ui/resource-teardown' })
  })

  test('asks an app for its own tools, and waits no longer than it is patient', async () => {
    const one = bench()
    expect(await one.host.ask('tools/list', {})).toMatchObject({ error: { code: -32000 } })
    await one.greet()
    const listed = one.host.ask('tools/list', {})
    const { id } = one.sent.at(-1)!
    await one.from({ id: id!, result: { tools: [] } })
    expect(await listed).toEqual({ result: { tools: [] } })
    const refused = one.host.ask('tools/call', { name: 'x' })
    await one.from({ id: one.sent.at(-1)!.id!, error: { code: -32602, message: 'No' } })
    expect(await refused).toEqual({ error: { code: -32602, message: 'No' } })
    expect(await one.host.ask('tools/list', {}, 1)).toMatchObject({ error: { message: expect.stringContaining('did not answer') } })
  })

  test('heeds sizes, and says what is no message of the dialect', async () => {
    const one = bench()
    await one.greet()
    await one.from({ method: 'ui/notifications/size-changed', params: { height: 20, width: 'wide' } })
    await one.from({ method: 'ui/notifications/size-changed', params: { height: -1 } })
    one.host.receive('hello')
    one.host.receive({ jsonrpc: '2.0', id: 99, result: {} })
    one.host.receive({ jsonrpc: '2.0', id: { no: 1 }, method: 'ping' })
    expect(one.did).toEqual(['ready', 'size {"height":20}'])
    expect(one.remarks.filter((remark) => remark !== undefined)).toHaveLength(3)
    expect(one.sent.at(-1)).toMatchObject({ id: null, error: { code: -32600 } })
  })
})
