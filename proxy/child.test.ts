// Real programs: node itself, small shell scripts, files that cannot run.
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { eachLine, type Exited, type SpawnRequest } from '#mcp/transport/tunnel-frames.ts'
import { spawnChild, STDIN_LIMIT, type Child } from './child.ts'
import { isAlive, isGone } from './testing/processes.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loupe-child-')))
afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  child: Child
  out: string[]
  err: string[]
  pid: Promise<number>
  exit: Promise<Exited>
  /** The n-th line of stdout. */
  line(index: number): Promise<string>
}

function run(request: Partial<SpawnRequest> & { script?: string }): Run {
  const out: string[] = []
  const err: string[] = []
  let wake = (): void => {}
  let started = (_pid: number): void => {}
  let exited = (_exit: Exited): void => {}
  const pid = new Promise<number>((resolve) => (started = resolve))
  const exit = new Promise<Exited>((resolve) => (exited = resolve))
  const { script, ...rest } = request
  const child = spawnChild(
    { command: process.execPath, args: script === undefined ? [] : ['-e', script], env: {}, ...rest },
    {
      started: (facts) => started(facts.pid),
      lines: (block) => {
        eachLine(block, (bytes) => out.push(Buffer.from(bytes).toString()))
        wake()
      },
      overlong: () => {},
      errorLines: (block) => eachLine(block, (bytes) => err.push(Buffer.from(bytes).toString())),
      exited: (facts) => exited(facts),
    },
  )
  const line = (index: number): Promise<string> =>
    new Promise((resolve) => {
      wake = () => out.length > index && resolve(out[index]!)
      wake()
    })
  return { child, out, err, pid, exit, line }
}

const ECHO = 'process.stdin.pipe(process.stdout)'

describe('a child', () => {
  test('echoes lines, tells stderr apart, and ends when its stdin is closed', async () => {
    const { child, line, err, exit } = run({ script: `console.error('hello'); ${ECHO}` })
    expect(child.write(Buffer.from('one'))).toBe(true)
    expect(child.write(Buffer.from('zwei ü'))).toBe(true)
    expect(await line(1)).toBe('zwei ü')
    await child.end()
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(err).toEqual(['hello'])
    expect(child.write(Buffer.from('late'))).toBe(false)
  })

  test('the last lines before an exit are not lost, nor one without a break', async () => {
    const { out, err, exit } = run({
      script: `process.stdout.write('a\\n'.repeat(20000) + 'end'); console.error('why'); process.exitCode = 3`,
    })
    expect(await exit).toEqual({ code: 3, signal: null })
    expect(out).toHaveLength(20001)
    expect(out.at(-1)).toBe('end')
    expect(err).toEqual(['why'])
  })

  test('a line of 20 MB comes whole both ways', async () => {
    const { child, line } = run({ script: ECHO })
    child.write(Buffer.alloc(20_000_000, 0x61))
    expect((await line(0)).length).toBe(20_000_000)
    await child.end()
  })

  test('gets no shell, its own arguments, its variables and folder, and no secrets of ours', async () => {
    process.env.LOUPE_TEST_API_KEY = 'secret'
    const script = `console.log(JSON.stringify({ argv: process.argv.slice(1), cwd: process.cwd(), env: process.env }))`
    const { line, exit } = run({ args: ['-e', script, '--', '$HOME', 'a b', '"; echo'], env: { MINE: 'x y', LANG: 'de' }, cwd: folder })
    const told = JSON.parse(await line(0)) as { argv: string[]; cwd: string; env: { [name: string]: string } }
    expect(told.argv).toEqual(['$HOME', 'a b', '"; echo'])
    expect(told.cwd).toBe(folder)
    expect(told.env).toMatchObject({ MINE: 'x y', LANG: 'de', PATH: process.env.PATH })
    expect(told.env).not.toHaveProperty('LOUPE_TEST_API_KEY')
    expect(Object.keys(told.env).filter((name) => name.startsWith('NODE_') || name.startsWith('VITEST'))).toEqual([])
    await exit
  })

  test('refuses to pile up what a child does not read', async () => {
    const { child, pid } = run({ script: 'setInterval(() => {}, 1000)' })
    await pid
    const line = Buffer.alloc(STDIN_LIMIT / 4)
    const taken = Array.from({ length: 6 }, () => child.write(line))
    expect(taken[0]).toBe(true)
    expect(taken.at(-1)).toBe(false)
    await child.end()
  })

  test('loses nothing when it exits while its output waits', async () => {
    const { child, pid, out, exit, line } = run({
      script: `console.log('first'); process.stdin.once('data', () => { process.stdout.write('x\\n'.repeat(10000)); process.exit(0) })`,
    })
    await line(0)
    child.pause()
    child.write(Buffer.from('go'))
    await isGone(await pid)
    await exit
    expect(out).toHaveLength(10_001)
  })
})

