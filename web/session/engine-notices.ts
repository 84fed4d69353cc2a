// What a server says unasked, as far as the page has ears for it: of each thing the newest word of a frame. A server may say the
// same a hundred thousand times.
import { isObject } from '#mcp/json.ts'
import type { ConnectOptions } from '#mcp/session-types.ts'
import type { EngineNotice } from './engine-messages.ts'

/** All else is a row of the record alone; progress that belongs to a call under way goes to the call. */
const HEARD =
  /^notifications\/(?:(?:tools|resources|prompts)\/list_changed|resources\/updated|tasks(?:\/status)?|elicitation\/complete|progress)$/
/** What the word is about, besides its method. */
const ABOUT = ['uri', 'taskId', 'elicitationId', 'progressToken']

const FRAME = 16

/** `tell` is given what was heard within a frame, in the order in which each thing was first spoken of. */
export function noticesOf(connection: string, tell: (notices: EngineNotice[]) => void): Pick<ConnectOptions, 'onNotice' | 'deafToLogs'> {
  let fresh = new Map<string, EngineNotice>()
  const onNotice: ConnectOptions['onNotice'] = ({ method, params, seq }) => {
    if (!HEARD.test(method)) return
    const said = isObject(params) ? params : {}
    // Progress by a name of our own belongs to a task, whose call is over.
    if (method === 'notifications/progress' && typeof said.progressToken !== 'string') return
    if (fresh.size === 0)
      setTimeout(() => {
        const full = fresh
        fresh = new Map()
        tell([...full.values()])
      }, FRAME)
    fresh.set([method, ...ABOUT.map((name) => String(said[name]))].join('\n'), { connection, method, params, seq })
  }
  return { onNotice, deafToLogs: true }
}
