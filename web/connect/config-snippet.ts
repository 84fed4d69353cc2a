// Reads a pasted piece of an mcp.json, in the forms that other clients write, into targets.
import { isObject, type Json } from '#mcp/json.ts'
import type { Target } from '#mcp/transport/target.ts'
import { readJsonc } from './jsonc.ts'

export interface Snippet {
  servers: { name: string; target: Target }[]
  /** What was not understood, for people. */
  notes: string[]
}

/** Whether a pasted text means to be such a piece at all. */
export function looksLikeConfig(text: string): boolean {
  return /^\uFEFF?\s*(\/\/[^\n]*\s*|\/\*[^]*?\*\/\s*)*(\{|"[^"\n]*"\s*:\s*\{)/.test(text)
}

/** @throws SyntaxError (with line and column) when the text is no JSON; an Error when it names no server. */
export function readSnippet(text: string): Snippet {
  const root = readJsonc(text)
  if (!isObject(root)) throw new Error('This is JSON, but not an object with servers in it.')
  const notes: string[] = []
  const members: [string, Json][] = isServer(root)
    ? [[typeof root.name === 'string' ? root.name : '', root]]
    : Object.entries(firstObject(root.mcpServers, root.servers, isObject(root.mcp) ? root.mcp.servers : undefined) ?? root)
  const servers: Snippet['servers'] = []
  for (const [name, raw] of members) {
    const target = readServer(raw)
    if (target === undefined) notes.push(`“${name}” has neither "command" nor "url": passed over.`)
    else servers.push({ name, target })
    if (JSON.stringify(raw).includes('${'))
      notes.push(`“${name}” has placeholders like \${input:…}: they are not filled in, replace them here.`)
  }
  if (servers.length === 0) throw new Error('No server in it: expected "mcpServers", or an object with "command" or "url".')
  return { servers, notes }
}

function isServer(value: { [key: string]: Json }): boolean {
  return typeof value.command === 'string' || typeof value.url === 'string' || typeof value.serverUrl === 'string'
}

function firstObject(...values: (Json | undefined)[]): { [key: string]: Json } | undefined {
  return values.find((value) => isObject(value))
}

function readServer(raw: Json): Target | undefined {
  if (!isObject(raw) || !isServer(raw)) return undefined
  if (typeof raw.command === 'string') {
    const target: Target = { kind: 'stdio', command: raw.command, args: texts(raw.args), env: pairs(raw.env) }
    if (typeof raw.cwd === 'string') target.cwd = raw.cwd
    return target
  }
  const headers = pairs(raw.headers)
  const bearer = headers.find(({ name, value }) => /^authorization$/i.test(name) && /^bearer /i.test(value))
  const target: Target = {
    kind: 'http',
    url: typeof raw.url === 'string' ? raw.url : String(raw.serverUrl),
    headers: headers.filter((header) => header !== bearer),
    via: 'auto',
  }
  if (raw.type === 'sse' || raw.transport === 'sse') target.transport = 'sse'
  if (bearer !== undefined) target.bearer = bearer.value.replace(/^bearer\s+/i, '')
  return target
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) : []
}

function pairs(value: Json | undefined): { name: string; value: string }[] {
  if (!isObject(value)) return []
  return Object.entries(value).map(([name, one]) => ({ name, value: typeof one === 'string' ? one : JSON.stringify(one) }))
}

/** The same, written: what to put into another client's mcp.json. */
export function writeSnippet(name: string, target: Target): string {
  const pairsOf = (list: { name: string; value: string }[]) => Object.fromEntries(list.map((one) => [one.name, one.value]))
  const server =
    target.kind === 'stdio'
      ? {
          command: target.command,
          args: target.args,
          ...(target.env.length > 0 ? { env: pairsOf(target.env) } : {}),
          ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
        }
      : {
          type: /^wss?:/i.test(target.url) ? 'ws' : (target.transport ?? 'http'),
          url: target.url,
          ...(target.headers.length > 0 || target.bearer !== undefined
            ? {
                headers: {
                  ...pairsOf(target.headers),
                  ...(target.bearer === undefined ? {} : { Authorization: `Bearer ${target.bearer}` }),
                },
              }
            : {}),
        }
  return JSON.stringify({ mcpServers: { [name]: server } }, null, 2)
}
