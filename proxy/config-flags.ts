// `--config FILE --server NAME`, and the flags that people know from the official inspector, written anew as the command line
// that means the same here; all that follows reads one kind of line.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fill, placeholdersOf } from '#mcp/config/placeholders.ts'
import { readConfig } from '#mcp/config/read.ts'
import { orMissing, valueFor } from './flag-value.ts'
import { targetHeaders, type Target } from '#mcp/transport/target.ts'

/** The line anew, or why it cannot be. */
export type Rewritten = { argv: string[] } | { wrong: string }

/** Those that are given a server; the rest of them have no use for one. */
const COMMANDS = new Set(['request', 'doctor', 'check', 'tap'])
const WITHOUT = new Set(['add', 'open'])

/** Replaces `--config` and `--server` by what the file says of that server; `env` fills places such as `${API_KEY}`. */
export function withConfig(argv: string[], folder: string, env: NodeJS.ProcessEnv): Rewritten {
  const split = argv.indexOf('--')
  const own = split < 0 ? argv : argv.slice(0, split)
  const named: { [flag: string]: string } = {}
  const rest: string[] = []
  for (let at = 0; at < own.length; at++) {
    const [flag, inline] = own[at]!.startsWith('--') ? cut(own[at]!) : [own[at]!]
    if (flag !== '--config' && flag !== '--server') {
      rest.push(own[at]!)
      continue
    }
    const value = orMissing(() => valueFor(flag, inline, () => own[++at]))
    if (typeof value !== 'string') return value
    named[flag] = value
  }
  const { '--config': file, '--server': name } = named
  if (file === undefined) return name === undefined ? { argv } : { wrong: '--server names a server of a file: say which with --config.' }
  if (WITHOUT.has(rest[0] ?? '')) return { wrong: `loupe ${rest[0]} takes no --config. See loupe ${rest[0]} --help.` }
  if (split >= 0) return { wrong: 'Name one thing to connect to: a server of a file with --config, or a command after "--".' }
  const found = serverIn(resolve(folder, file), name, env)
  if ('wrong' in found) return found
  return { argv: spell(rest, found.target, found.name) }
}

function serverIn(file: string, name: string | undefined, env: NodeJS.ProcessEnv): { name: string; target: Target } | { wrong: string } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { wrong: code === 'ENOENT' ? `There is no file ${file}.` : `${file} could not be read: ${(error as Error).message}` }
  }
  try {
    const { servers } = readConfig(text, file)
    const usable = servers.filter(({ target }) => target !== undefined)
    const names = usable.map((one) => one.name).join(', ')
    const server = name === undefined ? usable[0] : servers.find((one) => one.name === name)
    if (server === undefined)
      return {
        wrong:
          name === undefined
            ? `${file} names no server that can be used.`
            : `${file} has no server ${JSON.stringify(name)}. It has ${names || 'none that can be used'}.`,
      }
    if (name === undefined && usable.length > 1)
      return { wrong: `${basename(file)} has ${usable.length} servers: name one with --server. It has ${names}.` }
    if (server.target === undefined) return { wrong: `“${server.name}” in ${file} cannot be used: ${server.notes.join(' ')}` }
    const target = fill(server.target, (place) => (place.kind === 'env' ? env[place.name] : undefined))
    const [open] = placeholdersOf(target)
    if (open?.kind === 'env') return { wrong: `“${server.name}” wants ${open.name}, which is not set in this environment.` }
    if (open !== undefined)
      return { wrong: `“${server.name}” leaves ${open.text} open, which only its host can fill: write it into a copy of the file.` }
    return { name: server.name, target }
  } catch (error) {
    return { wrong: `${file}: ${(error as Error).message}` }
  }
}

/** The target in the words of a command line. */
function spell(rest: string[], target: Target, name: string): string[] {
  const [first, ...more] = rest
  const command = first !== undefined && COMMANDS.has(first) ? [first] : []
  const others = command.length > 0 ? more : rest
  // What the connection is called is of use to the page and to records of a tap.
  const called = (command.length > 0 && first !== 'tap') || name === '' ? [] : [`--name=${name}`]
  if (target.kind === 'stdio')
    return [
      ...command,
      ...called,
      ...target.env.flatMap((one) => ['-e', `${one.name}=${one.value}`]),
      ...(target.cwd === undefined ? [] : [`--cwd=${target.cwd}`]),
      ...others,
      '--',
      target.command,
      ...target.args,
    ]
  const headers = targetHeaders(target).flatMap(([header, value]) => ['-H', `${header}: ${value}`])
  return [
    ...command,
    target.url,
    ...called,
    ...headers,
    ...(target.transport === undefined ? [] : ['--transport', target.transport]),
    ...others,
  ]
}

