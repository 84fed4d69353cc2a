// One server as some host's configuration has it, whichever of the hosts' spellings it uses, read into a target.
import { isObject, type Json } from '../json.ts'
import type { HttpTarget, Target } from '../transport/target.ts'

export interface Entry {
  /** Undefined when the entry names neither a command nor a URL that can be used. */
  target: Target | undefined
  /** The host would not start it. */
  disabled: boolean
  /** For people: what is wrong, and what is there that nothing here uses. */
  notes: string[]
}

type Members = { [name: string]: Json }

/** Members that the reader knows, and those that hosts keep for themselves and that change nothing here. */
const KNOWN = new Set(
  `name title description icon command cmd args env envs environment env_vars cwd url serverUrl httpUrl uri type transport headers http_headers
  env_http_headers bearer_token_env_var disabled enabled source settings display_name bundled available_tools gallery version
  id`.split(/\s+/),
)

/** Never throws: what cannot be read is said in the notes. */
export function readEntry(raw: Json): Entry {
  if (!isObject(raw)) return { target: undefined, disabled: false, notes: ['It is no object.'] }
  // Older Goose and Zed files put the server into a member of its own.
  const inner = isObject(raw.config) && !hasAddress(raw) ? { ...raw.config, enabled: raw.enabled ?? raw.config.enabled ?? true } : raw
  const notes: string[] = []
  const disabled = inner.disabled === true || inner.enabled === false
  const target = readCommand(inner, notes) ?? readUrl(inner, notes)
  if (target === undefined && notes.length === 0) notes.push('It has neither a command nor a URL.')
  const unused = Object.keys(inner).filter((name) => !KNOWN.has(name))
  if (target !== undefined && unused.length > 0)
    notes.push(`Not used here: ${unused.slice(0, 8).join(', ')}${unused.length > 8 ? ' …' : ''}.`)
  return { target, disabled, notes }
}

/** Whether an object is a server by its members. */
export function hasAddress(raw: Members): boolean {
  return ['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'uri'].some((name) => raw[name] !== undefined)
}

function readCommand(raw: Members, notes: string[]): Target | undefined {
  const command = raw.command ?? raw.cmd
  if (command === undefined) return undefined
  const within = isObject(command) ? command : undefined
  const words = Array.isArray(command) ? command.map(text) : [text(within?.path ?? within?.command ?? command)]
  const program = words[0] ?? ''
  if (typeof (within?.path ?? within?.command ?? command) !== 'string' && !Array.isArray(command)) {
    notes.push('Its command is no text.')
    return undefined
  }
  if (program.trim() === '') {
    notes.push('Its command is empty.')
    return undefined
  }
  if (raw.url !== undefined) notes.push('It has a command and a URL: the command is taken.')
  const args = within?.args ?? raw.args
  if (args !== undefined && args !== null && !Array.isArray(args)) notes.push('Its “args” is no list: left out.')
  const cwd = raw.cwd
  return {
    kind: 'stdio',
    command: program,
    args: [...words.slice(1), ...(Array.isArray(args) ? args.map(text) : [])],
    env: [...pairs(within?.env ?? raw.env ?? raw.environment ?? raw.envs, 'environment', notes), ...passedOn(raw.env_vars)],
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
  }
}

function readUrl(raw: Members, notes: string[]): Target | undefined {
  const named = [raw.url, raw.serverUrl, raw.httpUrl, raw.uri].find((one) => one !== undefined && one !== null && one !== '')
  if (named === undefined) return undefined
  if (typeof named !== 'string') {
    notes.push('Its URL is no text.')
    return undefined
  }
  // A placeholder may stand for the host; what it stands for is looked at once it is filled in.
  if (!/\$\{|\{env:/.test(named) && !/^(?:https?|wss?):\/\//i.test(named)) {
    notes.push(`Its URL begins with neither http:// nor https://: ${named.slice(0, 80)}`)
    return undefined
  }
  const all = [
    ...pairs(raw.headers ?? raw.http_headers, 'headers', notes),
    ...pairs(raw.env_http_headers, 'headers', notes).map(({ name, value }) => ({ name, value: `\${${value}}` })),
  ]
  const bearer = all.find(({ name, value }) => /^authorization$/i.test(name) && /^bearer\s/i.test(value))
  const target: HttpTarget = { kind: 'http', url: named.trim(), headers: all.filter((header) => header !== bearer), via: 'auto' }
  const type = [raw.type, raw.transport].map((one) => (isObject(one) ? one.type : one)).find((one) => typeof one === 'string')
  if (type === 'sse') target.transport = 'sse'
  else if (typeof type === 'string' && /^(streamable.?)?http$/i.test(type)) target.transport = 'http'
  if (bearer !== undefined) target.bearer = bearer.value.replace(/^bearer\s+/i, '')
  else if (typeof raw.bearer_token_env_var === 'string') target.bearer = `\${${raw.bearer_token_env_var}}`
  return target
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

/** Names and values of an object; numbers and the like are written as JSON. A list of `NAME=value` is read too. */
function pairs(value: Json | undefined, what: string, notes: string[]): { name: string; value: string }[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' && one.indexOf('=') > 0))
    return value.map((one) => ({ name: text(one).split('=')[0]!, value: text(one).slice(text(one).indexOf('=') + 1) }))
  if (!isObject(value)) {
    notes.push(`Its ${what} are no object: left out.`)
    return []
  }
  return Object.entries(value)
    .filter(([name]) => name !== '')
    .map(([name, one]) => ({ name, value: text(one) }))
}

/** Variables that are passed on from the host's own environment. */
function passedOn(names: Json | undefined): { name: string; value: string }[] {
  if (!Array.isArray(names)) return []
  return names.flatMap((one) => {
    const name = isObject(one) ? one.name : one
    return typeof name === 'string' && name !== '' ? [{ name, value: `\${${name}}` }] : []
  })
}
