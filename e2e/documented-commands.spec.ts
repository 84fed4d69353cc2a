// Every command line of the README and of docs/ is run as it stands there, in a folder that looks as they expect: a server in
// build/, a record, a configuration. Only addresses that are nobody's are put in: that of a server on this machine, and `npx` runs that server.
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CERT } from '../proxy/testing/certificate.ts'
import { DIST, expect, SERVERS, startProgram, stop, test } from './loupe.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const pages = ['README.md', ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))]

/** Lines of fenced blocks that begin with the program, or are a step of a workflow; each once, without the comment behind it. */
const lines = [
  ...new Set(
    pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block]) =>
        block!.split('\n').flatMap((line) => {
          const said = /^(?:\s*- run: )?((?:loupe|node dist\/loupe\.js|npx (?:-y )?mcp-loupe)(?: .*)?)$/.exec(line.replace(/\s+#.*$/, ''))
          return said === null ? [] : [said[1]!.replace(/^(?:node dist\/loupe\.js|npx (?:-y )?mcp-loupe)/, 'loupe')]
        }),
      ),
    ),
  ),
]

const GREETING = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'docs', version: '1' } },
})}\n`

let home: string
let remote: Awaited<ReturnType<typeof startProgram>>

// One folder for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'loupe-docs-'))
  const put = (name: string, text: string, mode = 0o644) => {
    const file = join(home, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode })
  }
  put('bin/loupe', `#!/bin/sh\nexec "${process.execPath}" "${join(DIST, 'loupe.js')}" "$@"\n`, 0o755)
  put('bin/npx', `#!/bin/sh\nexec "${process.execPath}" "${join(home, 'work/build/index.js')}"\n`, 0o755)
  put('work/package.json', '{"type":"module"}')
  mkdirSync(join(home, 'work/build'))
  mkdirSync(join(home, 'server'))
  mkdirSync(join(home, 'srv'))
  copyFileSync(join(SERVERS, 'documented.mjs'), join(home, 'work/build/index.js'))
  put('work/known-failures.txt', '')
  put('work/.mcp-known.txt', '')
  put('.cursor/mcp.json', JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', 'some-server'] } } }))
  put('work/company.pem', CERT)
  const made = await run(`loupe tap --no-live --record record.jsonl -- node build/index.js`, { input: GREETING })
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('"serverInfo"') })
  remote = await startProgram(process.execPath, [join(DIST, 'demo.js'), '--http', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+\/mcp/)
})
test.afterAll(async () => {
  await stop(remote.child)
  rmSync(home, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  out: string
}

/** Runs a line in a shell; where `until` is seen in what it writes, it is ended as by Ctrl C. */
function run(line: string, { until, input = '' }: { until?: RegExp; input?: string } = {}): Promise<Ended> {
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd: join(home, 'work'),
    env: { ...process.env, HOME: home, XDG_STATE_HOME: join(home, 'state'), CI: '1', PATH: `${join(home, 'bin')}:${process.env.PATH}` },
  })
  return new Promise((resolve) => {
    let out = ''
    const take = (chunk: Buffer) => {
      out += String(chunk)
      if (until?.test(out)) child.kill('SIGINT')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (code) => resolve({ code, out }))
    child.stdin.end(input)
  })
}

test('there are commands to run', () => expect(lines.length).toBeGreaterThan(25))

for (const line of lines)
  test(line, async () => {
    const [, verb = ''] = line.split(' ')
    const address = remote.match[0]
    const meant = line.replace(/https:\/\/(?:example\.com|intranet\.example)\/\w+/, address)
    if (verb === 'request') {
      const { code, out } = await run(meant, line.includes('--watch') ? { until: /"tools"[^]*\n/ } : {})
      if (!line.includes('--watch')) expect(code, out).toBe(0)
      expect(out).toMatch(/"(?:tools|content)": ?\[/)
    } else if (verb === 'check') {
      const { code, out } = await run(meant)
      expect([0, 1], out).toContain(code)
      const file = / > (\S+)$/.exec(line)?.[1]
      expect(file === undefined ? out : readFileSync(join(home, 'work', file), 'utf8')).toMatch(file === undefined ? /MUST/ : /^[<{]/)
    } else if (verb === 'doctor') {
      const { code, out } = await run(meant)
      expect(code, out).toBe(0)
    } else if (verb === 'add') {
      const { out } = await run(meant, { input: 'y\n' })
      expect(out).toContain('npx')
    } else if (verb === 'tap') {
      const { out } = await run(meant, line.includes(' -- ') ? { input: GREETING } : { until: /http:\/\/127\.0\.0\.1:\d+/ })
      expect(out).toMatch(line.includes(' -- ') ? /"serverInfo"/ : /127\.0\.0\.1/)
    } else {
      const { out } = await run(meant, { until: /\?token=[\w-]+/ })
      expect(out).toMatch(/\?token=[\w-]+/)
    }
  })