export const CLI_HELP = `Takes a line of the official inspector as it is, and sends it as loupe request does.

  loupe --cli node build/index.js --method tools/list
  loupe --cli https://example.com/mcp --method tools/call --tool-name echo --tool-arg message=hi

      --method NAME            the method to send
      --tool-name NAME         for tools/call, with --tool-arg NAME=VALUE (again, or several behind one another)
      --prompt-name NAME       for prompts/get, with --prompt-args NAME=VALUE (likewise)
      --uri URI                for resources/read, resources/subscribe and resources/unsubscribe
      --log-level LEVEL        for logging/setLevel (usually info)
      --config FILE            a server of a host's configuration, named with --server NAME

-e, -H, --cwd, --transport, --era, --timeout and what it prints and ends with are those of loupe request; see its --help.
`

/** Which method takes what from the inspector's flags. */
const NAMED: { [method: string]: { name: string; args: string } } = {
  'tools/call': { name: '--tool-name', args: '--tool-arg' },
  'prompts/get': { name: '--prompt-name', args: '--prompt-args' },
}

/** `--cli … --method M …` of the official inspector as a line for `loupe request`; undefined when it is none of its lines. */
export function fromInspector(argv: string[]): Rewritten | undefined {
  return orMissing(() => requestOf(argv))
}

function requestOf(argv: string[]): Rewritten | undefined {
  const split = argv.indexOf('--')
  if (!(split < 0 ? argv : argv.slice(0, split)).includes('--cli')) return undefined
  const values: { [flag: string]: string[] } = {}
  const passed: string[] = []
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    if (argv[at] === '--') {
      words.push(...argv.slice(at + 1))
      break
    }
    const [flag, inline] = cut(argv[at]!)
    const value = () => valueFor(flag, inline, () => argv[++at])
    if (flag === '--cli') continue
    if (/^--(?:method|tool-name|tool-arg|prompt-name|prompt-args|uri|log-level)$/.test(flag)) {
      const list = (values[flag] ??= [])
      list.push(value())
      // The inspector takes several pairs after one flag.
      while (/^--(?:tool-arg|prompt-args)$/.test(flag) && /^[^-=\s][^=]*=/.test(argv[at + 1] ?? '')) list.push(argv[++at]!)
    } else if (/^(?:-e|-H|--env|--header|--cwd|--transport|--era|--timeout|--config|--server)$/.test(flag)) passed.push(flag, value())
    else words.push(argv[at]!)
  }
  const [method] = values['--method'] ?? []
  if (method === undefined) return { wrong: 'With --cli goes --method, such as tools/list. See loupe --cli --help.' }
  const params = paramsOf(method, values)
  if ('wrong' in params) return params
  const request = [method, ...(params.json === undefined ? [] : [params.json])]
  const [target] = words
  if (target === undefined) return { argv: ['request', ...passed, ...request] }
  if (/^(?:https?|wss?):/i.test(target)) return { argv: ['request', ...passed, target, ...request] }
  return { argv: ['request', ...passed, ...request, '--', ...words] }
}

function paramsOf(method: string, values: { [flag: string]: string[] }): { json?: string } | { wrong: string } {
  if (method === 'resources/read' || method === 'resources/subscribe' || method === 'resources/unsubscribe') {
    const [uri] = values['--uri'] ?? []
    return uri === undefined ? { wrong: `${method} wants --uri.` } : { json: JSON.stringify({ uri }) }
  }
  if (method === 'logging/setLevel') return { json: JSON.stringify({ level: values['--log-level']?.[0] ?? 'info' }) }
  const flags = NAMED[method]
  if (flags === undefined) return {}
  const [name] = values[flags.name] ?? []
  if (name === undefined) return { wrong: `${method} wants ${flags.name}.` }
  const args: [string, unknown][] = []
  for (const pair of values[flags.args] ?? []) {
    const at = pair.indexOf('=')
    if (at <= 0) return { wrong: `${flags.args} is written name=value, and ${JSON.stringify(pair)} is not.` }
    args.push([pair.slice(0, at), method === 'prompts/get' ? pair.slice(at + 1) : valueOf(pair.slice(at + 1))])
  }
  // Digits that a double would lose stay as they were typed.
  const members = args.map(([key, value]) => `${JSON.stringify(key)}:${value instanceof Literal ? value.text : JSON.stringify(value)}`)
  return { json: `{"name":${JSON.stringify(name)},"arguments":{${members.join(',')}}}` }
}

class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON where it is some, else the text itself. */
function valueOf(text: string): string | Literal {
  try {
    JSON.parse(text)
    return new Literal(text)
  } catch {
    return text
  }
}

function cut(word: string): [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}
