import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { HOSTS, type HostId } from './hosts.ts'
import { fill, placeholdersOf } from './placeholders.ts'
import { looksLikeConfig } from './looks-like.ts'
import { readConfig } from './read.ts'

const stdio = (command: string, args: string[] = [], env: { name: string; value: string }[] = []) => ({ kind: 'stdio', command, args, env })
const read = (text: string | object, file?: string) => readConfig(typeof text === 'string' ? text : JSON.stringify(text), file)

describe('notations', () => {
  test('a BOM, comments and trailing commas are passed over', () => {
    const text = '\uFEFF{ // mine\n"mcpServers":{"a":{"command":"npx","args":["-y","x // y", "b,]",],}}}'
    expect(looksLikeConfig(text)).toBe(true)
    expect(read(text).servers).toEqual([{ name: 'a', disabled: false, notes: [], target: stdio('npx', ['-y', 'x // y', 'b,]']) }])
  })

  test('the inside of an object, as people copy it', () => {
    const text = `"files": { "command": "npx", "args": ["server", 8080], "env": { "KEY": "v" }, "cwd": "/tmp" },`
    expect(looksLikeConfig(text)).toBe(true)
    expect(read(text).servers[0]).toMatchObject({
      name: 'files',
      target: { ...stdio('npx', ['server', '8080'], [{ name: 'KEY', value: 'v' }]), cwd: '/tmp' },
    })
  })

  test('a fault is placed, in the text as it was pasted', () => {
    expect(() => read('{\n  "mcpServers": {\n    "a" }')).toThrow(/colon.*line 3, column 9/)
    expect(() => read('"a": {\n  "command" "x"\n}')).toThrow(/line 2, column 13/)
    expect(() => read('[mcp_servers.a]\ncommand = npx\n')).toThrow(/TOML.*line 2/)
    expect(() => read('mcpServers:\n  - name: "a\n')).toThrow(/YAML/)
    expect(() => read('')).toThrow(/nothing/)
  })

  test('no server in it is said; a command line is not taken for a configuration', () => {
    expect(() => read('{"x": 1}')).toThrow(/No server is in it/)
    expect(() => read('[1]', 'a.json')).toThrow(/no object/)
    expect(looksLikeConfig('npx -y server --json \'{"a":1}\'')).toBe(false)
    expect(looksLikeConfig('https://x.test/mcp')).toBe(false)
  })
})

