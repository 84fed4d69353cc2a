// What a tool's definition says of an app: which resource draws its results, and who may call the tool
// (io.modelcontextprotocol/ui, 2026-01-26).
import { isObject, type Json } from '../json.ts'

export interface AppLink {
  uri: string
  /** It stands in `_meta["ui/resourceUri"]`, which is deprecated. */
  older: boolean
  /** Why the app cannot be drawn by this link; else undefined. */
  fault?: string
  /** What is odd about it, for people. */
  notes: string[]
}

export type Visibility = 'model' | 'app'

/** The link to the app in a tool's definition as it came; undefined where there is none. Never throws. */
export function appOf(tool: Json): AppLink | undefined {
  const meta = isObject(tool) && isObject(tool._meta) ? tool._meta : {}
  const ui = isObject(meta.ui) ? meta.ui : {}
  const flat = meta['ui/resourceUri']
  const older = ui.resourceUri === undefined
  const uri = older ? flat : ui.resourceUri
  if (uri === undefined || uri === null) return undefined
  const notes: string[] = []
  if (older)
    notes.push('The link stands in _meta["ui/resourceUri"], an older spelling: hosts will stop to look there. Write _meta.ui.resourceUri.')
  else if (flat !== undefined && flat !== uri) notes.push('_meta.ui.resourceUri and _meta["ui/resourceUri"] differ; the first counts.')
  if (typeof uri !== 'string') return { uri: '', older, notes, fault: 'The link to the app is not a string.' }
  if (!/^ui:\/\/./.test(uri))
    return { uri, older, notes, fault: `The link to the app must begin with ui://, and it is ${JSON.stringify(uri)}.` }
  return { uri, older, notes }
}

/** Who may call a tool; both where it does not say. */
export function visibilityOf(tool: Json): readonly Visibility[] {
  const meta = isObject(tool) && isObject(tool._meta) ? tool._meta : {}
  const said = isObject(meta.ui) ? meta.ui.visibility : undefined
  if (!Array.isArray(said)) return ['model', 'app']
  return (['model', 'app'] as const).filter((one) => said.includes(one))
}
