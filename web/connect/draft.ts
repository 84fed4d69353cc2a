// What is typed into the form, and its way to a server and back. What does not make a server yet is said by field.
import { MASK } from '#mcp/traffic/secret-names.ts'
import { suggestName } from '#mcp/transport/suggest-name.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import type { Target } from '#mcp/transport/target.ts'
import { serverId } from '../session/server-id.ts'
import type { Remembered, EraChoice, Server } from '../session/server.ts'
import type { Pair } from '../ui/PairRows.tsx'
import { readCommandLine, writeCommandLine } from './command-line.ts'

export interface Draft {
  /** The server that is edited; undefined for a new one. */
  id?: string
  name: string
  kind: 'stdio' | 'http'
  /** The command line as typed; `tokens` is what it means. */
  line: string
  tokens: string[]
  env: Pair[]
  cwd: string
  /** Files and folders to watch, one a line. */
  watch: string
  url: string
  headers: Pair[]
  bearer: string
  auth: AuthSettings
  via: 'auto' | 'direct' | 'proxy'
  transport: 'auto' | 'http' | 'sse'
  /** The certificate is not checked. */
  insecure: boolean
  era: EraChoice
  /** Names of values that were not kept and are to be typed again. */
  withheld: string[]
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  kind: 'stdio',
  line: '',
  tokens: [],
  env: [],
  cwd: '',
  watch: '',
  url: '',
  headers: [],
  bearer: '',
  auth: {},
  via: 'auto',
  transport: 'auto',
  insecure: false,
  era: 'auto',
  withheld: [],
}

export function targetToDraft(target: Target): Partial<Draft> {
  if (target.kind === 'stdio') {
    const tokens = [target.command, ...target.args]
    return {
      kind: 'stdio',
      tokens,
      line: writeCommandLine(tokens),
      env: target.env,
      cwd: target.cwd ?? '',
      watch: (target.watch ?? []).join('\n'),
    }
  }
  const { url, headers, bearer = '', via, transport = 'auto', insecure = false } = target
  return { kind: 'http', url, headers, bearer, via, transport, insecure }
}

export function draftOf(server: Server | Remembered): Draft {
  const { id, name, era, target } = server
  return { ...EMPTY_DRAFT, ...targetToDraft(target), id, name, era, withheld: 'withheld' in server ? server.withheld : [] }
}

/** The command line was typed: its words become the tokens. */
export function typeLine(line: string): Pick<Draft, 'line' | 'tokens'> {
  return { line, tokens: readCommandLine(line).tokens }
}

/** A token was changed in its box: the line follows. */
export function setTokens(tokens: string[]): Pick<Draft, 'line' | 'tokens'> {
  return { tokens, line: writeCommandLine(tokens) }
}

/** The URL that stands where a command should; undefined when the line is a command. */
export function urlInLine(line: string): string | undefined {
  const { tokens, env, cwd } = readCommandLine(line)
  const [url = '', ...more] = tokens
  if (more.length > 0 || env.length > 0 || cwd !== undefined) return undefined
  return /^(?:https?|wss?):\/\//i.test(url) && URL.canParse(url) ? url : undefined
}

/** What a person means: a URL in the place of the command, however it came there, is a remote server. */
export function meantDraft(draft: Draft): Draft {
  const url = draft.kind === 'stdio' ? urlInLine(draft.line) : undefined
  return url === undefined ? draft : { ...draft, kind: 'http', url, line: '', tokens: [] }
}

export type Faults = Partial<Record<'line' | 'url' | 'env' | 'headers' | 'masked', string>>

export function nameFault(kind: 'header' | 'variable', name: string): string | undefined {
  if (kind === 'variable') return /^[^=\0]+$/.test(name) ? undefined : 'A variable’s name cannot hold “=”.'
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) ? undefined : 'A header’s name is made of letters, digits and “-”, without spaces.'
}

/** What stands in the way of connecting. */
export function faultsOf(draft: Draft): Faults {
  const faults: Faults = {}
  // Copied with its secrets masked, it would only fail. MaskedFault says where it stands.
  if (JSON.stringify([targetOf(draft), draft.kind === 'http' && draft.auth]).includes(MASK)) faults.masked = MASK
  if (draft.kind === 'stdio') {
    const { open } = readCommandLine(draft.line)
    if (draft.tokens.length === 0 || draft.tokens[0] === '') faults.line = 'Type the command that starts the server.'
    else if (open !== undefined)
      faults.line = `A quote is open: what begins with ${open} is never closed. Close it, or write \\${open} for the character.`
    if (draft.env.some(({ name }) => name !== '' && nameFault('variable', name) !== undefined))
      faults.env = 'One variable has a name that cannot be.'
    return faults
  }
  if (draft.url.trim() === '') faults.url = 'Type the URL of the server’s MCP endpoint.'
  else if (!URL.canParse(draft.url.trim())) faults.url = 'This is no URL. It begins with http:// or https://.'
  else if (!/^(?:https?|wss?):$/.test(new URL(draft.url.trim()).protocol))
    faults.url = 'The URL must begin with http:// or https:// (ws:// or wss:// for a WebSocket).'
  if (draft.headers.some(({ name }) => name !== '' && nameFault('header', name) !== undefined))
    faults.headers = 'One header has a name that cannot be.'
  return faults
}

export function targetOf(draft: Draft): Target {
  if (draft.kind === 'stdio') {
    const { env: typedEnv, cwd: typedCwd } = readCommandLine(draft.line)
    const [command = '', ...args] = draft.tokens
    const named = draft.env.filter(({ name }) => name !== '')
    const env = [...typedEnv.filter(({ name }) => !named.some((one) => one.name === name)), ...named]
    const cwd = draft.cwd.trim() || typedCwd
    const watch = draft.watch
      .split('\n')
      .map((path) => path.trim())
      .filter((path) => path !== '')
    return { kind: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd }), ...(watch.length === 0 ? {} : { watch }) }
  }
  const headers = draft.headers.filter(({ name }) => name !== '')
  const bearer = takesBearer(draft) ? draft.bearer.trim() : ''
  const target: Target = { kind: 'http', url: draft.url.trim(), headers, via: draft.via }
  if (bearer !== '') target.bearer = bearer
  if (draft.transport !== 'auto') target.transport = draft.transport
  // Left over from another address it would mean nothing, and look as if it did.
  if (draft.insecure && /^(?:https|wss):/i.test(target.url)) target.insecure = true
  return target
}

/** Whether the chosen mode sends the token of the connection. */
export function takesBearer({ auth: { mode = 'auto' } }: Pick<Draft, 'auth'>): boolean {
  return mode === 'auto' || mode === 'bearer'
}

/** The server that a draft without faults means; `taken` are ids that a new one may not have. */
export function serverOf(draft: Draft, taken: Iterable<string>): Server {
  const target = targetOf(draft)
  const name = draft.name.trim() || suggestName(target) || 'server'
  return { id: draft.id ?? serverId(name, taken), name, target, era: draft.era }
}
