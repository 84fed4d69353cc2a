// A server put into a host's configuration: the new text, with everything else in the file as it was, comments too.
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml'
import { isMap, isSeq, parseDocument, stringify as stringifyYaml } from 'yaml'
import { isObject, type Json } from '../json.ts'
import { targetHeaders, type Target } from '../transport/target.ts'
import { hostOf, type Host, type HostId } from './hosts.ts'
import { setMember } from './json-edit.ts'
import { parseConfig } from './parse.ts'

type Members = { [name: string]: Json }

export class CannotWrite extends Error {}

/**
 * What the host's file says of a server.
 * @throws CannotWrite, with what to do instead, when the host has no place for it
 */
export function entryFor(id: HostId, target: Target): Members {
  const { title, spelling } = hostOf(id)
  if (target.kind === 'stdio') {
    const { command, args, cwd } = target
    const env = Object.fromEntries(target.env.map(({ name, value }) => [name, value]))
    const goose = id === 'goose' ? { enabled: true } : {}
    return {
      ...goose,
      ...(spelling.types.stdio === undefined ? {} : { type: spelling.types.stdio }),
      ...(spelling.command === 'words' ? { command: [command, ...args] } : { [spelling.command]: command, args }),
      ...(target.env.length === 0 ? {} : { [spelling.env]: env }),
      ...(cwd === undefined || !spelling.cwd ? {} : { cwd }),
      ...(id === 'opencode' ? { enabled: true } : {}),
    }
  }
  if (/^wss?:/i.test(target.url)) throw new CannotWrite(`${title} knows no WebSocket servers.`)
  if (spelling.url === undefined)
    // Its settings know programs alone; this one carries a URL for it.
    return {
      command: 'npx',
      args: ['-y', 'mcp-remote', target.url, ...targetHeaders(target).flatMap(([name, value]) => ['--header', `${name}: ${value}`])],
    }
  const type = spelling.types[target.transport ?? 'http']
  const sent = Object.fromEntries(targetHeaders(target))
  const { Authorization: authorization, ...others } = sent
  const variable = /^Bearer \$\{([A-Za-z_]\w*)\}$/.exec(authorization ?? '')?.[1]
  const asVariable = id === 'codex' && variable !== undefined
  const headers = asVariable ? others : sent
  return {
    ...(id === 'goose' ? { enabled: true } : {}),
    ...(type === undefined ? {} : { type }),
    // Gemini CLI takes a "url" for HTTP+SSE.
    [id === 'gemini-cli' && target.transport === 'sse' ? 'url' : spelling.url]: target.url,
    ...(asVariable ? { bearer_token_env_var: variable } : {}),
    ...(Object.keys(headers).length === 0 ? {} : { [spelling.headers]: headers }),
    ...(id === 'opencode' ? { enabled: true } : {}),
  }
}

/** What a host cannot be told of a target, for people; empty when nothing is lost. */
export function lostIn(id: HostId, target: Target): string[] {
  const { title, spelling } = hostOf(id)
  const lost: string[] = []
  if (target.kind === 'stdio' && target.cwd !== undefined && !spelling.cwd)
    lost.push(`${title} starts servers in a folder of its own choice: ${target.cwd} is left out.`)
  if (target.kind === 'http' && spelling.url === undefined) lost.push(`${title}’s file starts programs only: mcp-remote carries the URL.`)
  if (target.kind === 'http' && target.transport === 'sse' && id === 'codex') lost.push('Codex speaks Streamable HTTP only.')
  return lost
}

/**
 * The text of the host's file with this server in it, in place of one of the same name.
 * @param text the file as it is; '' when there is none yet
 * @throws SyntaxError when the file cannot be read, CannotWrite when it cannot be changed without losing something
 */
export function writeServer(id: HostId, text: string, name: string, target: Target): string {
  const host = hostOf(id)
  const entry = entryFor(id, target)
  if (text.trim() === '') return fresh(host, name, entry)
  // A file that cannot be read is not one to write into.
  const before = parseConfig(text, host.format)
  if (!isObject(before)) throw new CannotWrite(`The file is no object: nothing is written into it.`)
  const after =
    host.format === 'toml'
      ? intoToml(host, text, before, name, entry)
      : host.format === 'yaml'
        ? intoYaml(host, text, name, entry)
        : intoJson(host, text, name, entry)
  assertKept(host, before, parseConfig(after, host.format), name)
  return after
}

