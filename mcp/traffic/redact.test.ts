import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import { writeHar } from './har.ts'
import { writeRecord } from './record-format.ts'
import { Redactor, redactorFor } from './redact.ts'
import { writeReport } from './report.ts'

const TARGET: Target = { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'auto' }
const SECRET = 'Tr0ub4dor_and_3'
const packed = (text: string) => JSON.stringify({ content: [{ type: 'text', text }] })

test.each([
  ['a member, named in camel case', `{"accessToken": "${SECRET}"}`, '{"accessToken": "REDACTED-1"}'],
  ['a variable in JSON', `{"AWS_SECRET_ACCESS_KEY":"${SECRET}","x":1}`, '{"AWS_SECRET_ACCESS_KEY":"REDACTED-1","x":1}'],
  ['JSON in the text of a result', packed(`{"password": "${SECRET}", "b": 2}`), packed('{"password": "REDACTED-1", "b": 2}')],
  [
    'laid out there',
    packed(JSON.stringify({ GITHUB_TOKEN: SECRET }, null, 2)),
    packed(JSON.stringify({ GITHUB_TOKEN: 'REDACTED-1' }, null, 2)),
  ],
  ['packed three times', packed(packed(`{"api_key":"${SECRET}"}`)), packed(packed('{"api_key":"REDACTED-1"}'))],
  ['one that holds quotes', packed('{"password":"a\\\\\\"b 1\\\\","c":1}'), packed('{"password":"REDACTED-1","c":1}')],
  ['one that is cut off', `{"client_secret":"${SECRET}`, '{"client_secret":"REDACTED-1'],
  ['a dictionary of Python', `{'refresh_token': '${SECRET}', 'ok': True}`, "{'refresh_token': 'REDACTED-1', 'ok': True}"],
  ['an object as Node prints it', `{ clientSecret: '${SECRET}' }`, "{ clientSecret: 'REDACTED-1' }"],
  ['lines of an .env file', packed(`A=b\nDB_PASSWORD=${SECRET}\nPORT=80`), packed('A=b\nDB_PASSWORD=REDACTED-1\nPORT=80')],
  ['a shell line', `export OPENAI_API_KEY="${SECRET}"; run`, 'export OPENAI_API_KEY="REDACTED-1"; run'],
  ['a log line', `login failed, password: ${SECRET}, user me`, 'login failed, password: REDACTED-1, user me'],
  ['a header in a text', 'Authorization: Basic bWU6c2VjcmV0LTEyMw==', 'Authorization: Basic REDACTED-1'],
  ['cookies in a text', `Cookie: sid=${SECRET}; a=1\nHost: x`, 'Cookie: REDACTED-1\nHost: x'],
  ['a header of an echo', `{"headers":{"authorization":"Bearer ${SECRET}"}}`, '{"headers":{"authorization":"Bearer REDACTED-1"}}'],
  ['a list of variables', `{"name":"API_KEY","value":"${SECRET}"}`, '{"name":"API_KEY","value":"REDACTED-1"}'],
  ['the query of a URL', `/message?sessionId=${SECRET}&a=1`, '/message?sessionId=REDACTED-1&a=1'],
  ['a fragment', `https://x.test/#access_token=${SECRET}&type=b`, 'https://x.test/#access_token=REDACTED-1&type=b'],
  [
    'an escaped query',
    `https://x.test/?a=1\\u0026client_secret=${SECRET}\\u0026b=2`,
    'https://x.test/?a=1\\u0026client_secret=REDACTED-1\\u0026b=2',
  ],
  ['a key of Amazon', 'with AKIAIOSFODNN7EXAMPLE.', 'with REDACTED-1.'],
  ['a token of GitHub', 'github_pat_11ABCDEFG0abcdefghij_x', 'REDACTED-1'],
])('%s is taken out, and nothing beside it', (_, text, clean) => {
  expect(new Redactor().text(text)).toBe(clean)
})

