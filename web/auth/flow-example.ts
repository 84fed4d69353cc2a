// A flow for tests: a challenge, metadata, a registration and a login that waits.
import type { FlowState, Step } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'

export function step(id: StepId, more: Partial<Step> = {}): Step {
  return { id, title: id, state: 'done', says: 'fine', trips: [], rules: [], flaws: [], facts: [], decisions: [], edits: [], ...more }
}

export function flowOf(steps: Step[], more: Partial<FlowState> = {}): FlowState {
  return {
    server: 'https://mcp.example/a/mcp',
    resource: 'https://mcp.example/a/mcp',
    mode: 'auto',
    revision: '2025-11-25',
    revisionWhy: 'It is the one that is spoken.',
    status: 'idle',
    steps,
    kept: [],
    redirectUri: 'http://127.0.0.1:6274/callback',
    holds: false,
    grants: 0,
    ...more,
  }
}

export const TOKEN: NonNullable<FlowState['token']> = {
  issuer: 'https://as.example',
  resource: 'https://mcp.example/a/mcp',
  clientId: 'c',
  type: 'Bearer',
  masked: 'eyJh…3kQ (812 characters)',
  obtainedAt: 0,
  refreshable: true,
}

export function trip(more: Partial<Step['trips'][number]>): Step['trips'][number] {
  return {
    exchange: 1,
    to: 'authorization-server',
    method: 'GET',
    url: 'https://as.example/.well-known/oauth-authorization-server',
    status: 200,
    requestHeaders: [],
    responseHeaders: [],
    ms: 3,
    via: 'direct',
    verdict: 'used',
    tone: 'ok',
    ...more,
  }
}
