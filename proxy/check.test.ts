// The command over real processes and files: what it prints and how it ends.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Talk } from '#mcp/testing/record.ts'
import { runCheck } from './check.ts'
import { readCheck, type CheckOrder } from './check-order.ts'

const folder = mkdtempSync(join(tmpdir(), 'loupe-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function run(argv: string[]): Promise<{ code: number; out: string; error: string }> {
  const order = readCheck(argv, folder)
  expect(order).not.toHaveProperty('wrong')
  let [out, error] = ['', '']
  const print = { out: (text: string) => void (out += text), error: (text: string) => void (error += text) }
  return { code: await runCheck(order as CheckOrder, print, '1', new AbortController().signal), out, error }
}

/** A server of a few lines; `flaw` is put into its answers. */
const server = (flaw = ''): string =>
  file(
    `server${flaw.length}.cjs`,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { jsonrpc, id, method, params } = JSON.parse(line)
  if (jsonrpc !== '2.0' || !['string', 'number', 'undefined'].includes(typeof id)) return
  if (id === undefined) return
  const say = (rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
  if (method === 'initialize') return say({ result: { protocolVersion: params.protocolVersion === '1999-01-01' ? '2025-11-25' : params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } } })
  if (method === 'ping') return say({ result: {} })
  if (method === 'tools/list' && params?.cursor === undefined) return say({ result: { tools: [{ name: 'a', description: 'Does a.', inputSchema: { type: 'object' } ${flaw} }] } })
  say({ error: { code: method === 'tools/list' || method === 'tools/call' ? -32602 : -32601, message: 'No' } })
})`,
  )

test('no server fails for what its record has lost', async () => {
  const talk = new Talk('2025-11-25', true).greet({ tools: {} })
  const { length } = talk.events
  talk.says({ jsonrpc: '2.0', id: 4, result: { content: [] } })
  const lines = talk.events.slice(length).map((event) => JSON.stringify(event))
  const header = (dropped: number): string => JSON.stringify({ format: 'loupe-record', version: 1, dropped })
  const cut = await run([file('cut.jsonl', [header(42), ...lines, ''].join('\n'))])
  expect(cut.code).toBe(0)
  expect(cut.out).toMatch(/^Missing {5}42 messages, dropped or cleared before/m)
  expect((await run([file('whole.jsonl', [header(0), ...lines, ''].join('\n'))])).code).toBe(1)
})

test('a server that behaves ends with 0, one that breaks a MUST with 1', async () => {
  const good = await run(['--', process.execPath, server()])
  expect(good).toMatchObject({ code: 0, error: '' })
  expect(good.out).toMatch(/MUST (\d+) of \1 kept/)
  expect(good.out).toMatch(
    /^Checked {5}\S.*\nServer {6}a 1\nTransport {3}stdio\nRevision {4}2025-11-25 \(as agreed in the older era: .*\)\nAlso spoken 2024-11-05, /,
  )
  // A report is read by others: no secret of the command stands in it.
  const secret = await run(['--only', 'TL', '--', process.execPath, server(), '--api-key', 'hush-1', '--token=hush-2'])
  expect(secret.out).toMatch(/^Checked .* --api-key •••• --token=••••$/m)
  const bad = await run(['--only', 'TL', '--', process.execPath, server(', inputSchema: null')])
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/✗ TL-02 MUST/)
  expect(bad.out).toContain('https://modelcontextprotocol.io/specification/')
})

test('a message outside of the schema is told as that, and ends a strict run with 1', async () => {
  const flawed = ['--', process.execPath, server(', annotations: "x"')]
  const { code, out } = await run(['--only', 'JR,TL', ...flawed])
  expect(code).toBe(0)
  expect(out).toContain('! JR-28 derived, outside of the schema  Every message')
  expect(out).toContain('ListToolsResult, "annotations" of "a": must be object')
  expect(out).toContain(' · 1 outside of the schema · ')
  // A rule that knows more of the same fault says it in its place.
  const told = [', annotations: { readOnlyHint: "yes" }', ', title: 7'].map((flaw) =>
    run(['--strict', '--only', 'JR,TL', '--', process.execPath, server(flaw)]),
  )
  for (const { code, out } of [await run(['--strict', '--only', 'JR,TL', ...flawed]), ...(await Promise.all(told))]) {
    expect(out).toContain('derived, outside of the schema')
    expect(code).toBe(1)
  }
  const good = await run(['--strict', '--only', 'JR,TL', '--', process.execPath, server()])
  expect(good.out).not.toContain('outside of the schema ·')
  expect(good.code).toBe(0)
})

test('what crossed the wire is saved, and judged again as it was', async () => {
  const path = join(folder, 'saved.jsonl')
  const live = await run(['--only', 'TL,JR', '--format', 'json', '--save', path, '--', process.execPath, server(', inputSchema: null')])
  const again = await run(['--only', 'TL,JR', '--format', 'json', path])
  expect([live.code, again.code]).toEqual([1, 1])
  expect(JSON.parse(again.out).checks).toEqual(JSON.parse(live.out).checks)
  expect((await run(['--only', 'TL-01', '--save', join(folder, 'no', 'such'), '--', process.execPath, server()])).code).toBe(2)
})

test('a record is judged, in each format, against a baseline of what is known', async () => {
  const talk = new Talk('2025-11-25')
    .greet({ tools: {} })
    .ask('tools/list', {}, { result: { tools: [{ name: 'a', inputSchema: { type: 'string' } }] } })
  const record = file('record.jsonl', talk.events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const plain = await run([record, '--format=json'])
  expect(plain.code).toBe(1)
  const checks = JSON.parse(plain.out).checks as { id: string; outcome: string }[]
  expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual(['TL-02'])
  expect((await run([record, '--format', 'junit'])).out).toMatch(/<failure message="that of a has the type &quot;string&quot;">/)
  expect((await run([record, '--format', 'markdown'])).out).toContain('**TL-02** MUST')
  const known = file('known.txt', 'TL-02 # for now\nJR-01\n')
  const based = await run([record, '--baseline', known])
  expect(based.code).toBe(0)
  expect(based.out).toContain('No longer broken, and still in the baseline: JR-01')
  expect((await run([record, '--baseline', known, '--strict'])).code).toBe(1)
  expect((await run([record, '--baseline', file('none.txt', '')])).out).toContain('New since the baseline: TL-02')
  expect((await run([record, '--format', 'sarif'])).out).toContain('"ruleId": "TL-02"')
  expect((await run([record, '--format', 'html'])).out).toMatch(/^<!doctype html>/)
  expect((await run([record, '--skip', 'TL'])).code).toBe(0)
})

test('what is lent by a name that is not listed ends with 2 and says what is', async () => {
  const { code, error } = await run(['--profile', 'interactive', '--only', 'TL', '--tool', 'b', '--', process.execPath, server()])
  expect(error).toContain('--tool b: the server lists no such tool, but a.')
  expect(code).toBe(2)
})

test('what a server never answers ends with 2 and names it, also where it dies of it', async () => {
  for (const instead of ['return', 'process.exit(3)']) {
    const dumb = file(
      'dumb.cjs',
      readFileSync(server(), 'utf8').replace(
        "if (method === 'tools/list' &&",
        `if (method === 'tools/list') ${instead}\n  if (method === 'tools/list' &&`,
      ),
    )
    const { code, error } = await run(['--only', 'TL', '--timeout', '0.3', '--', process.execPath, dumb])
    expect(error).toMatch(/left requests without an answer.*: tools\/list \((\d+) of \1\)/)
    expect(code).toBe(2)
  }
})

test('answers that are cut off each time end with 2, as silence does', async () => {
  const lists = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
    response.write('data: {"jsonrpc":"2.0",')
    setTimeout(() => response.destroy(), 5)
  }
  const web = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { id, method, params } = (body === '' ? {} : JSON.parse(body)) as {
        id?: number
        method?: string
        params?: { protocolVersion?: string }
      }
      const protocolVersion = params?.protocolVersion === '1999-01-01' ? '2025-11-25' : params?.protocolVersion
      if (method === 'tools/list') return lists(response)
      if (request.method !== 'POST') return response.writeHead(405).end()
      if (id === undefined) return response.writeHead(202).end()
      const serverInfo = { name: 'a', version: '1' }
      const answer =
        method === 'initialize'
          ? { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
          : { error: { code: -32601, message: 'No' } }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { code, error } = await run(['--only', 'TL', '--era', 'legacy', `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`])
  web.close()
  expect(error).toMatch(/left requests without an answer.*: tools\/list \((\d+) of \1\)/)
  expect(code).toBe(2)
})

test('SARIF places a finding in the record that was kept, or in the program', async () => {
  const script = server(', inputSchema: null')
  const placesOf = (text: string) =>
    (JSON.parse(text) as { runs: [{ results: { ruleId: string; locations: [{ physicalLocation: object }] }[] }] }).runs[0].results.find(
      ({ ruleId }) => ruleId === 'TL-02',
    )!.locations[0].physicalLocation
  const bare = await run(['--only', 'TL', '--format', 'sarif', '--', process.execPath, script])
  expect(placesOf(bare.out)).toEqual({ artifactLocation: { uri: relative('.', script) }, region: { startLine: 1 } })
  const path = join(folder, 'of-sarif.jsonl')
  const saved = await run(['--only', 'TL', '--format', 'sarif', '--save', path, '--', process.execPath, script])
  const place = placesOf(saved.out) as { artifactLocation: { uri: string }; region: { startLine: number } }
  expect(place.artifactLocation.uri).toBe(relative('.', path))
  const line = readFileSync(path, 'utf8').split('\n')[place.region.startLine - 1]
  expect(line).toContain('inputSchema')
})

test('what could not run ends with 2 and a sentence', async () => {
  const none = await run(['--', process.execPath, '-e', 'process.exit(3)'])
  expect(none.code).toBe(2)
  expect(none.error).toMatch(/^loupe: /)
  expect((await run([file('other.jsonl', 'no record\n')])).code).toBe(2)
})

test('a server that ends before it speaks is told with its last words and their cause, in every format', async () => {
  const slip = file('slip.mjs', 'const a = (\n')
  const line = ['--', process.execPath, slip]
  const text = await run(line)
  expect(text).toMatchObject({ code: 2, out: '' })
  expect(text.error).toMatch(/^loupe: Its code cannot be read\. The server process exited with code 1\.\n {2}stderr: /)
  expect(text.error).toMatch(/\n {2}stderr: SyntaxError: .*\n→ .*slip\.mjs, line \d+: SyntaxError: /s)
  const why = 'Its code cannot be read. The server process exited with code 1.'
  const told = async (format: string): Promise<string> => {
    const { code, out } = await run(['--format', format, ...line])
    expect(code).toBe(2)
    return out
  }
  expect(await told('junit')).toMatch(
    /<testsuite name="The run" tests="1" failures="0" errors="1".*\n.*<error message="Its code cannot be read\. /,
  )
  const sarif = JSON.parse(await told('sarif')) as { runs: [{ invocations: object[] }] }
  expect(sarif.runs[0].invocations).toMatchObject([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: expect.stringContaining(why) as string } }],
    },
  ])
  expect(JSON.parse(await told('json'))).toMatchObject({ failed: [expect.stringContaining(why)] })
  expect(await told('markdown')).toContain(`- Unfinished: ${why}`)
  expect(await told('html')).toContain(`<dt>Unfinished</dt><dd>${why}`)
  const dumb = file('late.mjs', "console.error('sk-abcdefghijklmnopqrstuvwx is no key')\nprocess.exit(1)\n")
  expect((await run(['--', process.execPath, dumb])).error).toMatch(/It said: REDACTED-1 is no key\.\n {2}stderr: REDACTED-1 is no key\n/)
})

test('a report of a run that never had its answers says so to programs too', async () => {
  const dumb = file(
    'mute.cjs',
    readFileSync(server(), 'utf8').replace("if (method === 'tools/list' &&", "if (method === 'tools/list') return\n  if ("),
  )
  const { code, out } = await run(['--only', 'TL', '--timeout', '0.3', '--format', 'junit', '--', process.execPath, dumb])
  expect(out).toContain('<error message="the server left requests without an answer')
  expect(code).toBe(2)
})

test('what is lent is given what stands behind it', () => {
  const lent = [
    '--profile',
    'interactive',
    '--arguments',
    '{"a":1}',
    '--tool',
    't',
    '--prompt',
    'p',
    '--arguments={"b":"2"}',
    '--template',
    'x:{c}',
    'http://x/',
  ]
  expect(readCheck(lent, folder)).toMatchObject({
    pigs: {
      tool: { name: 't', arguments: { a: 1 } },
      prompt: { name: 'p', arguments: { b: '2' } },
      template: { name: 'x:{c}', arguments: {} },
    },
  })
})

test.each([
  [['--prompt', 'p', '--arguments', '{"b":2}', 'http://x/'], 'a prompt takes texts'],
  [['--arguments', '{}', 'http://x/'], 'name the tool, prompt or template'],
  [['--format', 'yaml', 'http://x/'], 'There is no format yaml'],
  [['--profile', 'wild', 'http://x/'], 'There is no profile wild'],
  [['--profile', 'interactive', 'http://x/'], 'name it with --tool'],
  [['--revision', '2025-01-01', 'http://x/'], 'There is no revision 2025-01-01'],
  [['--arguments', '[1]', 'http://x/'], 'no JSON object'],
  [['--only', 'QQ-01', 'http://x/'], 'no such check'],
  [['missing.jsonl'], 'There is no file missing.jsonl'],
  [['build/index.js'], 'loupe check -- node build/index.js'],
  [['node', 'build/index.js'], 'loupe check -- node build/index.js'],
  [['localhost:3000/mcp'], 'Did you mean http://localhost:3000/mcp ?'],
  [['--baseline', 'missing.txt', 'http://x/'], 'could not be read'],
  [[], 'Name a URL'],
])('what is not understood: %s', (argv, words) => {
  expect(readCheck(argv, folder)).toEqual({ wrong: expect.stringContaining(words) })
})
