// A session with the fake server, and all that it told its owner. For tests of sessions.
import { afterEach, expect, vi } from 'vitest'
import { McpError } from '../errors.ts'
import { connect } from '../session.ts'
import type { Ask, AskReply, ConnectOptions, EraVerdict, Facts, Notice, Session } from '../session-types.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import { fakeServer, type FakeOptions, type FakeServer, type Seen } from './fake-server.ts'

export interface Talk {
  session: Session
  server: FakeServer
  traffic: Traffic
  notices: Notice[]
  facts: Facts[]
  asks: Ask[]
  closed: string[]
  verdicts: EraVerdict[]
}

const open: Session[] = []

/** Ends the sessions of a test after it. To be called once a file. */
export function closeAfterEach(): void {
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(open.splice(0).map((session) => session.close()))
  })
}

export async function talk(
  fake: FakeOptions = {},
  more: Partial<ConnectOptions> = {},
  answer?: (ask: Ask) => Promise<AskReply>,
  server = fakeServer(fake),
): Promise<Talk> {
  const talk: Omit<Talk, 'session'> = { server, traffic: createTraffic(), notices: [], facts: [], asks: [], closed: [], verdicts: [] }
  const session = await connect({
    url: 'http://server.test/mcp',
    fetch: server.fetch,
    traffic: talk.traffic,
    clientInfo: { name: 'test', version: '0', title: 'Test', websiteUrl: 'https://x.test' },
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } },
    onAsk: (ask) => {
      talk.asks.push(ask)
      return answer?.(ask) ?? new Promise(() => {})
    },
    onNotice: (notice) => talk.notices.push(notice),
    onFacts: (facts) => talk.facts.push(facts),
    onClosed: (why) => talk.closed.push(why),
    ...more,
  })
  open.push(session)
  return { ...talk, session }
}

export async function failure(promise: Promise<unknown>): Promise<McpError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(McpError)
  return error as McpError
}

export const posted = (method: string) => (seen: Seen) => seen.message?.method === method
