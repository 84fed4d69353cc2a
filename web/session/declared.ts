// What is declared of us, from the switches that a person set.
import type { Json } from '#mcp/json.ts'
import type { Capabilities } from './engine-messages.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** As 2025-11-25 has it; the dialect adapts it to the revision that is spoken. */
export function declaredBy({ capabilities }: { capabilities: Capabilities }): { [name: string]: Json } {
  const { rootsChanged = true, samplingTools = false, samplingContext = false, elicitationForm = true } = capabilities
  const { elicitationUrl = true, tasks = false, tasksOfOurs = false } = capabilities
  const declared: { [name: string]: Json } = {}
  if (capabilities.roots) declared.roots = rootsChanged ? { listChanged: true } : {}
  if (capabilities.sampling) declared.sampling = { ...(samplingTools ? { tools: {} } : {}), ...(samplingContext ? { context: {} } : {}) }
  if (capabilities.elicitation && (elicitationForm || elicitationUrl))
    declared.elicitation = { ...(elicitationForm ? { form: {} } : {}), ...(elicitationUrl ? { url: {} } : {}) }
  if (tasks) declared.extensions = { [TASKS_EXTENSION]: {} }
  if (tasksOfOurs) {
    const requests: { [area: string]: Json } = {}
    if (declared.sampling !== undefined) requests.sampling = { createMessage: {} }
    if (declared.elicitation !== undefined) requests.elicitation = { create: {} }
    if (Object.keys(requests).length > 0) declared.tasks = { list: {}, cancel: {}, requests }
  }
  return declared
}
