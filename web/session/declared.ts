// What is declared of us, from the switches that a person set.
import { APP_MIME_TYPE, APPS_EXTENSION } from '#mcp/apps/names.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { withExtensions } from '#mcp/extensions.ts'
import type { Json } from '#mcp/json.ts'
import { SKILLS_EXTENSION } from '#mcp/skills/names.ts'
import type { ConnectSettings } from './engine-messages.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Off until a person chooses what they are for (extensions: auth, overview). */
function authExtensions({ mode = 'auto', dpop }: AuthSettings): string[] {
  const named = { 'client-credentials': 'oauth-client-credentials', enterprise: 'enterprise-managed-authorization', workload: 'auth/wif' }
  const all = [...(mode in named ? [named[mode as keyof typeof named]] : []), ...(dpop === true ? ['auth/dpop'] : [])]
  return all.map((name) => `io.modelcontextprotocol/${name}`)
}

/** As 2025-11-25 has it; the dialect adapts it to the revision that is spoken. */
export function declaredBy({
  capabilities,
  extensions: own = {},
  auth = {},
}: Pick<ConnectSettings, 'capabilities' | 'extensions' | 'auth'>): { [name: string]: Json } {
  const { rootsChanged = true, samplingTools = false, samplingContext = false, elicitationForm = true } = capabilities
  const { elicitationUrl = true, tasks = false, tasksOfOurs = false, apps = false, skills = false } = capabilities
  const declared: { [name: string]: Json } = {}
  if (capabilities.roots) declared.roots = rootsChanged ? { listChanged: true } : {}
  if (capabilities.sampling) declared.sampling = { ...(samplingTools ? { tools: {} } : {}), ...(samplingContext ? { context: {} } : {}) }
  if (capabilities.elicitation && (elicitationForm || elicitationUrl))
    declared.elicitation = { ...(elicitationForm ? { form: {} } : {}), ...(elicitationUrl ? { url: {} } : {}) }
  if (tasksOfOurs) {
    const requests: { [area: string]: Json } = {}
    if (declared.sampling !== undefined) requests.sampling = { createMessage: {} }
    if (declared.elicitation !== undefined) requests.elicitation = { create: {} }
    if (Object.keys(requests).length > 0) declared.tasks = { list: {}, cancel: {}, requests }
  }
  const names = [...(tasks ? [TASKS_EXTENSION] : []), ...(skills ? [SKILLS_EXTENSION] : []), ...authExtensions(auth)]
  const extensions: { [name: string]: Json } = Object.fromEntries(names.map((name) => [name, {}]))
  // Which documents can be drawn must be said.
  if (apps) extensions[APPS_EXTENSION] = { mimeTypes: [APP_MIME_TYPE] }
  const all = withExtensions(extensions, own)
  if (Object.keys(all).length > 0) declared.extensions = all
  return declared
}

/** Whether a server that was told of our roots is to hear that they changed. */
export function tellsOfRoots(
  { capabilities, roots: before }: Pick<ConnectSettings, 'capabilities' | 'roots'>,
  now: Pick<ConnectSettings, 'roots'>,
): boolean {
  const { roots, rootsChanged = true } = capabilities
  return roots && rootsChanged && JSON.stringify(before) !== JSON.stringify(now.roots)
}
