import { expect, test } from 'vitest'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { legacyDialect } from '#mcp/dialect/legacy.ts'
import { modernDialect } from '#mcp/dialect/modern.ts'
import type { LegacyRevision } from '#mcp/dialect/revisions.ts'
import { declaredBy } from './declared.ts'
import type { Capabilities } from './engine-messages.ts'

const ALL: Required<Capabilities> = {
  roots: true,
  rootsChanged: true,
  sampling: true,
  samplingTools: true,
  samplingContext: true,
  elicitation: true,
  elicitationForm: true,
  elicitationUrl: true,
  tasks: true,
  tasksOfOurs: true,
  apps: false,
  skills: false,
}
const OF_OURS = { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } }
const told = (capabilities: Capabilities, revision: LegacyRevision) => {
  const { params } = legacyDialect({
    revision,
    clientInfo: { name: 't', version: '0' },
    capabilities: declaredBy({ capabilities }),
  }).greeting()
  return (params as { capabilities: unknown }).capabilities
}

test('each switch is one member, and a part counts with its whole alone', () => {
  expect(declaredBy({ capabilities: ALL })).toEqual({
    roots: { listChanged: true },
    sampling: { tools: {}, context: {} },
    elicitation: { form: {}, url: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
    tasks: OF_OURS,
  })
  expect(declaredBy({ capabilities: { ...ALL, sampling: false, elicitation: false, roots: false, tasks: false } })).toEqual({})
  expect(declaredBy({ capabilities: { ...ALL, elicitationForm: false, rootsChanged: false, samplingTools: false } })).toMatchObject({
    roots: {},
    sampling: { context: {} },
    elicitation: { url: {} },
  })
  expect(declaredBy({ capabilities: { ...ALL, elicitation: false } })).toMatchObject({ tasks: { requests: { sampling: {} } } })
  expect(declaredBy({ capabilities: { ...ALL, elicitationForm: false, elicitationUrl: false } })).not.toHaveProperty('elicitation')
})

test('a revision is told what it knows', () => {
  expect(told(ALL, '2025-11-25')).toEqual({
    roots: { listChanged: true },
    sampling: { tools: {}, context: {} },
    elicitation: { form: {}, url: {} },
    tasks: OF_OURS,
  })
  expect(told(ALL, '2025-06-18')).toEqual({ roots: { listChanged: true }, sampling: {}, elicitation: {} })
  expect(told({ ...ALL, elicitationForm: false }, '2025-06-18')).not.toHaveProperty('elicitation')
  expect(told(ALL, '2024-11-05')).toEqual({ roots: { listChanged: true }, sampling: {} })
})

test('extensions of authorization are declared with what they are for, and never by themselves', () => {
  const quiet: Capabilities = { roots: false, sampling: false, elicitation: false }
  const extensions = (auth?: AuthSettings) =>
    Object.keys((declaredBy({ capabilities: quiet, ...(auth === undefined ? {} : { auth }) }).extensions as object) ?? {})
  expect(extensions()).toEqual([])
  expect(extensions({ mode: 'oauth' })).toEqual([])
  expect(extensions({ mode: 'client-credentials' })).toEqual(['io.modelcontextprotocol/oauth-client-credentials'])
  expect(extensions({ mode: 'enterprise', dpop: true })).toEqual([
    'io.modelcontextprotocol/enterprise-managed-authorization',
    'io.modelcontextprotocol/auth/dpop',
  ])
})

test('what a person declares by hand stands over the switches, in both eras', () => {
  const capabilities = { roots: false, sampling: false, elicitation: false, apps: true, skills: true }
  const own = { 'com.example/x': { level: 3 }, 'io.modelcontextprotocol/skills': null, 'io.modelcontextprotocol/ui': { mimeTypes: [] } }
  const extensions = { 'com.example/x': { level: 3 }, 'io.modelcontextprotocol/ui': { mimeTypes: [] } }
  const declared = declaredBy({ capabilities, extensions: own })
  expect(declared).toEqual({ extensions })
  const { params } = legacyDialect({ revision: '2025-06-18', clientInfo: { name: 't', version: '0' }, capabilities: declared }).greeting()
  expect(params).toMatchObject({ capabilities: { extensions } })
  const modern = modernDialect({
    revision: '2026-07-28',
    clientInfo: { name: 't', version: '0' },
    capabilities: declared,
    overPipe: false,
  })
  const said = { 'io.modelcontextprotocol/clientCapabilities': { extensions } }
  expect(modern.dress({ method: 'tools/list' }, {})).toMatchObject({ _meta: said })
})

test('apps and skills are extensions in both eras, and apps say which documents can be drawn', () => {
  const capabilities = { roots: false, sampling: false, elicitation: false, apps: true, skills: true }
  const extensions = {
    'io.modelcontextprotocol/skills': {},
    'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
  }
  expect(declaredBy({ capabilities })).toEqual({ extensions })
  for (const revision of ['2024-11-05', '2025-11-25'] as const) expect(told(capabilities, revision)).toEqual({ extensions })
})
