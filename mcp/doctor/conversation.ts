// The process, and what is said over any transport: the era, the handshake, the lists.
import { shownTarget } from '../traffic/secret-names.ts'
import { isObject, type Json } from '../json.ts'
import { problemOf } from '../problem.ts'
import type { Session } from '../session-types.ts'
import type { Opened } from './step.ts'
import { stdoutSnippet } from './snippets.ts'
import { isStdio, type Case, type Found, type Step } from './step.ts'

const SLOW_HANDSHAKE = 5000
const SLOW_LIST = 2000
const LINES = 6

function problem(of: Case, { error, peer }: Opened): { says: string; todo: string[] } {
  const { target } = of
  const { stderr = [], noise = [] } = peer?.process?.() ?? {}
  const what = shownTarget(target)
  const { title, happened, todo } = problemOf({ error, what, kind: target.kind, proxy: true, via: 'proxy', stderr, noise })
  return { says: `${title}. ${happened}`, todo }
}

export const PROCESS_STEP: Step = {
  id: 'process',
  title: 'Process',
  applies: isStdio,
  async run(of) {
    const opened = await of.opened()
    const { peer, session, ms } = opened
    const { pid, stderr = [], noise = [], exit } = peer?.process?.() ?? {}
    const evidence = [
      ...(pid === undefined ? [] : [`pid ${pid}`]),
      ...(exit === undefined ? [] : [exit]),
      ...stderr.slice(-LINES).map((text) => `stderr: ${text}`),
    ]
    if (session === undefined && (pid === undefined || exit !== undefined))
      return { state: 'bad', ends: true, ms, evidence, ...problem(of, opened) }
    if (noise.length > 0)
      return {
        state: 'warn',
        ms,
        says: 'It runs, and prints text on stdout, where only messages belong.',
        evidence: [...evidence, ...noise.slice(0, LINES).map((text) => `stdout: ${text}`)],
        todo: ['Write logs to stderr.'],
        snippet: stdoutSnippet(),
      }
    return { state: 'ok', ms, says: 'It starts, and keeps running.', evidence }
  },
}

export const CONVERSATION_STEPS: readonly Step[] = [
  {
    id: 'era',
    title: 'Era',
    applies: () => true,
    async run(of) {
      const { verdict, session, error } = await of.opened()
      if (verdict === undefined)
        return of.era === 'auto'
          ? { state: 'warn', ms: 0, says: 'Not settled: its first answers tell neither era.' }
          : { state: session === undefined && error?.kind === 'rpc' ? 'warn' : 'ok', ms: 0, says: `Chosen by you: ${of.era}.` }
      return {
        state: 'ok',
        ms: 0,
        says: `${verdict.era === 'modern' ? 'Modern' : 'Legacy'}. ${verdict.why}`,
        evidence: [`rule: ${verdict.rule}`],
      }
    },
  },
  {
    id: 'handshake',
    title: 'Handshake',
    applies: () => true,
    async run(of) {
      const opened = await of.opened()
      const { session, ms } = opened
      if (session === undefined) return { state: 'bad', ends: true, ms, ...problem(of, opened) }
      const { revision, serverInfo, capabilities, greetedBy, sessionId, transport } = session.facts
      const evidence = [
        `${greetedBy} over ${transport}: ${revision}`,
        serverInfo === undefined ? 'no serverInfo' : `${serverInfo.name} ${serverInfo.version}`,
        `capabilities: ${Object.keys(capabilities).join(', ') || 'none'}`,
        ...(sessionId === undefined ? [] : ['it gives a session']),
      ]
      if (ms > SLOW_HANDSHAKE)
        return { state: 'warn', ms, says: 'It works, but slowly.', evidence, todo: ['Do slow work after the answer to the greeting.'] }
      return { state: 'ok', ms, says: `It speaks ${revision}.`, evidence }
    },
  },
  {
    id: 'lists',
    title: 'Lists',
    applies: () => true,
    async run(of) {
      const { session } = await of.opened()
      if (session === undefined) return { state: 'skipped', says: 'There is no session to ask in.' }
      return lists(session, of)
    },
  },
]

const LISTS: { capability: string; method: string; member: string }[] = [
  { capability: 'tools', method: 'tools/list', member: 'tools' },
  { capability: 'resources', method: 'resources/list', member: 'resources' },
  { capability: 'prompts', method: 'prompts/list', member: 'prompts' },
]

/** The first page of each list that is declared. */
async function lists(session: Session, { limit, signal }: Case): Promise<Found> {
  const wanted = LISTS.filter(({ capability }) => capability in session.facts.capabilities)
  if (wanted.length === 0) return { state: 'skipped', says: 'It declares nothing that can be listed.' }
  const evidence: string[] = []
  const todo: string[] = []
  let state: 'ok' | 'warn' | 'bad' = 'ok'
  const worse = (than: 'warn' | 'bad', advice: string): void => {
    if (state !== 'bad') state = than
    todo.push(advice)
  }
  for (const { method, member } of wanted) {
    try {
      const { result, ms } = await session.request(method, {}, { limits: { idle: limit }, signal })
      const items: Json | undefined = isObject(result) ? result[member] : undefined
      evidence.push(
        `${method}: ${Array.isArray(items) ? items.length : 'no list'}${hasMore(result) ? ' and more' : ''}, ${ms.toFixed(0)} ms`,
      )
      if (!Array.isArray(items)) worse('bad', `${method} must answer with an array "${member}".`)
      else if (ms > SLOW_LIST) worse('warn', `${method} is slow: keep the list ready, or give it in pages.`)
    } catch (error) {
      evidence.push(`${method}: ${(error as Error).message}`)
      worse('bad', `${method} is declared, and fails: mend it, or do not declare it.`)
    }
  }
  const says = { ok: 'All that is declared can be listed.', warn: 'The lists work, but slowly.', bad: 'A list fails.' }[state]
  return { state, says, evidence, todo }
}

const hasMore = (result: Json): boolean => isObject(result) && typeof result.nextCursor === 'string'
