// The checklist over real sockets and real processes, and the look at a host on its own.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STEPS } from '#mcp/doctor/doctor.ts'
import { readDoctor, runDoctor, type DoctorOrder } from './doctor.ts'
import { reach } from './reach.ts'

let web: Server
let port: number

beforeAll(async () => {
  web = createServer((request, response) => {
    response.writeHead(request.url === '/mcp' ? 403 : 404, { 'content-type': 'text/plain' })
    response.end(request.url === '/mcp' ? 'Invalid Host header' : 'nothing here')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => web.once('listening', resolve))
  port = (web.address() as AddressInfo).port
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})

async function run(argv: string[]): Promise<{ code: number; out: string }> {
  const order = readDoctor(argv, process.cwd())
  expect(order).not.toHaveProperty('wrong')
  let out = ''
  const code = await runDoctor(
    order as DoctorOrder,
    { out: (text) => void (out += text), error: (text) => void (out += text) },
    '1',
    new AbortController().signal,
  )
  return { code, out }
}

test('a host: its addresses, the port, and what is refused', async () => {
  const good = await reach(`http://127.0.0.1:${port}/mcp`)
  expect(good).toMatchObject({ dns: { addresses: ['127.0.0.1'] }, tcp: [{ address: '127.0.0.1' }] })
  expect(good.tcp?.[0]?.fault).toBeUndefined()
  expect((await reach('http://169.254.169.254/')).dns.fault?.code).toBe('BLOCKED')
  expect(await reach('http://[::ffff:169.254.169.254]/')).not.toHaveProperty('tcp')
  expect((await reach('not a url')).dns.fault?.code).toBe('BAD_URL')
  expect((await reach('file:///etc/passwd')).dns.fault?.code).toBe('BAD_URL')
  expect((await reach('http://no-such-host.invalid/')).dns.fault?.code).toMatch(/ENOTFOUND|EAI_AGAIN/)
  // Something listens, and does not speak TLS.
  expect((await reach(`https://127.0.0.1:${port}/`)).tls?.fault?.code).toMatch(/EPROTO|SSL|ECONNRESET/)
})

test('a refused host name: the step that failed, what to paste, and the exit code', async () => {
  const { code, out } = await run([`http://127.0.0.1:${port}/mcp`, '--transport', 'http', '--era', 'legacy'])
  expect(code).toBe(1)
  expect(out).toMatch(/✓ TCP/)
  expect(out).toMatch(/✗ Status/)
  expect(out).toContain(`new Set(['127.0.0.1:${port}'])`)
  expect(out).toMatch(/· Handshake/)
})

test('a program that prints and ends, and one that is not there', async () => {
  const ended = await run(['--markdown', '--', process.execPath, '--version'])
  expect(ended.code).toBe(1)
  expect(ended.out).toContain('## Process: failed')
  const gone = await run(['--', 'no-such-command-here'])
  expect(gone.code).toBe(1)
  expect(gone.out).toContain('✗ Process')
  expect(gone.out).toContain('was not found')
})

test('what cannot be understood is said', () => {
  expect(readDoctor([], '/')).toEqual({ wrong: expect.stringContaining('Name a URL') })
  expect(readDoctor(['--port', '1', 'http://a/'], '/')).toEqual({ wrong: 'loupe doctor takes no --port.' })
  expect(readDoctor(['--era', 'x', 'http://a/'], '/')).toHaveProperty('wrong')
  expect(readDoctor(['node', 'a.js'], '/')).toEqual({ wrong: expect.stringContaining('loupe doctor -- node a.js') })
  expect(readDoctor(['--nonsense', 'http://a/'], '/')).toHaveProperty('wrong')
  expect(readDoctor(['http://a/mcp', '--timeout=5', '-H', 'X: y'], '/')).toMatchObject({ limit: 5000, target: { url: 'http://a/mcp' } })
})

test('the steps are those that docs/automation.md names', () => {
  const row = readFileSync(new URL('../docs/automation.md', import.meta.url), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| one step of it |'))!
  const [, ids] = /`\[data-step\]`: ([^|]+), as far/.exec(row)!
  expect(STEPS.map(({ id }) => `\`${id}\``).join(', ')).toBe(ids)
})
