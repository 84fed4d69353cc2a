// The place of a server's app beside a tool's result. What draws it is another feature, which is handed in at start.
import type { ComponentType } from 'react'
import type { Json } from '#mcp/json.ts'

/** The call that an app shows; `state` as in the tools panel. */
export interface ShownCall {
  id: number
  arguments: Json
  state: 'running' | 'done' | 'tool-error' | 'failed' | 'cancelled'
  /** The result as it came. */
  result?: Json
  /** Why there is none. */
  reason?: string
}

export interface AppViewProps {
  connection: { id: string; name: string; generation: number }
  /** The tool's definition as it came. */
  tool: Json
  /** Undefined: it was not called yet. */
  call: ShownCall | undefined
  /** Another tab is in view; the app goes on. */
  hidden: boolean
}

let View: ComponentType<AppViewProps> | undefined

export function drawAppsBy(view: ComponentType<AppViewProps>): void {
  View = view
}

export function AppSlot(props: AppViewProps) {
  return View === undefined ? null : <View {...props} />
}