describe('hosts', () => {
  const cases: [string, string, HostId | undefined, object][] = [
    [
      'VS Code',
      '{"servers":{"s":{"type":"http","url":"https://x/mcp","headers":{"K":"${input:key}"}}},"inputs":[]}',
      'vscode',
      { kind: 'http', url: 'https://x/mcp', transport: 'http', headers: [{ name: 'K', value: '${input:key}' }], via: 'auto' },
    ],
    [
      'older VS Code settings',
      '{"editor.fontSize":12,"mcp":{"servers":{"s":{"command":"node","args":["a.js"]}}}}',
      'vscode',
      stdio('node', ['a.js']),
    ],
    [
      'Windsurf',
      '{"mcpServers":{"s":{"serverUrl":"https://x/mcp","headers":{"Authorization":"Bearer t"}}}}',
      'windsurf',
      { kind: 'http', url: 'https://x/mcp', headers: [], bearer: 't', via: 'auto' },
    ],
    [
      'Gemini CLI',
      '{"mcpServers":{"s":{"httpUrl":"https://x/mcp","trust":true}}}',
      'gemini-cli',
      { kind: 'http', url: 'https://x/mcp', headers: [], via: 'auto' },
    ],
    ['Zed', '{"theme":"x","context_servers":{"s":{"source":"custom","command":"uvx","args":["m"],"env":{}}}}', 'zed', stdio('uvx', ['m'])],
    [
      'older Zed',
      '{"context_servers":{"s":{"command":{"path":"uvx","args":["m"],"env":{"A":"1"}}}}}',
      'zed',
      stdio('uvx', ['m'], [{ name: 'A', value: '1' }]),
    ],
    [
      'Codex',
      '# mine\nmodel = "m"\n[mcp_servers.s]\ncommand = "npx"\nargs = ["-y", "x"]\nenv_vars = ["TOKEN"]\n[mcp_servers.s.env]\nA = "1"\n',
      'codex',
      stdio(
        'npx',
        ['-y', 'x'],
        [
          { name: 'A', value: '1' },
          { name: 'TOKEN', value: '${TOKEN}' },
        ],
      ),
    ],
    [
      'Codex, remote',
      '[mcp_servers.s]\nurl = "https://x/mcp"\nbearer_token_env_var = "TOKEN"\nenv_http_headers = { "X-Key" = "KEY" }\n',
      'codex',
      { kind: 'http', url: 'https://x/mcp', headers: [{ name: 'X-Key', value: '${KEY}' }], bearer: '${TOKEN}', via: 'auto' },
    ],
    [
      'OpenCode',
      '{"mcp":{"s":{"type":"local","command":["bun","x","y"],"environment":{"A":"1"},"enabled":true}}}',
      'opencode',
      stdio('bun', ['x', 'y'], [{ name: 'A', value: '1' }]),
    ],
    ['Continue', 'name: c\nmcpServers:\n  - name: s\n    command: npx\n    args: [-y, x]\n', 'continue', stdio('npx', ['-y', 'x'])],
    [
      'Goose',
      'extensions:\n  developer:\n    type: builtin\n    enabled: true\n  s:\n    type: stdio\n    cmd: npx\n    args: [-y, x]\n    envs: { A: "1" }\n    enabled: true\n',
      'goose',
      stdio('npx', ['-y', 'x'], [{ name: 'A', value: '1' }]),
    ],
    [
      'Claude Code’s own file',
      '{"numStartups":3,"projects":{"/a":{"mcpServers":{"s":{"type":"stdio","command":"x","args":[]}}}}}',
      'claude-code',
      stdio('x'),
    ],
    [
      'Cline',
      '{"mcpServers":{"s":{"type":"streamableHttp","url":"https://x/mcp","autoApprove":[]}}}',
      'cline',
      { kind: 'http', url: 'https://x/mcp', headers: [], via: 'auto', transport: 'http' },
    ],
  ]
  test.each(cases)('%s', (_title, text, host, target) => {
    expect(looksLikeConfig(text) || text.startsWith('name:') || text.startsWith('# mine')).toBe(true)
    const config = read(text)
    expect(config.host).toBe(host)
    expect(config.servers).toHaveLength(1)
    expect(config.servers[0]).toMatchObject({ name: 's', disabled: false })
    expect(config.servers[0]!.target).toEqual(target)
  })

  test('a file’s name tells the host where its shape does not', () => {
    const text = '{"mcpServers":{"a":{"command":"x"}}}'
    expect(read(text, '/home/me/.cursor/mcp.json').host).toBe('cursor')
    expect(read(text, 'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json').host).toBe('claude-desktop')
    expect(read(text, 'claude_desktop_config.json').host).toBe('claude-desktop')
    expect(read(text, 'mcp.json').host).toBeUndefined()
  })

  test('an entry with a URL and no type is a server like any other', () => {
    expect(read({ mcpServers: { a: { url: 'https://x/mcp' } } }).servers[0]).toMatchObject({
      notes: [],
      target: { kind: 'http', url: 'https://x/mcp' },
    })
  })

  test('one entry that is wrong is said, and harms no other', () => {
    const { servers } = read({
      mcpServers: {
        a: null,
        b: { command: 7 },
        c: { url: 'javascript:alert(1)' },
        d: { command: 'x', args: 'y', env: [1], always: 1 },
        e: { command: 'ok', disabled: true },
      },
    })
    expect(servers.map(({ name, target }) => [name, target !== undefined])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
      ['d', true],
      ['e', true],
    ])
    expect(servers.map(({ notes }) => notes.length > 0)).toEqual([true, true, true, true, false])
    expect(servers[3]!.notes).toHaveLength(3)
    expect(servers[4]!.disabled).toBe(true)
  })

  test('every host has a place for its servers', () => {
    expect(new Set(HOSTS.map(({ id }) => id)).size).toBe(HOSTS.length)
  })
})

