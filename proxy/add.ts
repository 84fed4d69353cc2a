// `loupe add`: writes a server into another program's configuration, after showing what would change, with a backup.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOSTS, type Host } from '#mcp/config/hosts.ts'
import { lostIn, writeServer } from '#mcp/config/write.ts'
import type { Target } from '#mcp/transport/target.ts'
import { readArguments } from './arguments.ts'
import { personalFile, thisPlace } from './host-files.ts'
import { orMissing } from './flag-value.ts'
import { splitFlag } from './order-flags.ts'
import type { Printer } from './request.ts'

export const ADD_HELP = `Adds a server to another program's configuration.

  loupe add cursor --name files -- npx -y @modelcontextprotocol/server-filesystem .
  loupe add vscode --project https://example.com/mcp

Hosts: ${HOSTS.map(({ id }) => id).join(', ')}

      --name NAME         what the server is called there (usually made from the command or the URL)
      --project           into the file of the project in this folder, not into your own
      --file FILE         into this file
      --yes               write without asking
      --dry-run           show what would change, and write nothing
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP) or sse (HTTP+SSE), for the URL

Shows the change, asks, keeps the file as it was beside it (.bak), and then writes. Ends with 0 when it is written, 1 when
it is not, 2 when the line was not understood.
`

export interface AddOrder {
  host: Host
  file: string
  name: string
  target: Target
  yes: boolean
  dryRun: boolean
}

/** Reads what follows `loupe add`. */
export function readAdd(argv: string[], folder: string, place = thisPlace()): AddOrder | { wrong: string } {
  const [id, ...rest] = argv
  const host = HOSTS.find((one) => one.id === id)
  const meant = HOSTS.filter(
    (one) => id !== undefined && id.length > 1 && (one.id.includes(id.toLowerCase()) || id.toLowerCase().includes(one.id.split('-')[0]!)),
  )
  if (host === undefined && meant.length > 0)
    return { wrong: `There is no host ${JSON.stringify(id)}. Did you mean ${meant.map((one) => one.id).join(' or ')}?` }
  if (host === undefined)
    return { wrong: `There is no host ${JSON.stringify(id ?? '')}. Known are ${HOSTS.map((one) => one.id).join(', ')}.` }
  const split = rest.indexOf('--')
  const own = split < 0 ? rest : rest.slice(0, split)
  const passed: string[] = []
  const order: { file?: string; project: boolean; yes: boolean; dryRun: boolean; cwd: boolean } = {
    project: false,
    yes: false,
    dryRun: false,
    cwd: false,
  }
  for (let at = 0; at < own.length; at++) {
    const word = own[at]!
    const { name, value } = splitFlag(word, () => own[++at])
    if (name === '--project') order.project = true
    else if (name === '--yes' || name === '-y') order.yes = true
    else if (name === '--dry-run') order.dryRun = true
    else if (name === '--file') {
      const file = orMissing(value)
      if (typeof file !== 'string') return file
      order.file = file
    } else {
      order.cwd ||= name === '--cwd'
      passed.push(word)
    }
  }
  if (order.project && host.project === undefined) return { wrong: `${host.title} has no file for a project.` }
  const parsed = readArguments([...passed, ...(split < 0 ? [] : rest.slice(split))], folder, {}, 'loupe add')
  if (parsed.kind === 'wrong') return { wrong: parsed.why }
  if (parsed.kind !== 'run' || parsed.options.initial === undefined) return { wrong: 'Name a URL, or a command after "--".' }
  const { name, target } = parsed.options.initial
  // The folder of this terminal is nothing that the host should know unasked.
  if (target.kind === 'stdio' && !order.cwd) delete target.cwd
  const file = order.file ?? (order.project ? join(folder, host.project!) : personalFile(host, place))
  return { host, file, name: name.replace(/\s+/g, '-'), target, yes: order.yes, dryRun: order.dryRun }
}

/** Shows, asks and writes; resolves to the exit code. `confirm`: undefined where nobody can be asked. */
export async function runAdd(
  order: AddOrder,
  print: Printer,
  confirm: ((question: string) => Promise<boolean>) | undefined,
): Promise<number> {
  const { host, file, name, target } = order
  try {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = writeServer(host.id, before, name, target)
    if (before === after) {
      print.error(`${file} has it already, just so.\n`)
      return 0
    }
    print.out(`${file}${before === '' ? ' (new)' : ''}\n${changedLines(before, after)}`)
    for (const lost of lostIn(host.id, target)) print.error(`${lost}\n`)
    if (order.dryRun) return 0
    if (!order.yes && confirm === undefined) {
      print.error('Nothing was written: nobody can be asked here. Say --yes to write without asking.\n')
      return 1
    }
    if (!order.yes && !(await confirm!('Write this? [y/N] '))) {
      print.error('Nothing was written.\n')
      return 1
    }
    const backup = save(file, before, after)
    print.error(`Written${backup === undefined ? '' : `; as it was: ${backup}`}. ${host.title} reads it when it starts.\n`)
    return 0
  } catch (error) {
    print.error(`loupe: ${file}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** @returns the path of the backup; undefined when there was nothing to back up */
function save(file: string, before: string, after: string): string | undefined {
  mkdirSync(dirname(file), { recursive: true })
  if (before === '') {
    // It may hold secrets, as these files do.
    writeFileSync(file, after, { mode: 0o600 })
    return undefined
  }
  const backup = freeName(`${file}.bak`)
  copyFileSync(file, backup)
  // In one step, so that no one ever reads half a file.
  const whole = freeName(`${file}.new`)
  writeFileSync(whole, after, { mode: statSync(file).mode })
  renameSync(whole, file)
  return backup
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}${number}`
    if (!existsSync(free)) return free
  }
}

/** The lines that differ, with two around them; an addition stands in one place. */
export function changedLines(before: string, after: string): string {
  const old = before === '' ? [] : before.split(/\r?\n/)
  const made = after.split(/\r?\n/)
  let start = 0
  while (start < old.length && start < made.length && old[start] === made[start]) start++
  let end = 0
  while (end < old.length - start && end < made.length - start && old.at(-1 - end) === made.at(-1 - end)) end++
  const around = (lines: string[]) => lines.map((line) => `  ${line}\n`)
  return [
    ...around(old.slice(Math.max(0, start - 2), start)),
    ...old.slice(start, old.length - end).map((line) => `- ${line}\n`),
    ...made.slice(start, made.length - end).map((line) => `+ ${line}\n`),
    ...around(old.slice(old.length - end, old.length - end + 2)),
  ].join('')
}
