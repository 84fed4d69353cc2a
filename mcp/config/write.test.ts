import { describe, expect, test } from 'vitest'
import type { Target } from '../transport/target.ts'
import { HOSTS, hostOf } from './hosts.ts'
import { parseConfig } from './parse.ts'
import { readConfig } from './read.ts'
import { entryFor, lostIn, writeServer } from './write.ts'

const program: Target = { kind: 'stdio', command: 'npx', args: ['-y', 'a b', 'c"d'], env: [{ name: 'KEY', value: 'v=1 "x"' }] }
const remote: Target = { kind: 'http', url: 'https://x.test/mcp', headers: [{ name: 'X-A', value: '1' }], bearer: 't', via: 'auto' }

describe.each(HOSTS)('$title', (host) => {
  test.each([
    ['a program', program],
    ['a URL', remote],
  ])('%s is read back as it was written, into no file and into one', (_title, target) => {
    for (const before of ['', writeServer(host.id, '', 'other', { ...program, command: 'uvx' })]) {
      const after = writeServer(host.id, before, 'my server', target)
      const { servers } = readConfig(after, host.file.linux)
      const mine = servers.find(({ name }) => name === 'my server')!.target!
      if (host.spelling.url === undefined && target.kind === 'http')
        expect(mine).toMatchObject({
          command: 'npx',
          args: ['-y', 'mcp-remote', target.url, '--header', 'X-A: 1', '--header', 'Authorization: Bearer t'],
        })
      else if (target.kind === 'http') {
        const { transport: _, ...same } = mine as typeof remote
        expect(same).toEqual(target)
      } else expect(mine).toEqual(target)
      expect(servers).toHaveLength(before === '' ? 1 : 2)
    }
  })

  test('writing again replaces, and touches nothing else', () => {
    const first = writeServer(host.id, writeServer(host.id, '', 'other', program), 's', program)
    const second = writeServer(host.id, first, 's', { ...program, command: 'bunx' })
    const { servers } = readConfig(second, host.file.linux)
    expect(servers.map(({ name }) => name).sort()).toEqual(['other', 's'])
    expect(servers.find(({ name }) => name === 's')!.target).toMatchObject({ command: 'bunx' })
  })
})

describe('a person’s file', () => {
  test('JSON keeps its comments, trailing commas, indent, line ends and BOM', () => {
    const before =
      '\uFEFF{\r\n\t// mine\r\n\t"theme": "dark", /* so */\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "x", }, // first\r\n\t},\r\n}\r\n'
    const after = writeServer('cursor', before, 'b', program)
    for (const part of ['\uFEFF{\r\n\t// mine', '"theme": "dark", /* so */', '"a": { "command": "x", }', '// first'])
      expect(after).toContain(part)
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    expect(after).toContain('}, // first\r\n\t\t"b": {\r\n\t\t\t"command"')
    expect(readConfig(after).servers.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('JSON without the member, in one line, or with comments alone', () => {
    for (const before of [
      '{}',
      '{ "a": 1 }',
      '{"mcpServers":{}}',
      '{"mcpServers": null}',
      '{\n  // nothing yet\n}',
      '{"mcpServers":{"a":{"command":"x"} /* last */}}',
    ]) {
      const after = writeServer('cursor', before, 'b', program)
      expect(readConfig(after).servers.at(-1)).toMatchObject({ name: 'b', target: program })
      for (const comment of ['// nothing yet', '/* last */']) expect(after.includes(comment)).toBe(before.includes(comment))
    }
  })

  test('TOML keeps its comments; a table of its own is replaced, one that is written inline is not touched', () => {
    const before =
      '# mine\nmodel = "m" # the big one\n\n[mcp_servers.a]\ncommand = "x"\n# of a\n[mcp_servers.a.env]\nK = "1"\n\n[profiles.fast] # keep\nmodel = "f"\ntext = """\n[mcp_servers.a]\n"""\n'
    const after = writeServer('codex', before, 'b', program)
    expect(after.startsWith(before.trimEnd())).toBe(true)
    const replaced = writeServer(
      'codex',
      '# mine\n[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nK = "1"\n[profiles.fast] # keep\nmodel = "f"\n',
      'a',
      program,
    )
    expect(replaced).toContain('# mine\n')
    expect(replaced).toContain('[profiles.fast] # keep\nmodel = "f"')
    expect(replaced).not.toContain('K = ')
    expect(() => writeServer('codex', 'mcp_servers = { a = { command = "x" } }\n', 'a', program)).toThrow(
      /change it there|cannot|would change|nothing was written|redefine/i,
    )
    // A header inside a text of several lines is text.
    expect(() => writeServer('codex', before, 'a', program)).toThrow()
  })

  test('YAML keeps its comments', () => {
    const before = '# mine\nextensions:\n  a: # first\n    type: stdio\n    cmd: x\n    enabled: true\nGOOSE_MODEL: m # the big one\n'
    const after = writeServer('goose', before, 'b', program)
    for (const part of ['# mine', '# first', '# the big one']) expect(after).toContain(part)
    expect(parseConfig(after, 'yaml')).toMatchObject({
      GOOSE_MODEL: 'm',
      extensions: { a: { cmd: 'x' }, b: { name: 'b', cmd: 'npx', enabled: true } },
    })
  })

  test('one that cannot be read is not written into', () => {
    expect(() => writeServer('cursor', '{ "mcpServers": ', 'b', program)).toThrow(/cannot be read/)
    expect(() => writeServer('cursor', '[1]', 'b', program)).toThrow(/no object/)
  })
})

test('what a host cannot be told is said', () => {
  expect(lostIn('claude-desktop', { ...program, cwd: '/srv' })).toHaveLength(1)
  expect(lostIn('claude-desktop', remote)).toEqual([expect.stringContaining('mcp-remote')])
  expect(lostIn('vscode', { ...program, cwd: '/srv' })).toEqual([])
  expect(() => entryFor('cursor', { ...remote, url: 'wss://x.test' })).toThrow(/WebSocket/)
})

test('a token that stands for a variable goes where Codex looks for it', () => {
  expect(entryFor('codex', { ...remote, bearer: '${TOKEN}' })).toEqual({
    url: 'https://x.test/mcp',
    bearer_token_env_var: 'TOKEN',
    http_headers: { 'X-A': '1' },
  })
  expect(hostOf('codex').format).toBe('toml')
})
