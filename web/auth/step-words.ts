// What the states of steps are called and drawn with.
import type { AuthMode } from '#mcp/auth/settings.ts'
import type { FlowState, Step, StepState } from '#mcp/auth/flow-state.ts'

export const MARKS: Record<StepState, string> = {
  waiting: '·',
  running: '…',
  'needs-you': '●',
  done: '✓',
  warned: '!',
  failed: '✗',
  skipped: '–',
}

export const WORDS: Record<StepState, string> = {
  waiting: 'not done yet',
  running: 'running',
  'needs-you': 'waits for you',
  done: 'done',
  warned: 'done, noticed something',
  failed: 'failed',
  skipped: 'not needed',
}

/** The step where a person should look first; undefined when none stands out. */
export function stepInPoint({ steps, at }: FlowState): Step | undefined {
  return steps.find(({ id }) => id === at) ?? steps.find(({ state }) => state === 'failed') ?? steps.find(({ state }) => state === 'warned')
}

/** What a step will do, said before it has run. */
export const WILL: { [Id in Step['id']]: string } = {
  challenge: 'Reads the server’s 401 or 403, once there is one.',
  'resource-metadata': 'Asks the server for the document that names its authorization servers.',
  issuer: 'Settles which authorization server is asked.',
  'server-metadata': 'Asks the authorization server where its endpoints are, and what it can do.',
  registration: 'Settles which client we are: registered before, by a document of ours, or registered now.',
  authorization: 'Makes the address of the login page. You open it.',
  'sign-on': 'Makes the address of your identity provider’s login page. You open it; an ID token that you bring spares it.',
  callback: 'Takes what the login page sends back, and checks state and iss.',
  identity: 'Changes your ID token into an ID-JAG at the identity provider.',
  token: 'Changes what came back into tokens.',
  use: 'Sends the request that was refused once more, with the token.',
  refresh: 'Changes the refresh token into new tokens.',
  revoke: 'Tells the authorization server that the tokens end.',
}

/** Whether the mode needs no conversation: there are no steps then. */
export function isPlain(mode: AuthMode): boolean {
  return mode === 'none' || mode === 'bearer' || mode === 'headers' || mode === 'basic' || mode === 'api-key'
}

export const STATUS: Record<FlowState['status'], string> = {
  idle: 'Nothing was asked for yet',
  running: 'Running',
  waiting: 'Waiting for you',
  authorized: 'Authorized',
  failed: 'Stopped',
  closed: 'Signed out',
}

/** A text of a server for one place of the screen; the whole stands in Traffic. */
export function cut(text: string, most = 4000): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${(text.length - most).toLocaleString('en')} more characters)`
}
