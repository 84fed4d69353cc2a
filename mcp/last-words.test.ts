import { expect, test } from 'vitest'
import { causeOfSignal, likelyCause, placeOf, tellingLine } from './last-words.ts'

test.each([
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /x", 'The module “zod” is missing'],
  ["ModuleNotFoundError: No module named 'mcp'", 'The module “mcp” is missing'],
  ["Error: Cannot find module '/x/build/index.js'", 'A file is missing'],
  ["python: can't open file '/x.py': [Errno 2] No such file or directory", 'A file is missing'],
  ['npm error 404  The requested resource could not be found\nnpm error code E404', 'The package does not exist'],
  ['TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts"', 'The runtime has the wrong version'],
  ['Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite', 'The runtime has the wrong version'],
  ['file:///x/node_modules/a/b.js:7\n  x ??= 1\n\nSyntaxError: Unexpected token =', 'The runtime has the wrong version'],
  ['Error: listen EADDRINUSE: address already in use :::3000', 'Its port is taken'],
  ['Usage: mcp-server-filesystem <allowed-directory>', 'The command wants other arguments'],
  ['PermissionError: [Errno 13] Permission denied', 'A right is missing'],
])('last words %j', (words, title) => {
  expect(likelyCause(words.split('\n'))?.title).toBe(title)
})

test('code that cannot be read is named with its line', () => {
  const node = ['file:///srv/a b.mjs:12', 'const x: number = 3', '      ^', '', 'SyntaxError: Missing initializer', '    at x (node:y:1:2)']
  expect(likelyCause(node)).toMatchObject({
    title: 'Its code cannot be read',
    todo: expect.stringContaining('/srv/a b.mjs, line 12: SyntaxError'),
  })
  const python = [
    'Traceback (most recent call last):',
    '  File "/a/run.py", line 1, in <module>',
    '  File "/a/srv.py", line 3',
    '    def f(:',
    'SyntaxError: invalid syntax',
  ]
  expect(likelyCause(python)?.todo).toContain('/a/srv.py, line 3: SyntaxError: invalid syntax')
  // JSON that cannot be read has the same name and is another matter.
  expect(likelyCause(['<anonymous_script>:1', 'SyntaxError: "undefined" is not valid JSON'])).toBeUndefined()
})

test.each([
  [
    ['file:///srv/a b.mjs:12', 'const x = {{', '           ^', '', "SyntaxError: Unexpected token '{'", '    at x (node:internal/y:1:2)'],
    '/srv/a b.mjs:12',
  ],
  [
    [
      '<anonymous_script>:1',
      'SyntaxError: "undefined" is not valid JSON',
      '    at JSON.parse (<anonymous>)',
      '    at file:///srv/main.mjs:4:18',
    ],
    '/srv/main.mjs:4',
  ],
  [
    [
      '/srv/node_modules/z/i.js:9',
      '  throw 1',
      'TypeError: x',
      '    at Z.parse (/srv/node_modules/z/i.js:9:3)',
      '    at load (/srv/src/(a).js:3:1)',
    ],
    undefined,
  ],
  [
    [
      'TypeError: x',
      '    at Z.parse (/srv/node_modules/z/i.js:9:3)',
      '    at async load (C:\\srv\\load.js:31:7)',
      '    at main (/srv/main.js:3:1)',
    ],
    'C:\\srv\\load.js:31',
  ],
  [
    [
      'Traceback (most recent call last):',
      '  File "/a/run.py", line 1, in <module>',
      '  File "/v/lib/python3.12/os.py", line 9, in g',
      "KeyError: 'A'",
    ],
    '/a/run.py:1',
  ],
  [['ready', 'at 12:30'], undefined],
  [[], undefined],
])('the place in the own code: %j', (stderr, place) => {
  const found = placeOf(stderr)
  expect(found && `${found.file}:${found.line}`).toBe(place)
})

test('last words that say nothing', () => {
  expect(likelyCause(['Starting up', 'bye'])).toBeUndefined()
  expect(tellingLine([])).toBeUndefined()
  expect(tellingLine(['', 'Node.js v20.20.2'])).toBeUndefined()
})

const NODE = [
  'node:internal/modules/esm/resolve:873',
  '        ^',
  '',
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv.mjs",
  '    at packageResolve (node:internal/modules/esm/resolve:873:9) {',
  "  code: 'ERR_MODULE_NOT_FOUND'",
  '}',
  '',
  'Node.js v20.20.2',
]
test.each([
  [NODE, NODE[3]],
  [['SyntaxError: Unexpected token', '    at x (node:y:1)', '', 'Node.js v24.1.0'], 'SyntaxError: Unexpected token'],
  [['Traceback (most recent call last):', '  File "x", line 1', "KeyError: 'A'"], "KeyError: 'A'"],
  [['pydantic_core._pydantic_core.ValidationError: 1 error', '  field required'], 'pydantic_core._pydantic_core.ValidationError: 1 error'],
  [['panic: no database', '', 'goroutine 1 [running]:', 'main.main()'], 'panic: no database'],
  [
    ['npm error code E404', "npm error 404 'nope@*' is not in this registry.", 'npm error A complete log of this run can be found in: /x'],
    "npm error 404 'nope@*' is not in this registry.",
  ],
  [['starting', 'cannot open the database'], 'cannot open the database'],
])('of %j the line that tells is found', (lines, line) => {
  expect(tellingLine(lines)).toBe(line)
})

test('what a signal means', () => {
  expect(causeOfSignal('SIGSEGV', null)?.title).toBe('The process crashed')
  expect(causeOfSignal('SIGKILL', null)?.todo).toContain('memory')
  expect(causeOfSignal(null, 1)).toBeUndefined()
})
