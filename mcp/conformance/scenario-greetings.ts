// What is played before a conversation is one: greetings in each version, too early, and in none that exists.
import { writeJson, type Json } from '../json.ts'
import { LEGACY_REVISIONS } from '../dialect/revisions.ts'
import type { Scenario } from './scenario.ts'
import { LISTS, both, declares, legacy, notSse } from './scenario-parts.ts'

const greeting = (change: { [name: string]: Json }): { [name: string]: Json } => ({
  protocolVersion: LEGACY_REVISIONS.at(-1)!,
  capabilities: {},
  clientInfo: { name: 'mcp-loupe', version: '0' },
  ...change,
})

export const GREETINGS: readonly Scenario[] = [
  {
    id: 'early',
    title: 'A ping and a list before the greeting, then a greeting in a version that does not exist',
    impact: 'session',
    apart: true,
    for: ['LC-05', 'LC-06', 'LC-03', 'LC-04'],
    applies: both(legacy, notSse),
    play: (stage) =>
      stage.apart(async (aside) => {
        if (stage.session.facts.transport !== 'streamable-http')
          await aside.send(writeJson({ jsonrpc: '2.0', id: 'loupe-early-ping', method: 'ping' }))
        await aside.send(writeJson({ jsonrpc: '2.0', id: 'loupe-5', method: 'tools/list' }))
        await aside.send(writeJson({ jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting({ protocolVersion: '1999-01-01' }) }))
      }),
  },
  {
    id: 'lacks',
    title: 'Greetings that lack a part',
    impact: 'session',
    apart: true,
    for: ['LC-08'],
    applies: both(legacy, notSse),
    play: (stage) =>
      stage.apart(async (aside) => {
        for (const name of ['protocolVersion', 'capabilities', 'clientInfo']) {
          const { [name]: _, ...params } = greeting({})
          await aside.send(writeJson({ jsonrpc: '2.0', id: `loupe-lacks-${name}`, method: 'initialize', params }))
        }
        // A process that was not spoilt by these may be greeted a second time.
        if (stage.session.facts.transport === 'streamable-http') return
        await aside.send(writeJson({ jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting({}) }))
        await aside.send(writeJson({ jsonrpc: '2.0', method: 'notifications/initialized' }))
        await aside.send(writeJson({ jsonrpc: '2.0', id: 'loupe-again', method: 'initialize', params: greeting({}) }))
      }),
  },
  ...LEGACY_REVISIONS.map((revision): Scenario => ({
    id: `greet-${revision}`,
    title: `A greeting in ${revision}`,
    impact: 'session',
    apart: true,
    for: ['LC-01', 'LC-02', 'JR-29'],
    // The one that was agreed on has been played.
    applies: ({ facts }) => facts.era === 'legacy' && facts.transport !== 'http+sse' && facts.revision !== revision,
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(revision)
        for (const [capability, method] of LISTS)
          if (declares(capability)(session)) await session.request(method, {}, { signal: stage.signal }).catch(() => {})
      }),
  })),
]
