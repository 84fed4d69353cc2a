// Providers as the engine asks them: through the proxy always, which fills in keys that it alone holds.
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { generate, listModels } from '#mcp/provider/provider.ts'
import type { Generated, Order, Sofar } from '#mcp/provider/speech.ts'
import { chooseFilling } from '#mcp/transport/exact-headers.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'

/** Milliseconds between two tellings of what came so far. */
const TOLD_EVERY = 50

/** @throws McpError */
export function askProvider(
  order: Order,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
  onPart: (sofar: Sofar) => void,
): Promise<Generated> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: Sofar | undefined
  const tell = (): void => {
    timer = undefined
    if (newest !== undefined) onPart(newest)
    newest = undefined
  }
  return generate(order, through(tunnel), signal, (sofar) => {
    newest = { ...sofar }
    timer ??= setTimeout(tell, TOLD_EVERY)
  }).finally(() => {
    clearTimeout(timer)
    tell()
  })
}

/** @throws McpError */
export function modelsOf(order: Pick<Order, 'provider' | 'key'>, tunnel: Tunnel | undefined, signal: AbortSignal): Promise<string[]> {
  return listModels(order, through(tunnel), signal)
}

function through(tunnel: Tunnel | undefined): FetchHandler {
  return (request) => {
    if (tunnel === undefined)
      throw new McpError('unreachable', 'There is no proxy, and providers are asked through it', { data: { code: 'NO_PROXY' } })
    chooseFilling(request)
    return tunnel.fetch(request)
  }
}