describe('ending', () => {
  const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`

  test('a child that ignores everything is killed with what it started', async () => {
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { stdio: 'ignore' }).pid`
    const { child, pid, line, exit } = run({ script: `${STUBBORN} console.log(${grandchild})` })
    const both = [await pid, Number(await line(0))]
    expect(both.map(isAlive)).toEqual([true, true])
    await Promise.all([child.end(), child.end()])
    expect(both.map(isAlive)).toEqual([false, false])
    expect(await exit).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('what a child leaves behind when it exits by itself is ended too', async () => {
    const { line, exit } = run({
      script: `console.log(require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { stdio: 'inherit' }).pid); process.exitCode = 0; process.stdout.end(() => process.exit(0))`,
    })
    const left = Number(await line(0))
    expect(await exit).toMatchObject({ code: 0 })
    await isGone(left)
  })
})

describe('a start that fails', () => {
  const error = async (request: Partial<SpawnRequest>): Promise<NonNullable<Exited['error']>> => {
    const exit = await run(request).exit
    expect(exit).toMatchObject({ code: null, signal: null })
    return exit.error!
  }

  test('names the PATH searched, also one that was asked for', async () => {
    const failed = await error({ command: 'no-such-program', env: { PATH: '/usr/bin:/opt/nothing' } })
    expect(failed).toMatchObject({ code: 'ENOENT', path: ['/usr/bin', '/opt/nothing'] })
    expect(failed.message).toContain('"no-such-program" was not found')
  })

  test('sees a command line written as a command', async () => {
    expect((await error({ command: 'node server.js' })).message).toContain('write the program alone')
  })

  test('tells a missing folder from a missing command', async () => {
    const failed = await error({ cwd: '/no/such/folder' })
    expect(failed).toMatchObject({ code: 'ENOENT' })
    expect(failed.message).toContain('The working folder /no/such/folder does not exist')
    expect(failed.path).toBeUndefined()
    writeFileSync(join(folder, 'plain'), '')
    expect(await error({ cwd: join(folder, 'plain') })).toMatchObject({ code: 'ENOTDIR' })
    expect((await error({ cwd: 'relative' })).message).toContain('absolute')
  })

  test('tells a file that may not run, a folder, a missing file and a missing interpreter apart', async () => {
    const file = join(folder, 'script')
    writeFileSync(file, '#!/no/such/interpreter\n')
    chmodSync(file, 0o644)
    expect(await error({ command: file })).toMatchObject({ code: 'EACCES', message: expect.stringContaining('chmod +x') })
    chmodSync(file, 0o755)
    expect(await error({ command: file })).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('"/no/such/interpreter"') })
    expect((await error({ command: folder })).message).toContain('is a folder')
    expect((await error({ command: './nothing', cwd: folder })).message).toContain(join(folder, 'nothing'))
    expect((await error({ command: '' })).message).toContain('No command')
  })
})
