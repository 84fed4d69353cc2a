import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAdd, runAdd, type AddOrder } from './add.ts'
import { answerConfigs, findConfigs } from './host-files.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'loupe-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const place = () => ({ home, appData: undefined, platform: 'linux' as const })
function order(...argv: string[]): AddOrder {
  const read = readAdd(argv, home, place())
  if ('wrong' in read) throw new Error(read.wrong)
  return read
}
async function run(what: AddOrder, confirm?: (question: string) => Promise<boolean>) {
  let out = ''
  let error = ''
  const code = await runAdd(what, { out: (text) => (out += text), error: (text) => (error += text) }, confirm)
  return { code, out, error }
}

test('shows the change, asks, keeps a backup with the rights of the file, and writes', async () => {
  const file = join(home, '.cursor', 'mcp.json')
  expect((await run(order('cursor', '--name', 'a', '--yes', '--', 'x'))).code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')

  const asked: string[] = []
  const refused = await run(order('cursor', '--', 'npx', '-y', 'files'), async (question) => (asked.push(question), false))
  expect(refused).toMatchObject({ code: 1, error: 'Nothing was written.\n' })
  expect(asked).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(before)

  const done = await run(order('cursor', '--', 'npx', '-y', 'files'), async () => true)
  expect(done.code).toBe(0)
  expect(done.out).toContain('+     "files": {')
  expect(done.out).not.toContain('- ')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { a: { command: 'x', args: [] }, files: { command: 'npx', args: ['-y', 'files'] } },
  })
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe(before)
  expect(readdirSync(join(home, '.cursor')).sort()).toEqual(['mcp.json', 'mcp.json.bak'])
  expect((await run(order('cursor', '--', 'npx', '-y', 'files'))).error).toContain('has it already')
})

test('without a person and without --yes nothing is written, nor with --dry-run, nor into a file that cannot be read', async () => {
  expect(await run(order('codex', 'https://x.test/mcp'))).toMatchObject({ code: 1, error: expect.stringContaining('--yes') })
  expect(await run(order('codex', '--dry-run', 'https://x.test/mcp'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('+ url = "https://x.test/mcp"'),
  })
  expect(findConfigs(home, place())).toEqual([])
  writeFileSync(join(home, '.mcp.json'), '{ "mcpServers": ')
  expect(await run(order('claude-code', '--project', '--yes', '--', 'x'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('cannot be read'),
  })
  expect(readFileSync(join(home, '.mcp.json'), 'utf8')).toBe('{ "mcpServers": ')
  expect(findConfigs(home, place()).map(({ host }) => host.id)).toEqual(['claude-code'])
})

test('what is not understood is said', () => {
  const why = (...argv: string[]) => {
    const read = readAdd(argv, home, place())
    return 'wrong' in read ? read.wrong : 'understood'
  }
  expect(why('emacs', '--', 'x')).toContain('Known are claude-desktop')
  expect(why('claude', '--', 'x')).toContain('Did you mean claude-desktop or claude-code?')
  expect(why('windsurf', '--project', '--', 'x')).toContain('no file for a project')
  expect(why('cursor')).toContain('Name a URL')
  expect(why('cursor', '--nmae', 'x')).toContain('--name')
})

test('a page is told which configurations there are, and reads those alone', () => {
  writeFileSync(join(home, '.mcp.json'), '{"mcpServers":{}}')
  writeFileSync(join(home, 'secret.json'), '{}')
  const file = join(home, '.mcp.json')
  expect(answerConfigs(undefined, home, place())).toEqual({ files: [{ host: 'Claude Code', file }] })
  expect(answerConfigs(file, home, place())).toEqual({ text: '{"mcpServers":{}}' })
  for (const other of [join(home, 'secret.json'), `${home}/./.mcp.json`, 7, null])
    expect(answerConfigs(other, home, place())).toHaveProperty('fault')
})
