// The steps by name: what each does, is called, makes and needs.
import type { Step } from './flow-state.ts'
import type { StepId } from './step-id.ts'
import type { AuthMode } from './settings.ts'
import { challenge, issuer, resourceMetadata, serverMetadata } from './steps/discover.ts'
import { authorization, callback } from './steps/login.ts'
import { registration } from './steps/register.ts'
import { identity, signOn } from './steps/identity.ts'
import { refresh, revoke, token } from './steps/tokens.ts'
import type { Memory, Outcome, Work } from './work.ts'

export const DOES: { [Id in StepId]?: (work: Work) => Promise<Outcome> } = {
  challenge,
  'resource-metadata': resourceMetadata,
  issuer,
  'server-metadata': serverMetadata,
  registration,
  authorization,
  'sign-on': signOn,
  callback,
  identity,
  token,
  refresh,
  revoke,
}

export const TITLES: { [Id in StepId]: string } = {
  challenge: 'Challenge',
  'resource-metadata': 'Protected resource metadata',
  issuer: 'Choice of the authorization server',
  'server-metadata': 'Authorization server metadata',
  registration: 'Client registration',
  authorization: 'Authorization request',
  'sign-on': 'Login at the identity provider',
  callback: 'Answer of the login page',
  identity: 'ID-JAG of the identity provider',
  token: 'Token request',
  use: 'Use of the token',
  refresh: 'Refresh',
  revoke: 'Revocation',
}

/** What of the memory a step makes; forgotten when it is run again. */
export const MAKES: { [Id in StepId]?: readonly (keyof Memory)[] } = {
  'resource-metadata': ['resource', 'march'],
  issuer: ['issuer'],
  'server-metadata': ['metadata'],
  registration: ['client'],
  'sign-on': ['idp', 'idToken'],
  callback: ['answer'],
  identity: ['jag'],
}

/** What of the memory a step cannot do without, and the step that makes it. */
export const NEEDS: { [Id in StepId]?: readonly [keyof Memory, StepId][] } = {
  'server-metadata': [['issuer', 'issuer']],
  registration: [['metadata', 'server-metadata']],
  authorization: [
    ['metadata', 'server-metadata'],
    ['client', 'registration'],
  ],
  identity: [['metadata', 'server-metadata']],
  token: [
    ['metadata', 'server-metadata'],
    ['client', 'registration'],
  ],
}

const DISCOVERY: readonly StepId[] = ['challenge', 'resource-metadata', 'issuer', 'server-metadata', 'registration']

export function stepsOf(mode: AuthMode | undefined): StepId[] {
  switch (mode) {
    case 'client-credentials':
    case 'workload':
      return [...DISCOVERY, 'token', 'use']
    case 'enterprise':
      return [...DISCOVERY, 'sign-on', 'callback', 'identity', 'token', 'use']
    default:
      return [...DISCOVERY, 'authorization', 'callback', 'token', 'use']
  }
}

export function blank(id: StepId): Step {
  return { id, title: TITLES[id], state: 'waiting', says: '', trips: [], rules: [], flaws: [], facts: [], decisions: [], edits: [] }
}
