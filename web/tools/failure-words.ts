// What went wrong with a call, in words: each kind told apart, with what to do.
import { isObject } from '#mcp/json.ts'
import { isCutOff, limitPassed } from '#mcp/errors.ts'
import type { EngineFailure } from '../session/engine.ts'
import { isExit } from '../session/last-words.ts'
import { timeLeft } from '../ui/format.ts'

export interface FailureWords {
  title: string
  todo?: string
}

const CODES: { [code: number]: string } = {
  [-32700]: 'The server could not parse the message.',
  [-32600]: 'The server says that this is not a valid request.',
  [-32601]: 'The server does not know this method.',
  [-32602]: 'The server says that the parameters are not valid: an unknown tool or resource, or arguments that it does not take.',
  [-32603]: 'The server met a fault of its own.',
  [-32002]: 'The server did not find the resource.',
  [-32042]: 'The server wants a person to visit a page first; then call again.',
}

export function failureWords(failure: EngineFailure): FailureWords {
  const { kind, code, advice } = failure
  const with_ = (title: string, todo?: string): FailureWords => {
    const words = advice ?? todo
    return words === undefined ? { title } : { title, todo: words }
  }
  switch (kind) {
    case 'rpc':
      if (code === -32021) return with_('The server needs a capability that this client did not declare')
      return with_(`Error ${code ?? ''} from the server`, code === undefined ? undefined : CODES[code])
    case 'http':
      return with_(
        code === undefined ? 'The HTTP answer was not one of MCP' : `HTTP ${code}`,
        'The answer, headers and all, is in Traffic.',
      )
    case 'unreachable':
      // Its data is the exit of the process then. It may run again by now, so nobody is told to start it.
      if (isCutOff(failure)) return with_(failure.message)
      if (isExit(failure)) return { title: 'The server ended during this call' }
      return with_('The server was not reached', 'Look at the connection’s state, and reconnect.')
    case 'garbled':
      return with_('The answer could not be read', 'What came is in Traffic, as it came.')
    case 'silent': {
      const passed = limitPassed(failure)
      if (passed !== undefined) {
        const { limit, ms, ran } = passed
        const time = timeLeft(ms)
        const title =
          limit === 'total' ? `Not done within ${time}, the limit for the whole` : `Nothing came for ${time}, the limit of silence`
        return with_(ran - ms < 500 ? title : `${title}; it had run for ${timeLeft(ran)}`)
      }
      if (isObject(failure.data) && failure.data.code === 'BROKEN') return with_('The answer broke off')
      return with_('No answer came', 'The time limit for calls is in Settings; progress from the server starts it anew.')
    }
    case 'cancelled':
      return with_('Cancelled by you')
    case 'unsent':
      return with_('Not sent')
    case 'engine':
      return with_('Loupe itself failed', 'Reload the page to start its engine again.')
  }
}
