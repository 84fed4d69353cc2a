import { describe, expect, test } from 'vitest'
import { briefCommandLine, mayDownload, readCommandLine, writeCommandLine } from './command-line.ts'

describe('readCommandLine', () => {
  test.each<[string, string[]]>([
    ['node build/index.js', ['node', 'build/index.js']],
    ['  npx  -y\tserver ', ['npx', '-y', 'server']],
    ['$ npx server', ['npx', 'server']],
    [`cmd "two words" 'and "more"' a"b c"d`, ['cmd', 'two words', 'and "more"', 'ab cd']],
    ['cmd "" last', ['cmd', '', 'last']],
    ['cmd two\\ words', ['cmd', 'two words']],
    ['server --dir C:\\Users\\me', ['server', '--dir', 'C:\\Users\\me']],
    ['server --dir "C:\\My Docs"', ['server', '--dir', 'C:\\My Docs']],
    ['npx \\\n  -y \\\n  server', ['npx', '-y', 'server']],
    [`node -e 'a "b" \\ c'`, ['node', '-e', 'a "b" \\ c']],
    ['', []],
  ])('%s', (text, tokens) => {
    expect(readCommandLine(text).tokens).toEqual(tokens)
  })

  test('takes a folder and an environment from before the command', () => {
    const line = readCommandLine('cd "/my server" && A=1 B="two words" node index.js --set C=3')
    expect(line).toMatchObject({
      cwd: '/my server',
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: 'two words' },
      ],
      tokens: ['node', 'index.js', '--set', 'C=3'],
      notes: [],
    })
  })

  test('says what only a shell would do, and leaves quoted ones alone', () => {
    expect(readCommandLine('node x.js | tee log').notes).toHaveLength(1)
    expect(readCommandLine('node $HOME/x.js').notes[0]).toContain('$HOME')
    expect(readCommandLine(`node '$HOME' "|"`).notes).toEqual([])
    expect(readCommandLine('node "x').open).toBe('"')
    expect(readCommandLine(`node 'it"s`).open).toBe("'")
    expect(readCommandLine('node "x"')).not.toHaveProperty('open')
  })
})

test('what is written is read back', () => {
  const tokens = ['node', '', 'a b', `it's`, 'C:\\x y\\', '$HOME', '"', '~/x', '-e', 'line\nbreak']
  const read = readCommandLine(writeCommandLine(tokens))
  expect(read.tokens).toEqual(tokens)
  expect(read.notes).toEqual([])
})

test.each([
  ['npx', true],
  ['C:\\node\\npx.cmd', true],
  ['/usr/bin/uvx', true],
  ['docker', true],
  ['node', false],
  ['/srv/npx-server/run', false],
  ['python', false],
])('%s may download: %j', (command, may) => {
  expect(mayDownload(command)).toBe(may)
})

test.each([
  [['node', '/srv/a/node_modules/@scope/server-files/dist/index.js', '/home/me/files'], 'node …/server-files/dist/index.js /home/me/files'],
  [['npx', '-y', '@scope/server'], 'npx -y @scope/server'],
  [['node', 'build/index.js'], 'node build/index.js'],
  [['C:\\a\\b\\c\\d\\run.exe'], "'…\\c\\d\\run.exe'"],
  [['curl', 'https://example.com/a/b/c/d/e'], 'curl https://example.com/a/b/c/d/e'],
])('%j in little room', (tokens, says) => {
  expect(briefCommandLine(tokens)).toBe(says)
})
