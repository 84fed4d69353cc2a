// What is kept of a tool's arguments while they are being written: the form's draft, and the JSON as typed while that is
// the newer of the two. Both views edit the same arguments.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { Limits } from '#mcp/session-types.ts'
import { draftToArguments, type Assessment } from '../ui/SchemaForm/draft.ts'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'
import { argumentsToDraft } from '../ui/SchemaForm/from-arguments.ts'
import { lossesIn } from '../ui/SchemaForm/json-loss.ts'
import { readMeta } from '../session/server-extras.ts'
import { jsonFault } from '../ui/json-fault.ts'

export interface ToolDraft {
  draft: Draft
  /** The JSON as typed last; gone as soon as the form is touched. */
  json?: string
  tab?: 'form' | 'json' | 'request'
  /** `_meta` of the call, as typed. */
  meta?: string
  /** Limits of the call in seconds, where they are not those of the server. */
  limits?: { call?: number; total?: number }
  /** Whether the server is asked to make a task of the call, where that is the person's choice; and for how many seconds. */
  task?: { on: boolean; seconds?: number }
  /** What an earlier call, a link or “Clear the form” took the place of; gone with the next call. */
  earlier?: Typed
}

type Typed = Pick<ToolDraft, 'draft' | 'json' | 'meta'>

/** As requests take them; undefined when the call has none of its own. */
export function draftLimits({ call, total }: NonNullable<ToolDraft['limits']> = {}): Partial<Limits> | undefined {
  const limits: Partial<Limits> = {}
  if (call !== undefined) limits.idle = call * 1000
  if (total !== undefined) limits.total = total * 1000
  return Object.keys(limits).length === 0 ? undefined : limits
}

export const NO_DRAFT: ToolDraft = { draft: {} }

/**
 * What would be sent, and what is wrong with it. Broken JSON is fatal: nothing older leaves in its place.
 * `formed`: what the form's own draft stands for, judged or not.
 */
export function assess({ json, meta }: ToolDraft, formed: Assessment): Assessment {
  const { fault: metaFault } = readMeta(meta)
  if (metaFault !== undefined) return { ...formed, problems: [{ at: '', says: metaFault, level: 'fatal' }] }
  if (json === undefined) return formed
  const fault = jsonFault(json)
  if (fault !== undefined)
    return {
      arguments: formed.arguments,
      problems: [{ at: '', says: `The JSON breaks at line ${fault.line}, column ${fault.column}: ${fault.says}`, level: 'fatal' }],
    }
  const value = parseJson(json)
  const losses = lossesIn(json).map((loss) => ({ at: '', ...loss }))
  if (losses[0]?.level === 'fatal') return { arguments: formed.arguments, problems: losses }
  // Of a number that is sent as it is written, the form tells at its place.
  const said = losses.filter(({ level }) => level !== 'bad')
  if (isObject(value)) return { arguments: value, problems: [...formed.problems, ...said] }
  return { arguments: value, problems: [{ at: '', says: 'Arguments are an object: { … }.', level: 'bad' }] }
}

/** The JSON view was edited: the form follows as soon as the text is an object that can be sent. */
export function withJson(before: ToolDraft, schema: Json, json: string): ToolDraft {
  if (jsonFault(json) !== undefined || lossesIn(json)[0]?.level === 'fatal') return { ...before, json }
  const value = parseJson(json)
  return isObject(value) ? { ...before, json, draft: argumentsToDraft(schema, value) } : { ...before, json }
}

export function withDraft(before: ToolDraft, draft: Draft): ToolDraft {
  const { json: _, ...rest } = before
  return { ...rest, draft }
}

/** All that was typed gives way to something else, and can be put back. How the tool is called stays. */
export function replaced(before: ToolDraft, by: Typed): ToolDraft {
  const { draft: _, json: __, meta: ___, earlier: ____, ...rest } = before
  const now: ToolDraft = { ...rest, ...typed(by) }
  return isBlank(before) ? now : { ...now, earlier: typed(before) }
}

/** Puts back what was replaced; what stands in its place can be put back in turn. */
export function putBack(now: ToolDraft): ToolDraft {
  return now.earlier === undefined ? now : replaced(now, now.earlier)
}

export function withoutEarlier(now: ToolDraft): ToolDraft {
  const { earlier: _, ...rest } = now
  return rest
}

function typed({ draft, json, meta }: { draft: Draft; json?: string | undefined; meta?: string | undefined }): Typed {
  return { draft, ...(json === undefined ? {} : { json }), ...(meta === undefined ? {} : { meta }) }
}

/** The text of the JSON view. */
export function jsonText(schema: Json, { draft, json }: ToolDraft): string {
  return json ?? writeJson(draftToArguments(schema, draft).arguments, 2)
}

/** Whether a person has written anything. */
export function isBlank({ draft, json, meta = '' }: ToolDraft): boolean {
  return json === undefined && meta === '' && Object.keys(draft).length === 0
}