describe('the registry’s server.json', () => {
  test('a package becomes what starts it, with places for what a person must give', () => {
    const { servers } = read({
      name: 'io.github.me/weather',
      version: '1.2.0',
      packages: [
        {
          registryType: 'npm',
          identifier: '@me/weather',
          version: '1.2.0',
          transport: { type: 'stdio' },
          packageArguments: [
            { type: 'positional', value: 'serve' },
            { type: 'named', name: '--units', default: 'metric' },
            { type: 'positional', valueHint: 'city', isRequired: true },
          ],
          environmentVariables: [{ name: 'KEY', isRequired: true, isSecret: true }, { name: 'LEVEL', default: 'info' }, { name: 'MORE' }],
        },
        {
          registryType: 'oci',
          identifier: 'ghcr.io/me/weather:1.2.0',
          transport: { type: 'stdio' },
          environmentVariables: [{ name: 'KEY', isRequired: true }],
        },
        { registryType: 'mcpb', identifier: 'https://x/y.mcpb', transport: { type: 'stdio' } },
      ],
      remotes: [
        { type: 'streamable-http', url: 'https://{tenant}.x.test/mcp', headers: [{ name: 'X-Key', isRequired: true, isSecret: true }] },
      ],
    })
    expect(servers.map(({ name }) => name)).toEqual(['weather', 'weather', 'weather', 'weather'])
    expect(servers[0]!.target).toEqual(
      stdio(
        'npx',
        ['-y', '@me/weather@1.2.0', 'serve', '--units', 'metric', '${input:city}'],
        [
          { name: 'KEY', value: '${input:KEY}' },
          { name: 'LEVEL', value: 'info' },
        ],
      ),
    )
    expect(servers[0]!.notes).toEqual(['It can be given MORE in its environment.'])
    expect(servers[1]!.target).toEqual(
      stdio('docker', ['run', '-i', '--rm', '-e', 'KEY', 'ghcr.io/me/weather:1.2.0'], [{ name: 'KEY', value: '${input:KEY}' }]),
    )
    expect(servers[2]).toMatchObject({ target: undefined, notes: [expect.stringContaining('.mcpb')] })
    expect(servers[3]!.target).toMatchObject({
      url: 'https://${input:tenant}.x.test/mcp',
      transport: 'http',
      headers: [{ name: 'X-Key', value: '${input:X-Key}' }],
    })
  })
})

describe('placeholders', () => {
  const target = readConfig(
    '{"command":"x","args":["${workspaceFolder}/a","${PORT:-8080}"],"env":{"A":"${env:KEY}","B":"{env:OTHER}","C":"${input:token}","D":"a ${KEY} b"}}',
  ).servers[0]!.target!

  test('are found, each with what it stands for', () => {
    expect(placeholdersOf(target).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'other workspaceFolder',
      'env PORT',
      'env KEY',
      'env OTHER',
      'input token',
      'env KEY',
    ])
  })

  test('are filled where something is known, and stay where not', () => {
    const known: { [name: string]: string } = { KEY: '$&1', token: 't' }
    const filled = fill(target, ({ name }) => known[name])
    expect(filled).toMatchObject({
      args: ['${workspaceFolder}/a', '8080'],
      env: [{ value: '$&1' }, { value: '{env:OTHER}' }, { value: 't' }, { value: 'a $&1 b' }],
    })
  })
})

// Three parsers, ten thousand times: seconds where others run beside it.
test('ten thousand random configurations: each is read or refused with a sentence', { timeout: 120_000 }, () => {
  let seed = 20_261_128
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!
  const names = [
    'mcpServers',
    'servers',
    'mcp',
    'projects',
    'context_servers',
    'mcp_servers',
    'extensions',
    'packages',
    'remotes',
    'name',
    'command',
    'cmd',
    'args',
    'env',
    'url',
    'serverUrl',
    'type',
    'headers',
    'transport',
    'config',
    'enabled',
    'disabled',
    '__proto__',
    'constructor',
    'toString',
    '',
    'a',
    '☃',
  ]
  const make = (depth: number): Json => {
    const scalars = [null, true, 0, -1.5, 1e300, '', 'npx', 'https://x.test/mcp', '${A}', 'javascript:1', '\u0000', '{']
    if (depth === 0 || random(4) === 0) return pick(scalars)
    const length = random(5)
    if (random(4) === 0) return Array.from({ length }, () => make(depth - 1))
    return Object.fromEntries(Array.from({ length }, () => [pick(names), make(depth - 1)]))
  }
  let readable = 0
  const faults: string[] = []
  for (let at = 0; at < 10_000; at++) {
    const text = JSON.stringify(make(5))
    // Every third is cut off or has a character changed.
    const broken = at % 3 === 0 ? `${text.slice(0, random(text.length))}${pick(['', '"', '}', ',', '\\'])}` : text
    try {
      const { servers } = readConfig(broken, pick(['', 'x.json', 'config.toml', 'config.yaml']))
      readable += 1
      for (const { target, notes } of servers) {
        if (target === undefined && notes.length === 0) faults.push(`neither target nor note: ${broken}`)
        if (target !== undefined && placeholdersOf(target).some(({ name }) => typeof name !== 'string'))
          faults.push(`placeholder: ${broken}`)
        if (target?.kind === 'stdio' && ![target.command, ...target.args].every((word) => typeof word === 'string'))
          faults.push(`words: ${broken}`)
      }
    } catch (error) {
      if (!(error instanceof Error) || !/^(This|There|No server)/.test(error.message)) faults.push(`${String(error)}: ${broken}`)
    }
  }
  expect(faults).toEqual([])
  expect(readable).toBeGreaterThan(100)
})
