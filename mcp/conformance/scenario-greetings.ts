// What is played before a conversation is one: greetings in each version, too early, and in none that exists.
import { writeJson } from '../json.ts'
import { LEGACY_REVISIONS } from '../dialect/revisions.ts'
import type { Scenario } from './scenario.ts'
import { LISTS, both, declares, legacy, notSse } from './scenario-parts.ts'

export const GREETINGS: readonly Scenario[] = [
  {
    id: 'early',
    title: 'A list before the greeting',
    impact: 'session',
    apart: true,
    for: ['LC-05'],
    applies: both(legacy, notSse),
    play: (stage) => stage.apart((aside) => aside.send(writeJson({ jsonrpc: '2.0', id: 'loupe-5', method: 'tools/list' }))),
  },
  {
    id: 'strange-version',
    title: 'A greeting in a version that does not exist',
    impact: 'session',
    apart: true,
    for: ['LC-03', 'LC-04'],
    applies: both(legacy, notSse),
    play: (stage) =>
      stage.apart((aside) =>
        aside.send(
          writeJson({
            jsonrpc: '2.0',
            id: 0,
            method: 'initialize',
            params: { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } },
          }),
        ),
      ),
  },
  ...LEGACY_REVISIONS.map((revision): Scenario => ({
    id: `greet-${revision}`,
    title: `A greeting in ${revision}`,
    impact: 'session',
    apart: true,
    for: ['LC-01', 'LC-02', 'JR-29'],
    applies: ({ facts }) => facts.era === 'legacy' && facts.transport !== 'http+sse',
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet(revision)
        for (const [capability, method] of LISTS)
          if (declares(capability)(session)) await session.request(method, {}, { signal: stage.signal }).catch(() => {})
      }),
  })),
]
