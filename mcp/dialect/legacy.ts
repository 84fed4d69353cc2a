// The era of `initialize`: revisions 2024-11-05 to 2025-11-25 over Streamable HTTP.
import { McpError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import { spelledLike } from '../spelling.ts'
import type { Implementation } from '../model.ts'
import { readImplementation } from '../model-read.ts'

import type { HeaderList } from '../wire-event.ts'
import type { Dialect, Learnt, Message } from './dialect.ts'
import { isLegacy, isModernError, LEGACY_REVISIONS, type LegacyRevision } from './revisions.ts'

export interface LegacyOptions {
  revision: LegacyRevision
  clientInfo: Implementation
  capabilities: { [name: string]: Json }
}

export function legacyDialect({ revision: asked, clientInfo, capabilities }: LegacyOptions): Dialect {
  let agreed: LegacyRevision | undefined
  let session: string | undefined
  return {
    era: 'legacy',
    greetingCancels: false,
    batches: () => agreed === '2025-03-26',
    listening: () => 'get',
    subscribe: (uri, on) => ({ method: on ? 'resources/subscribe' : 'resources/unsubscribe', params: { uri } }),
    // There is no way to unset it.
    setLogLevel: (level) => (level === undefined ? null : { method: 'logging/setLevel', params: { level } }),
    declare: () => undefined,
    refuses: () => undefined,
    meaning: () => ({ kind: 'final' }),
    amends: () => undefined,
    advice({ method }, { code, data }) {
      if (method !== 'initialize') return undefined
      if (isObject(data) && Array.isArray(data.supported))
        return `The server speaks ${data.supported.map(String).join(', ')}: ask for one of these revisions (in the connection settings, or with --era).`
      return isModernError(Number(code))
        ? 'The server speaks a newer era only: choose it, or Auto (in the connection settings, or with --era).'
        : undefined
    },
    answersByGet: true,
    serverRequests: true,
    sessions: true,
    greeting: () => ({
      method: 'initialize',
      params: {
        protocolVersion: asked,
        capabilities: declared(capabilities, asked),
        clientInfo: introduced(clientInfo, asked),
      },
    }),
    learn(result, headers) {
      // Known before anything is refused, so that a refused session is still ended with DELETE.
      session = headers.get('mcp-session-id') ?? undefined
      const answered = isObject(result) ? result.protocolVersion : undefined
      if (!isObject(result) || typeof answered !== 'string') {
        throw new McpError('garbled', 'The server answered initialize without a "protocolVersion".', {
          advice: 'Look at the answer in the traffic: a server must name the revision that it speaks.',
        })
      }
      if (!isLegacy(answered)) {
        throw new McpError(
          'rpc',
          `The server speaks revision ${answered}; it was asked for ${asked}. Supported here are ${LEGACY_REVISIONS.join(', ')}.`,
          {
            data: { requested: asked, answered, supported: [...LEGACY_REVISIONS] },
            advice:
              'Use a server that speaks one of these revisions, or ask for another revision (in the connection settings, or with --era).',
          },
        )
      }
      agreed = answered
      const facts: Learnt = {
        era: 'legacy',
        revision: answered,
        pings: true,
        capabilities: isObject(result.capabilities) ? result.capabilities : {},
        greeting: result,
        greetedBy: 'initialize',
      }
      const serverInfo = readImplementation(result.serverInfo)
      if (serverInfo !== undefined) facts.serverInfo = serverInfo
      if (typeof result.instructions === 'string') facts.instructions = result.instructions
      if (session !== undefined) facts.sessionId = session
      return facts
    },
    settled: () => [{ method: 'notifications/initialized' }],
    headers(): HeaderList {
      const headers: [string, string][] = []
      if (session !== undefined) headers.push(['Mcp-Session-Id', session])
      if (agreed !== undefined && agreed >= '2025-06-18') headers.push(['MCP-Protocol-Version', agreed])
      return headers
    },
    dress({ params }: Message, { progressToken }) {
      if (progressToken === undefined || (params !== undefined && !isObject(params))) return params
      const meta = isObject(params?._meta) ? params._meta : {}
      return meta.progressToken === undefined ? spelledLike(params, { ...params, _meta: { ...meta, progressToken } }) : params
    },
    cancel(requestId, reason) {
      const params: Json = reason === undefined ? { requestId } : { requestId, reason }
      return { method: 'notifications/cancelled', params }
    },
    hasSession: () => session !== undefined,
  }
}

/** Capabilities as the revision knows them. */
function declared(capabilities: { [name: string]: Json }, revision: LegacyRevision): { [name: string]: Json } {
  const known = { ...capabilities }
  // The extension for tasks is of the newer era; others may be told.
  if (isObject(known.extensions)) {
    const { 'io.modelcontextprotocol/tasks': _, ...others } = known.extensions
    if (Object.keys(others).length > 0) known.extensions = others
    else delete known.extensions
  }
  if (revision < '2025-06-18') delete known.elicitation
  if (revision < '2025-11-25') {
    delete known.tasks
    // Before 2025-11-25 there were forms alone.
    if (isObject(known.elicitation) && known.elicitation.form === undefined && known.elicitation.url !== undefined) delete known.elicitation
    if (known.elicitation !== undefined) known.elicitation = {}
    if (known.sampling !== undefined) known.sampling = {}
  }
  return known
}

function introduced(info: Implementation, revision: LegacyRevision): Json {
  const known: { [name: string]: Json } = { name: info.name, version: info.version }
  if (revision >= '2025-06-18' && info.title !== undefined) known.title = info.title
  if (revision >= '2025-11-25') {
    if (info.description !== undefined) known.description = info.description
    if (info.websiteUrl !== undefined) known.websiteUrl = info.websiteUrl
    if (info.icons !== undefined) known.icons = info.icons.map((icon) => ({ ...icon }))
  }
  return known
}
