import { expect, test } from 'vitest'
import { MASK, maskArgs, maskUrl, shownTarget } from './secret-names.ts'

test('a URL is shown without its user, its password and telling members of its query', () => {
  expect(maskUrl('https://mcp.example/mcp?api_key=abc123&page=2#top')).toBe(`https://mcp.example/mcp?api_key=${MASK}&page=2#top`)
  expect(maskUrl('https://me:pass@mcp.example/mcp')).toBe(`https://${MASK}@mcp.example/mcp`)
  expect(maskUrl('http://127.0.0.1:3000/mcp?page=2')).toBe('http://127.0.0.1:3000/mcp?page=2')
})

test('the words of a command are shown without the values of telling flags', () => {
  expect(maskArgs(['server.js', '--api-key', 'abc123', '--port', '3000'])).toEqual(['server.js', '--api-key', MASK, '--port', '3000'])
  expect(maskArgs(['--access-token=a=b\nc', '--verbose=1'])).toEqual([`--access-token=${MASK}`, '--verbose=1'])
  expect(maskArgs(['mcp-remote', 'https://mcp.example/mcp?token=abc123'])).toEqual(['mcp-remote', `https://mcp.example/mcp?token=${MASK}`])
  // What follows a value is no secret any more.
  expect(maskArgs(['--token=abc123', 'next'])).toEqual([`--token=${MASK}`, 'next'])
  const plain = ['--max-tokens', '4096', '--token-file', 'a.txt', '--tokenizer=bpe']
  expect(maskArgs(plain)).toEqual(plain)
  expect(maskArgs(['-password', '--token', 'token', 'abc123', '--token'])).toEqual(['-password', MASK, 'token', 'abc123', '--token'])
})

test('a target is shown in one line without its secrets', () => {
  const args = ['run', '--api-key=abc123']
  expect(shownTarget({ kind: 'stdio', command: 'server', args, env: [] })).toBe(`server run --api-key=${MASK}`)
  expect(shownTarget({ kind: 'http', url: 'http://me@127.0.0.1/mcp', headers: [], via: 'auto' })).toBe(`http://${MASK}@127.0.0.1/mcp`)
})