function fresh(host: Host, name: string, entry: Members): string {
  const servers: Json = host.list ? [{ name, ...entry }] : { [name]: entry }
  const whole = { [host.member]: servers }
  if (host.format === 'toml') return `${stringifyToml(whole).trimStart()}`
  if (host.format === 'yaml')
    return stringifyYaml(host.id === 'continue' ? { name: 'Local', version: '0.0.1', schema: 'v1', ...whole } : named(host, whole, name))
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** Goose repeats the name inside the entry. */
function named(host: Host, whole: Members, name: string): Members {
  if (host.id !== 'goose' || !isObject(whole[host.member])) return whole
  const servers = whole[host.member] as Members
  return { [host.member]: { [name]: { name, ...(servers[name] as Members) } } }
}

function intoJson(host: Host, text: string, name: string, entry: Members): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return bom + setMember(text.slice(bom.length), [host.member, name], entry)
}

function intoYaml(host: Host, text: string, name: string, entry: Members): string {
  const document = parseDocument(text)
  if (host.list === true) {
    const servers = document.get(host.member)
    const at = isSeq(servers) ? servers.items.findIndex((item) => isMap(item) && item.get('name') === name) : -1
    if (servers === undefined || servers === null) document.set(host.member, document.createNode([{ name, ...entry }]))
    else if (at >= 0) document.setIn([host.member, at], document.createNode({ name, ...entry }))
    else document.addIn([host.member], document.createNode({ name, ...entry }))
  } else {
    if (!isMap(document.get(host.member))) document.set(host.member, document.createNode({}))
    document.setIn([host.member, name], document.createNode(host.id === 'goose' ? { name, ...entry } : entry))
  }
  return document.toString({ lineWidth: 0 })
}

/** No library changes TOML and keeps its comments, so tables are appended, and taken out only where they stand by themselves. */
function intoToml(host: Host, text: string, before: Members, name: string, entry: Members): string {
  const servers = before[host.member]
  const block = stringifyToml({ [host.member]: { [name]: entry } }).trim()
  const rest = isObject(servers) && Object.hasOwn(servers, name) ? withoutTable(host, text, name) : text
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return `${rest.trimEnd()}${eol}${eol}${block.replaceAll('\n', eol)}${eol}`
}

function withoutTable(host: Host, text: string, name: string): string {
  const lines = text.split(/(?<=\n)/)
  const kept: string[] = []
  let inside = false
  let found = false
  for (const line of lines) {
    const header = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line.trimEnd())
    if (header !== null) {
      const path = tablePath(header[1]!)
      inside = path[0] === host.member && path[1] === name
      found ||= inside
    }
    if (!inside) kept.push(line)
  }
  if (!found)
    throw new CannotWrite(`“${name}” stands in the file in a form that cannot be replaced without touching the rest: change it there.`)
  return kept.join('')
}

function tablePath(header: string): string[] {
  try {
    const path: string[] = []
    let table: unknown = parseToml(`[${header}]`)
    while (isObject(table)) {
      const [key] = Object.keys(table)
      if (key === undefined) break
      path.push(key)
      table = table[key]
    }
    return path
  } catch {
    return [] // not a header: a line of a text over several lines
  }
}

/** What was in the file is in it still: the last look before a person's file is touched. */
function assertKept(host: Host, before: Json, after: Json, name: string): void {
  if (JSON.stringify(without(host, before, name)) !== JSON.stringify(without(host, after, name)))
    throw new CannotWrite('Writing would change something else in the file: nothing was written.')
}

function without(host: Host, root: Json, name: string): Json {
  if (!isObject(root)) return root
  const { [host.member]: servers = null, ...rest } = root
  const others = Array.isArray(servers)
    ? servers.filter((one) => !isObject(one) || one.name !== name)
    : isObject(servers)
      ? Object.entries(servers).filter(([one]) => one !== name)
      : []
  return { ...rest, ' servers': others as Json }
}
