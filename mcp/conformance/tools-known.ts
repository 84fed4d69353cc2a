// Rules about calls that need to know what the server said of the tool.
import { isObject } from '../json.ts'
import { isText, listed, TOOL_LIST } from './items.ts'
import { remembering, type Level, type Look, type Rule } from './rule.ts'
import type { Facts } from './facts.ts'
import type { Message, Obj } from './seen.ts'

/** The two members of a rule that looks at answers to calls of tools that were listed. `more`: what is remembered beside them. */
export function ofTool<T = undefined>(
  level: Level,
  look: (seen: Message, tool: Obj, facts: Facts, more: T) => Look,
  start: () => T = () => undefined as T,
): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    [...TOOL_LIST, 'result tools/call', 'failure tools/call'],
    level,
    () => ({ tools: new Map<string, Obj>(), more: start() }),
    (seen, { tools, more }, facts) => {
      if (seen.method === 'tools/list') {
        for (const [, tool] of listed(seen)) if (isText(tool.name)) tools.set(tool.name, tool)
        return null
      }
      const name = seen.asked?.params.name
      const tool = isText(name) ? tools.get(name) : undefined
      return tool === undefined ? null : look(seen, tool, facts, more)
    },
    undefined,
    // Lists are not asked for again in every conversation of a run.
    true,
  )
}

/** It is answered to the end, and not with an error of the tool. */
export const done = ({ kind, result }: Message): boolean =>
  kind === 'result' &&
  result.isError !== true &&
  !isObject(result.task) &&
  (result.resultType === undefined || result.resultType === 'complete')

/** The request that this answers is a probe of that name. */
export const isProbe = ({ asked }: Message, name: string): boolean => typeof asked?.id === 'string' && asked.id.startsWith(`loupe-${name}`)
