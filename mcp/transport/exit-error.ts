// The end of a child, as what becomes of every request that waited for it.
import { McpError } from '../errors.ts'
import type { Json } from '../json.ts'
import { firstWords } from '../traffic/naming.ts'
import type { Exited } from './tunnel-frames.ts'

/** An exit as what becomes of every request that waited for it. `data` is the exit itself; `half`: the message that it broke off in. */
export function exitError({ code, signal, error }: Exited, half?: string): McpError {
  const data: Json = {
    code,
    signal,
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message, path: error.path ?? [] } }),
  }
  if (code === null && signal === null)
    return new McpError('unreachable', error?.message ?? 'The server process could not be started', { data, advice: 'Check the command.' })
  const broken = half === undefined ? '' : `, in the middle of a message, of which came: ${firstWords(half)}`
  const how = signal === null ? `with code ${code}` : `on signal ${signal}`
  return new McpError('unreachable', `The server process exited ${how}${error === undefined ? '' : `: ${error.message}`}${broken}`, {
    data,
    advice: 'Look at its last lines on stderr, then start it again.',
  })
}
