import { describe, expect, test } from 'vitest'
import { readArguments, type Options } from './arguments.ts'

const options = (...argv: string[]): Options => {
  const parsed = readArguments(argv, '/here')
  if (parsed.kind !== 'run') throw new Error(JSON.stringify(parsed))
  return parsed.options
}
const why = (...argv: string[]): string => {
  const parsed = readArguments(argv, '/here')
  return parsed.kind === 'wrong' ? parsed.why : `understood as ${parsed.kind}`
}

describe('what to connect to', () => {
  test('nothing, a URL with headers, a command with its own flags', () => {
    expect(options()).toEqual({
      host: undefined,
      allowHosts: [],
      port: undefined,
      open: true,
      dev: false,
      demo: false,
      token: undefined,
      trust: {},
      initial: undefined,
      records: [],
    })
    expect(options('open', 'a.jsonl', '/b/c.jsonl', '--no-open')).toMatchObject({ records: ['/here/a.jsonl', '/b/c.jsonl'], open: false })
    expect(why('open')).toContain('Name the record')
    expect(why('open', 'a.jsonl', '--name', 'x')).toContain('sends nothing')
    expect(why('open', 'a.jsonl', '--demo')).toContain('one thing')
    expect(options('https://x.test/mcp?a=b', '--header', 'X-Key: a: b', '-H', 'Empty:').initial).toEqual({
      name: 'x.test',
      target: {
        kind: 'http',
        url: 'https://x.test/mcp?a=b',
        headers: [
          { name: 'X-Key', value: 'a: b' },
          { name: 'Empty', value: '' },
        ],
        via: 'auto',
      },
      connect: true,
    })
    expect(options('-e', 'A=b=c', '--port=5000', '--', 'node', '--inspect', 'build/index.js', '--port', '1', '--', 'x')).toMatchObject({
      port: 5000,
      initial: {
        name: 'here',
        target: {
          kind: 'stdio',
          command: 'node',
          args: ['--inspect', 'build/index.js', '--port', '1', '--', 'x'],
          env: [{ name: 'A', value: 'b=c' }],
          cwd: '/here',
        },
      },
    })
    expect(options('--cwd', '/there', '--', 'srv').initial?.target).toMatchObject({ cwd: '/there' })
  })

  test('two things, or flags that belong to the other kind, are refused', () => {
    expect(why('http://x', '--demo')).toContain('Name one thing')
    expect(why('http://x', '-e', 'A=b')).toContain('for a command')
    expect(why('-H', 'A: b', '--', 'srv')).toContain('for a URL')
    expect(why('--')).toContain('No command')
    expect(why('ftp://x/mcp')).toContain('begins with ftp://')
  })

  test('a transport can be named for a URL', () => {
    expect(options('http://x/sse', '--transport', 'sse').initial?.target).toMatchObject({ transport: 'sse' })
    expect(options('http://x', '--transport', 'auto').initial?.target).not.toHaveProperty('transport')
    expect(why('http://x', '--transport', 'pigeon')).toContain('Known are auto, http and sse')
    expect(why('--transport', 'sse', '--', 'srv')).toContain('over stdio')
  })

  test('a command without "--" is shown with it', () => {
    expect(why('node', 'build/index.js')).toContain('loupe -- node build/index.js')
    expect(why('server.py')).toContain('loupe -- python server.py')
    expect(why('localhost:3000/mcp')).toContain('http://localhost:3000/mcp')
    expect(why('gopher://x')).toContain('begins with gopher://')
    expect(options('ws://x/mcp').initial?.target).toMatchObject({ kind: 'http', url: 'ws://x/mcp' })
  })
})

describe('flags', () => {
  test('switches', () => {
    expect(options('--no-open', '--dev', '--demo')).toMatchObject({ open: false, dev: true, demo: true })
    expect(readArguments(['-v'], '/')).toEqual({ kind: 'version' })
  })

  test('another address, other names, and a token that no list of processes shows', () => {
    expect(options('--host', '0.0.0.0', '--allow-host', 'Loupe.example', '--allow-host=box:8080')).toMatchObject({
      host: '0.0.0.0',
      allowHosts: ['loupe.example', 'box:8080'],
    })
    expect(options('--host', 'localhost')).toMatchObject({ host: undefined })
    expect(why('--host', 'example.com')).toContain('takes an IP address')
    expect(options('--apps-port', '4665', '--apps-origin', 'https://Apps.example/')).toMatchObject({
      appsPort: 4665,
      appsOrigin: 'https://apps.example',
    })
    expect(why('--apps-origin', 'https://apps.example')).toContain('needs --apps-port')
    expect(why('--apps-port', '4665', '--apps-origin', 'apps.example/x')).toContain('takes an origin')
    expect(why('--allow-host', 'https://x')).toContain('takes a name')
    expect(readArguments([], '/', { LOUPE_TOKEN: 'sixteen-letters-or-more' })).toMatchObject({
      options: { token: 'sixteen-letters-or-more' },
    })
    expect(readArguments([], '/', { LOUPE_TOKEN: 'short' })).toMatchObject({ kind: 'wrong' })
  })

  test('unknown ones are errors with a suggestion', () => {
    expect(why('--prot', '1')).toContain('Did you mean --port ?')
    expect(why('--headers', 'a: b')).toContain('Did you mean --header ?')
    expect(why('https://x.test/mcp', '-H', 'Authorization: Bearer ••••')).toContain('it was copied with its secrets masked')
    expect(why('https://x.test/mcp?key=••••')).toContain('“key” in the URL holds “••••”')
    expect(why('-e', 'KEY=••••', '--', 'node')).toContain('The variable KEY holds')
    expect(why('--', 'node', 'server.js', '--api-key', '••••')).toContain('In the command, the value of --api-key holds “••••”')
    expect(why('https://x.test/mcp', '-H', 'X-Name: Łódź')).toContain('The header X-Name holds "Ł", which no header can carry.')
    expect(why('--something-else')).toContain('loupe --help')
    expect(why('-x')).toContain('There is no flag -x')
    expect(why('server.py')).toContain('loupe -- python server.py')
    expect(why('./build/index.js')).toContain('loupe -- node ./build/index.js')
  })

  test('values are checked', () => {
    expect(why('--port')).toContain('needs a value')
    expect(why('--name', '--', 'x')).toContain('--name needs a value')
    expect(why('--host=', '--', 'x')).toContain('--host needs a value')
    expect(why('--cwd', '--watch', '--', 'x')).toContain('--watch behind it is a flag')
    expect(why('-e', '--watch', '--', 'x')).toContain('-e needs a value')
    expect(readArguments(['--name=--odd', '--', 'x'], '/')).toMatchObject({ options: { initial: { name: '--odd' } } })
    expect(why('--port', 'x')).toContain('0 (any free one) to 65535')
    expect(why('--port', '70000')).toContain('65535')
    expect(why('--demo=1')).toContain('takes no value')
    expect(why('-e', 'NAME', '--', 'x')).toContain('NAME=VALUE')
    expect(why('-H', 'a b: c', 'http://x')).toContain('Name: value')
    expect(why('--token', 'short')).toContain('16 characters')
  })
})
