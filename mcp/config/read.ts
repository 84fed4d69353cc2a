// The servers in a configuration of any host: which host's it is by its shape, and each entry as a target.
import { isObject, type Json } from '../json.ts'
import { hasAddress, readEntry } from './entry.ts'
import { HOSTS, type Format, type HostId } from './hosts.ts'
import { formatOf, parseConfig } from './parse.ts'
import { isRegistryFile, readRegistryFile } from './registry.ts'
import type { ConfigServer } from './server.ts'

export interface Config {
  format: Format
  /** Undefined when the shape is that of several hosts, or of none. */
  host: HostId | undefined
  servers: ConfigServer[]
}

type Members = { [name: string]: Json }

/**
 * Reads the servers out of a configuration. `fileName` tells the notation and, where the shape does not, the host.
 * @throws SyntaxError with line and column when the text cannot be read, an Error when no server is in it
 */
export function readConfig(text: string, fileName = ''): Config {
  const format = formatOf(text, fileName)
  const root = parseConfig(text, format)
  if (!isObject(root)) throw new Error('This can be read, but it is no object with servers in it.')
  if (isRegistryFile(root)) return { format, host: undefined, servers: readRegistryFile(root) }
  const { members, host } = find(root, format)
  const servers = members.map(([name, raw]): ConfigServer => ({ name, ...readEntry(raw) }))
  // A settings file has other things than servers beside them; in an object of servers alone, all are meant to be some.
  const meant =
    host === undefined && !isWrapped(root) ? servers.filter(({ target, notes }) => target !== undefined || notes.length > 0) : servers
  const some = meant.some(({ target }) => target !== undefined)
  if (!some && (meant.length === 0 || !isWrapped(root)))
    throw new Error('No server is in it: expected “mcpServers”, or what another host calls it, or an object with “command” or “url”.')
  return { format, host: host ?? byFileName(fileName), servers: meant }
}

/** Where hosts put their servers; `mcpServers` is shared by several. */
const MEMBERS: [string, HostId | undefined][] = [
  ['mcpServers', undefined],
  ['servers', 'vscode'],
  ['context_servers', 'zed'],
  ['mcp_servers', 'codex'],
  ['extensions', 'goose'],
]

function isWrapped(root: Members): boolean {
  return MEMBERS.some(([member]) => root[member] !== undefined) || isObject(root.mcp) || isObject(root.projects)
}

function find(root: Members, format: Format): { members: [string, Json][]; host: HostId | undefined } {
  if (hasAddress(root)) return { members: [[typeof root.name === 'string' ? root.name : '', root]], host: undefined }
  const found: [string, Json][] = []
  let host: HostId | undefined
  for (const [member, its] of MEMBERS) {
    const value = root[member]
    if (!isObject(value) && !Array.isArray(value)) continue
    const members = entries(value)
    if (member === 'extensions' && !members.some(([, raw]) => isObject(raw) && (hasAddress(raw) || isObject(raw.config)))) continue
    // Goose has extensions of its own that are no MCP servers.
    found.push(
      ...(its === 'goose'
        ? members.filter(([, raw]) => !isObject(raw) || !/^(builtin|platform|frontend|inline_python)$/.test(kind(raw)))
        : members),
    )
    host ??= Array.isArray(value) ? 'continue' : its
  }
  // OpenCode's "mcp" holds the servers; VS Code's older settings hold them in "mcp.servers".
  if (isObject(root.mcp)) {
    if (isObject(root.mcp.servers)) found.push(...entries(root.mcp.servers))
    else found.push(...entries(root.mcp))
    host ??= isObject(root.mcp.servers) ? 'vscode' : 'opencode'
  }
  // Claude Code keeps the servers of each folder in the person's own file.
  if (isObject(root.projects))
    for (const project of Object.values(root.projects))
      if (isObject(project) && isObject(project.mcpServers)) {
        found.push(...entries(project.mcpServers))
        host ??= 'claude-code'
      }
  if (found.length > 0 || isWrapped(root)) return { members: found, host: host ?? guess(found) }
  return { members: Object.entries(root).filter(([, raw]) => isObject(raw)), host: format === 'toml' ? 'codex' : undefined }
}

function kind(raw: Members): string {
  const type = raw.type ?? (isObject(raw.config) ? raw.config.type : undefined)
  return typeof type === 'string' ? type : ''
}

function entries(value: Json[] | Members): [string, Json][] {
  if (!Array.isArray(value)) return Object.entries(value)
  return value.map((one, at) => [isObject(one) && typeof one.name === 'string' ? one.name : `server ${at + 1}`, one])
}

/** Which of the hosts that say `mcpServers`, where an entry has a member that only one of them knows. */
function guess(members: [string, Json][]): HostId | undefined {
  for (const [, raw] of members) {
    if (!isObject(raw)) continue
    if (raw.serverUrl !== undefined) return 'windsurf'
    if (raw.httpUrl !== undefined) return 'gemini-cli'
    if (raw.type === 'streamableHttp' || raw.autoApprove !== undefined || raw.alwaysAllow !== undefined) return 'cline'
  }
  return undefined
}

function byFileName(fileName: string): HostId | undefined {
  if (fileName === '') return undefined
  const path = fileName.replaceAll('\\', '/')
  const last = path.split('/').at(-1)
  const named = HOSTS.filter(
    ({ project, file }) =>
      (project !== undefined && `/${path}`.endsWith(`/${project}`)) ||
      Object.values(file).some((one) => path.endsWith(one.replace(/^[~%\w]+\//, ''))),
  )
  return (
    named[0]?.id ??
    HOSTS.find(({ file }) => Object.values(file).some((one) => one.split('/').at(-1) === last && !/^(mcp|config|settings)\./.test(last!)))
      ?.id
  )
}