test.each([
  '{"progressToken":"abc-1","nextPageToken":"p2","token_type":"Bearer","max_tokens":4096}',
  '{"properties":{"token":{"type":"string"},"apiKey":{"default":null}},"required":["password","token"]}',
  'The token: a text that you are given. Your password: as you like. Basic information: none, key=value',
  '{"token_endpoint":"https://a.test/token","secretName":"db","publicKey":"MFkwEwYHKoZI"}',
  'API_KEY=${API_KEY} {"password":"••••","token":"REDACTED-7"} PWD=/home/me',
  "fetch(url, { credentials: 'include' })",
  '{"eos_token":"</s>","cookie":"chocolate","key":"a"}',
])('what is none stays: %s', (text) => {
  expect(new Redactor().text(text)).toBe(text)
})

test('a private key goes as a whole, in a text and in JSON', () => {
  const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA+/=\nq83vEjRWeJCrze8=\n-----END RSA PRIVATE KEY-----\n'
  for (const text of [key, packed(key), packed(packed(key))])
    expect(new Redactor().text(text)).toMatch(/-----BEGIN RSA PRIVATE KEY-----REDACTED-1-----END RSA PRIVATE KEY-----/)
})

test.each([
  ['in base64, wherever it begins', (secret: string) => ['', 'a', 'ab'].map((before) => btoa(`${before}${secret} and more`))],
  ['in base64 for URLs', (secret: string) => [btoa(secret).replaceAll('+', '-').replaceAll('/', '_')]],
  [
    'in a URL',
    (secret: string) => [
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
      new URLSearchParams({ a: secret }).toString(),
    ],
  ],
  ['in a URL within a URL', (secret: string) => [encodeURIComponent(encodeURIComponent(secret))]],
  ['in JSON', (secret: string) => [JSON.stringify(secret), packed(packed(secret)), JSON.stringify(secret).replaceAll('/', '\\/')]],
  [
    'in JSON of .NET and of Go',
    (secret: string) => [
      secret.replaceAll(/[+"&<>`']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
      JSON.stringify(secret).replaceAll('&', '\\u0026'),
    ],
  ],
])('a known secret is found %s', (_, spell) => {
  for (const secret of ['aB+c/d&e9x "2(', 'plain-secret-7', '>>>???~~~key9']) {
    const redactor = new Redactor()
    redactor.learn({ kind: 'sent', method: 'GET', url: '', headers: [['Authorization', `Bearer ${secret}`]], seq: 1, at: 0, exchange: 1 })
    for (const text of spell(secret)) expect(redactor.text(`<<${text}>>`), text).toMatch(/^<<.*REDACTED-1.*>>$/)
  }
})

test('parts of a header are secrets by themselves: a cookie without its name, a password of Basic', () => {
  const redactor = new Redactor()
  const at = { seq: 1, at: 0, exchange: 1 }
  const set: [string, string] = ['Set-Cookie', 'sid="cookie-secret-1"; Path=/; HttpOnly']
  redactor.learn({ kind: 'status', status: 200, statusText: '', headers: [set], ...at })
  redactor.learn({ kind: 'sent', method: 'GET', url: '', headers: [['Authorization', `Basic ${btoa('me:basic-secret-2')}`]], ...at })
  expect(redactor.text('cookie-secret-1 basic-secret-2')).toMatch(/^REDACTED-\d REDACTED-\d$/)
  // Who reads it still sees that it is the same one, and how it was set.
  expect(redactor.headers([set], 'status')).toEqual([['Set-Cookie', 'sid="REDACTED-1"; Path=/; HttpOnly']])
  expect(redactor.headers([['Cookie', 'a=1; sid=cookie-secret-1']], 'sent')[0]![1]).toMatch(/^a=REDACTED-\d; sid=REDACTED-1$/)
})

test('a word is a secret where it was told to be one, and an ordinary word elsewhere', () => {
  const redactor = new Redactor()
  expect(redactor.text('{"password":"required","required":["password"]}')).toBe('{"password":"REDACTED-1","required":["password"]}')
})

test('in every kind of file, whatever holds it and before it was known to be one', () => {
  const traffic = createTraffic()
  traffic.append(0, { kind: 'stderr', text: `issued ${SECRET}` })
  traffic.append(1, {
    kind: 'sent',
    method: 'POST',
    url: 'http://server.test/mcp',
    headers: [],
    body: `{"id":"${SECRET}","method":"tools/list"}`,
  })
  traffic.append(1, { kind: 'status', status: 200, statusText: `OK ${SECRET}`, headers: [['content-type', 'text/event-stream']] })
  traffic.append(1, { kind: 'sign', event: SECRET, id: SECRET, comment: SECRET })
  traffic.append(1, { kind: 'frame', text: `{"id":"${SECRET}","error":{"code":1,"message":"${SECRET}"}}`, id: `7-${SECRET}`, why: SECRET })
  traffic.append(1, { kind: 'frame', text: packed(`{"access_token":"${SECRET}"}`) })
  const facts = { serverInfo: { name: SECRET, version: '1' } } as never
  const about = { savedAt: 0, name: SECRET, target: TARGET, facts, notes: { 2: `saw ${SECRET}` } }
  const seqs = [1, 2, 3, 4, 5, 6]
  const files = [
    writeRecord(traffic, about, redactorFor(traffic, TARGET)),
    writeHar(traffic, { name: 'l', version: '1' }, redactorFor(traffic, TARGET), about),
    writeReport(traffic, seqs, { ...about, by: 'l' }, redactorFor(traffic, TARGET)),
  ]
  for (const file of files) {
    const text = [...file].join('')
    expect(text).toContain('REDACTED-1')
    expect(text.replaceAll('\\_', '_')).not.toContain(SECRET)
  }
})

test('of a command: what its variables and its words hold, also where a program says them', () => {
  const traffic = createTraffic()
  for (const secret of ['stripe1234567890x', 'db-pass-99', 'word-secret-1']) traffic.append(0, { kind: 'stderr', text: `using ${secret}` })
  const target: Target = {
    kind: 'stdio',
    command: 'node',
    args: ['--api-key', 'word-secret-1'],
    env: [
      { name: 'STRIPE', value: 'stripe1234567890x' },
      { name: 'DATABASE_URL', value: 'postgres://me:db-pass-99@host/db' },
      { name: 'HOME', value: '/home/me' },
    ],
  }
  const text = [...writeRecord(traffic, { savedAt: 0, name: 't', target }, redactorFor(traffic, target))].join('')
  expect(text).not.toMatch(/stripe1234567890x|db-pass-99|word-secret-1/)
})

test('a record that lost secrets before keeps their names: what is found now has another', () => {
  const traffic = createTraffic()
  traffic.append(0, { kind: 'stderr', text: `REDACTED-2 is known, password=${SECRET}` })
  const earlier = [
    { placeholder: 'REDACTED-1', where: 'header Cookie' },
    { placeholder: 'REDACTED-2', where: 'header Authorization' },
  ]
  const text = [...writeRecord(traffic, { savedAt: 0, name: 't', target: TARGET }, new Redactor(earlier))].join('')
  expect(text).toContain('REDACTED-2 is known, password=REDACTED-3')
  expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({
    redacted: [...earlier, { placeholder: 'REDACTED-3', where: '“password” of a text' }],
  })
})

test('what an address has for a key is taken out, and its words stay', () => {
  const url = 'https://mcp.server.test/api/v2/a-rather-long-name-of-a-path/s/NzU0ZTQ3Zi05MzQ1LTRk/mcp?x=1'
  const traffic = createTraffic()
  traffic.append(1, { kind: 'sent', method: 'POST', url, headers: [], body: '{"id":1,"method":"ping"}' })
  const target: Target = { ...TARGET, url }
  const text = [...writeRecord(traffic, { savedAt: 0, name: 't', target }, redactorFor(traffic, target))].join('')
  expect(text.match(/https:[^"]*/g)).toEqual([url, url].map((one) => one.replace('NzU0ZTQ3Zi05MzQ1LTRk', 'REDACTED-1')))
})
