import { describe, expect, test } from 'vitest'
import { draftOf, EMPTY_DRAFT, faultsOf, meantDraft, serverOf, setTokens, targetOf, typeLine, type Draft } from './draft.ts'
import { maskedWords } from './masked.ts'

const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change })

test('a typed line becomes a server with a name of its own', () => {
  const server = serverOf(draft(typeLine('cd /srv && KEY=v npx -y @scope/weather "two words"')), ['weather'])
  expect(server).toEqual({
    id: 'weather-2',
    name: 'weather',
    era: 'auto',
    target: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@scope/weather', 'two words'],
      env: [{ name: 'KEY', value: 'v' }],
      cwd: '/srv',
    },
  })
})

test('a line with an open quote starts nothing, and says so', () => {
  expect(faultsOf(draft(typeLine('node "unclosed'))).line).toContain('A quote is open')
  expect(faultsOf(draft(typeLine('server "C:\\dir\\"'))).line).toContain('A quote is open')
  expect(faultsOf(draft(typeLine('node "closed"')))).toEqual({})
})

test.each<[Partial<Draft>, string]>([
  [typeLine('npx server --api-key ••••'), 'The value of --api-key was'],
  [typeLine('KEY=•••• npx server'), 'The variable KEY was'],
  [{ ...typeLine('npx server'), env: [{ name: 'KEY', value: '••••' }] }, 'The variable KEY was'],
  [{ ...typeLine('npx server ••••'), cwd: '/••••' }, 'Argument 2 and the folder were'],
  [{ kind: 'http', url: 'https://x.test/?key=••••' }, '“key” in the URL was'],
  [{ kind: 'http', url: 'https://x.test/', headers: [{ name: 'X-Key', value: 'a ••••' }] }, 'The header X-Key was'],
  [
    { kind: 'http', url: 'https://x.test/', bearer: '••••', headers: ['A', 'B'].map((name) => ({ name, value: '••••' })) },
    'The bearer token, the header A and the header B were',
  ],
  [{ kind: 'http', url: 'https://x.test/', auth: { clientSecret: '••••' } }, '“Client secret” of the authorization was'],
  [{ kind: 'http', url: 'https://x.test/', auth: { idp: { idToken: '••••' } } }, '“ID token” of the authorization was'],
])('what is masked is not connected with, and its place is told: %j', (change, place) => {
  expect(Object.keys(faultsOf(draft(change)))).toEqual(['masked'])
  expect(maskedWords(draft(change))).toMatch(new RegExp(`^${place} masked as •••• when this was copied: write `))
  const real = JSON.parse(JSON.stringify(change).replaceAll('••••', 'k')) as Partial<Draft>
  expect(faultsOf(draft(real))).toEqual({})
})

test('a mask in what a command has no use for is in nobody’s way', () => {
  expect(faultsOf(draft({ ...typeLine('npx server'), auth: { clientSecret: '••••' } }))).toEqual({})
})

test('a token changed in its box is one argument, whatever it holds', () => {
  const typed = draft(setTokens(['node', 'x.js', `C:\\My Docs "and" it's`]))
  expect(targetOf(typed)).toMatchObject({ args: ['x.js', `C:\\My Docs "and" it's`] })
  expect(typeLine(typed.line).tokens).toEqual(typed.tokens)
})

test('a variable in its row wins over one in the line', () => {
  const target = targetOf(draft({ ...typeLine('A=1 B=2 node'), env: [{ name: 'A', value: '9' }] }))
  expect(target).toMatchObject({
    env: [
      { name: 'B', value: '2' },
      { name: 'A', value: '9' },
    ],
  })
})

test('an edited server keeps its id, and comes back as it was', () => {
  const server = {
    id: 'x',
    name: 'Mine',
    era: '2025-06-18' as const,
    target: { kind: 'http' as const, url: 'https://a/mcp', headers: [{ name: 'X-A', value: '1' }], bearer: 't', via: 'proxy' as const },
  }
  expect(serverOf(draftOf(server), ['x'])).toEqual(server)
})

describe('faults', () => {
  test.each<[Partial<Draft>, string[]]>([
    [{}, ['line']],
    [typeLine('node x'), []],
    [{ ...typeLine('node'), env: [{ name: 'A=B', value: '' }] }, ['env']],
    [{ kind: 'http' }, ['url']],
    [{ kind: 'http', url: 'localhost:3000/mcp' }, ['url']],
    [{ kind: 'http', url: 'file:///etc/passwd' }, ['url']],
    [{ kind: 'http', url: ' https://x/mcp ' }, []],
    [{ kind: 'http', url: 'https://x', headers: [{ name: 'X Y', value: '' }] }, ['headers']],
  ])('%o', (change, names) => {
    expect(Object.keys(faultsOf(draft(change)))).toEqual(names)
  })
})

test('a URL in the place of the command is a remote server, however it came there', () => {
  for (const line of ['http://127.0.0.1:9/mcp', ' "https://x.test/mcp?a=b&c=$d" ', 'WSS://x.test']) {
    const meant = meantDraft(draft({ ...typeLine(line), name: 'mine' }))
    expect(targetOf(meant)).toMatchObject({ kind: 'http', url: line.trim().replaceAll('"', '') })
    expect(meant).toMatchObject({ name: 'mine', line: '', tokens: [] })
  }
  for (const line of ['npx http://x.test', 'A=1 http://x.test', 'http', 'http://', 'file:///x', '']) {
    const typed = draft(typeLine(line))
    expect(meantDraft(typed)).toBe(typed)
  }
})
