// What a person does about authorization: runs and edits the steps, opens the login page, signs out. The only place that opens
// an authorization URL, and only one that is https (or http on a loopback address).
import type { FlowState } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'
import { mayOpen } from '#mcp/auth/urls.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { authNow, forgetStrays } from './auth-state.ts'
import { authSettingsOf, storeAuthSettings } from './auth-settings.ts'
import { hearAnswers, leave } from './auth-return.ts'
import { connectionsNow } from './connections.ts'
import { call } from './engine.ts'
import type { AuthWish } from './engine-messages.ts'
import { openedServer } from './opening.ts'

/** @throws EngineFailure when it cannot be tried at all; what fails on the way is in the steps. */
export function authorize(connection: string, wish: AuthWish): Promise<FlowState> {
  hearAnswers()
  return call('authorize', [connection, wish])
}

/** Runs from a step (default: the first that is not done) to another (default: as far as it goes). */
export function runSteps(connection: string, from?: StepId, until?: StepId): Promise<FlowState> {
  const settings = authSettingsOf(nameOf(connection))
  return authorize(connection, { do: 'run', settings, ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) })
}

/** Changes what was chosen for the connection's server; the steps show at once what that changes. */
export function changeAuth(connection: string, change: (settings: AuthSettings) => AuthSettings): Promise<FlowState> {
  const name = nameOf(connection)
  const settings = change(authSettingsOf(name))
  storeAuthSettings(name, settings)
  return authorize(connection, { do: 'settings', settings })
}

/** Sets one member by its path ('scope', 'endpoints.token', 'extra.token'); undefined takes it away. */
export function withPath(settings: AuthSettings, path: string, value: unknown): AuthSettings {
  const [head = '', ...rest] = path.split('.')
  const members = settings as { [name: string]: unknown }
  if (rest.length === 0) {
    const { [head]: _, ...others } = members
    return value === undefined ? others : { ...others, [head]: value }
  }
  const inner = members[head]
  const inside = withPath(typeof inner === 'object' && inner !== null ? inner : {}, rest.join('.'), value)
  return { ...settings, [head]: inside }
}

/**
 * Opens the login page; to be called in the person's own click. 'page': this page itself goes there, and comes back.
 * Returns false when there is nothing that may be opened, or the browser blocked the popup.
 */
export async function openLogin(connection: string, how: 'popup' | 'tab' | 'page'): Promise<boolean> {
  const open = authNow(connection)?.open
  if (open === undefined || !mayOpen(open.url)) return false
  hearAnswers()
  forgetStrays()
  if (how === 'page') {
    const server = openedServer(connection)
    if (server === undefined) return false
    const flow = await call('authLeave', [connection])
    leave(open.state, { server, flow, settings: authSettingsOf(server.name), hash: window.location.hash })
    window.location.assign(open.url)
    return true
  }
  // With noopener there is no handle: whether a popup was blocked is not told. The answer comes over a channel, not from the window.
  const features = how === 'popup' ? 'popup,width=620,height=760,' : ''
  window.open(open.url, '_blank', `${features}noopener,noreferrer`)
  return true
}

/** What came back, pasted by hand: the whole URL, or its query. */
export function answerByHand(connection: string, url: string): Promise<FlowState> {
  return authorize(connection, { do: 'answer', url })
}

export function decide(connection: string, go: boolean): Promise<FlowState> {
  return authorize(connection, { do: 'decide', go })
}

export function refreshToken(connection: string): Promise<FlowState> {
  return authorize(connection, { do: 'refresh' })
}

export function signOut(connection: string, revoke: boolean): Promise<FlowState> {
  return authorize(connection, { do: 'sign-out', revoke })
}

export function forgetKept(connection: string, key: string): Promise<FlowState> {
  return authorize(connection, { do: 'forget', key })
}

/** The flow as a file without secrets. */
export function exportTrace(connection: string): Promise<Blob> {
  return call('authTrace', [connection])
}

function nameOf(connection: string): string {
  return connectionsNow().get(connection)?.name ?? openedServer(connection)?.name ?? connection
}
