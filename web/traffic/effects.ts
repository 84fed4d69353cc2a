// What sending a request several times may do: its tool's hints, and whether its server gave them or they are assumed.
import { isObject, type Json } from '#mcp/json.ts'

export interface Effect {
  says: string
  /** The server said so; else it is what the protocol has a client assume. */
  declared: boolean
  tone: 'bad' | 'plain'
}

/** Methods that change nothing by themselves. */
const READING =
  /^(ping|initialize|server\/discover|(tools|resources|prompts|resources\/templates)\/(list|get|read)|resources\/templates\/list|completion\/complete)$/

/** `tool`: the definition as it was listed; undefined: it is not known. */
export function effectsOf(method: string, tool: Json | undefined): Effect[] {
  if (method !== 'tools/call')
    return [
      READING.test(method)
        ? { says: 'only reads, by what the protocol says of it', declared: false, tone: 'plain' }
        : { says: 'may change something at the server', declared: false, tone: 'bad' },
    ]
  const annotations = isObject(tool) && isObject(tool.annotations) ? tool.annotations : {}
  const hint = (name: string, usual: boolean): { value: boolean; declared: boolean } => {
    const value = annotations[name]
    return typeof value === 'boolean' ? { value, declared: true } : { value: usual, declared: false }
  }
  const readOnly = hint('readOnlyHint', false)
  const open = hint('openWorldHint', true)
  const effects: Effect[] = [
    readOnly.value
      ? { says: 'changes nothing (read-only)', declared: readOnly.declared, tone: 'plain' }
      : { says: 'changes something (not read-only)', declared: readOnly.declared, tone: 'bad' },
  ]
  if (!readOnly.value) {
    const destructive = hint('destructiveHint', true)
    const idempotent = hint('idempotentHint', false)
    effects.push(
      {
        says: destructive.value ? 'may destroy (destructive)' : 'only adds (not destructive)',
        declared: destructive.declared,
        tone: destructive.value ? 'bad' : 'plain',
      },
      {
        says: idempotent.value ? 'the same again has no further effect (idempotent)' : 'each time has its effect (not idempotent)',
        declared: idempotent.declared,
        tone: idempotent.value ? 'plain' : 'bad',
      },
    )
  }
  effects.push({
    says: open.value ? 'reaches other systems (open world)' : 'stays within its own (closed world)',
    declared: open.declared,
    tone: open.value ? 'bad' : 'plain',
  })
  return effects
}
