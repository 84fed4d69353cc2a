import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromInspector, withConfig } from './config-flags.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-config-'))
  const mcpServers = {
    files: { command: 'npx', args: ['-y', 'files', '--port', '1'], env: { KEY: '${MY_KEY}' }, cwd: '/srv' },
    remote: { url: 'https://x.test/mcp', type: 'sse', headers: { Authorization: 'Bearer ${MY_KEY}' } },
    asks: { command: 'x', env: { A: '${input:a}' } },
    bad: { url: 'ftp://x' },
  }
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }))
  writeFileSync(join(folder, 'one.json'), '{"command":"srv"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = (...argv: string[]) => withConfig(argv, folder, { MY_KEY: 'k' })

describe('--config', () => {
  test('a command, for the page and for a request', () => {
    const words = ['-e', 'KEY=k', '--cwd=/srv']
    const program = ['--', 'npx', '-y', 'files', '--port', '1']
    expect(config('--config', 'mcp.json', '--server', 'files', '--port', '5000')).toEqual({
      argv: ['--name=files', ...words, '--port', '5000', ...program],
    })
    expect(config('request', '--config=mcp.json', '--server=files', 'tools/list')).toEqual({
      argv: ['request', ...words, 'tools/list', ...program],
    })
  })

  test('a URL', () => {
    expect(config('doctor', '--config', 'mcp.json', '--server', 'remote')).toEqual({
      argv: ['doctor', 'https://x.test/mcp', '-H', 'Authorization: Bearer k', '--transport', 'sse'],
    })
    expect(config('check', '--config', 'mcp.json', '--strict', '--server', 'remote')).toEqual({
      argv: ['check', 'https://x.test/mcp', '-H', 'Authorization: Bearer k', '--transport', 'sse', '--strict'],
    })
    expect(config('tap', '--config', 'one.json')).toEqual({ argv: ['tap', '--', 'srv'] })
  })

  test('a server alone needs no name', () => {
    expect(config('--config', 'one.json')).toEqual({ argv: ['--', 'srv'] })
  })

  test.each([
    [['--config', 'none.json'], 'There is no file'],
    [['--config', 'mcp.json'], 'has 3 servers: name one with --server. It has files, remote, asks'],
    [['--config', 'mcp.json', '--server', 'fils'], 'has no server "fils"'],
    [['--config', 'mcp.json', '--server', 'bad'], 'neither http://'],
    [['--config', 'mcp.json', '--server', 'asks'], '${input:a}'],
    [['--server', 'x'], 'with --config'],
    [['add', 'cursor', '--config', 'mcp.json', '--server', 'files'], 'loupe add takes no --config'],
    [['--config'], 'needs a value'],
    [['--config', 'mcp.json', '--', 'x'], 'Name one thing'],
  ])('%j is refused with a sentence', (argv, why) => {
    expect(withConfig(argv, folder, { MY_KEY: 'k' })).toEqual({ wrong: expect.stringContaining(why) })
  })

  test('a variable that is not set is named', () => {
    expect(withConfig(['--config', 'mcp.json', '--server', 'files'], folder, {})).toEqual({ wrong: expect.stringContaining('MY_KEY') })
  })
})

describe('the official inspector’s lines', () => {
  test('a tool is called, with JSON where an argument is some, digit for digit', () => {
    const line =
      '--cli node build/index.js --method tools/call --tool-name add --tool-arg a=1 b=9007199254740993 c=text d={"x":[1]} --tool-arg e=x=y'
    expect(fromInspector(line.split(' '))).toEqual({
      argv: [
        'request',
        'tools/call',
        '{"name":"add","arguments":{"a":1,"b":9007199254740993,"c":"text","d":{"x":[1]},"e":"x=y"}}',
        '--',
        'node',
        'build/index.js',
      ],
    })
  })

  test('a URL with its transport and headers; a server of a file', () => {
    expect(
      fromInspector([
        '--cli',
        'https://x.test',
        '--transport',
        'http',
        '--header',
        'X-A: 1',
        '--method',
        'resources/read',
        '--uri',
        'a://b',
      ]),
    ).toEqual({
      argv: ['request', '--transport', 'http', '--header', 'X-A: 1', 'https://x.test', 'resources/read', '{"uri":"a://b"}'],
    })
    expect(fromInspector(['--cli', '--config', 'mcp.json', '--server', 's', '--method', 'tools/list'])).toEqual({
      argv: ['request', '--config', 'mcp.json', '--server', 's', 'tools/list'],
    })
  })

  test('prompts take texts; what is missing is said; other lines are left alone', () => {
    expect(fromInspector(['--cli', 'srv', '--method', 'prompts/get', '--prompt-name', 'p', '--prompt-args', 'n=1'])).toEqual({
      argv: ['request', 'prompts/get', '{"name":"p","arguments":{"n":"1"}}', '--', 'srv'],
    })
    expect(fromInspector(['--cli', 'srv'])).toEqual({ wrong: expect.stringContaining('--method') })
    expect(fromInspector(['--cli', 'srv', '--method', 'tools/call'])).toEqual({ wrong: expect.stringContaining('--tool-name') })
    expect(fromInspector(['--', 'srv', '--cli'])).toBeUndefined()
  })

  test.each([
    [['--cli', 'srv', '--method'], '--method needs a value'],
    [['--cli', 'srv', '--method='], '--method needs a value'],
    [['--cli', '--method', '--', 'srv'], '--method needs a value'],
    [['--cli', 'srv', '--method', '--tool-name', 'x'], '--tool-name behind it is a flag'],
    [['--cli', 'srv', '--method', 'tools/call', '--tool-name'], '--tool-name needs a value'],
    [['--cli', 'srv', '--method', 'tools/call', '--tool-name', 'x', '--tool-arg'], '--tool-arg needs a value'],
    [['--cli', 'srv', '--method', 'resources/read', '--uri', '--header', 'A: b'], '--header behind it is a flag'],
    [['--cli', 'srv', '--method', 'tools/list', '-e'], '-e needs a value'],
  ])('%j: a flag without its value is told', (argv, why) => {
    expect(fromInspector(argv)).toEqual({ wrong: expect.stringContaining(why) })
  })

  test('a value that begins as a flag does stands behind "="', () => {
    expect(fromInspector(['--cli', '--method=tools/call', '--tool-name=--x', '--tool-arg', 'n=-1', 'srv'])).toEqual({
      argv: ['request', 'tools/call', '{"name":"--x","arguments":{"n":-1}}', '--', 'srv'],
    })
  })
})
