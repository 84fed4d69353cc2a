// What servers ask, on its way to the page and back: each ask waits here under a key until the page answers or its call ends.
import { CALL_CANCELLED, reasonOf } from '#mcp/session/reason.ts'
import { spell } from '#mcp/spelling.ts'
import type { Ask, AskReply } from '#mcp/session-types.ts'
import type { Connection } from './engine-connection.ts'
import type { FromEngine, PendingAsk, ToEngine } from './engine-messages.ts'

export interface Asks {
  /** Resolves with what the page answers; roots are answered at once where no person wants to be asked. */
  onAsk(connection: Connection, ask: Ask): Promise<AskReply>
  answer(message: Extract<ToEngine, { kind: 'answer' }>): void
}

export function createAsks(post: (message: FromEngine) => void): Asks {
  const waiting = new Map<string, (reply: AskReply, by: string | undefined) => void>()
  /** Those of a round come all at once; how many there are for a person is known when the last has come. */
  const rounds = new Map<string, PendingAsk[]>()

  function tellRound(ask: PendingAsk): void {
    const { id } = ask.round!
    const begun = rounds.get(id)
    if (begun !== undefined) return void begun.push(ask)
    const all = [ask]
    rounds.set(id, all)
    queueMicrotask(() => {
      rounds.delete(id)
      for (const one of all) if (waiting.has(one.key)) post({ kind: 'ask', ask: { ...one, round: { ...one.round!, size: all.length } } })
    })
  }

  return {
    onAsk(connection, ask) {
      const { roots = [], rootsAsked = false } = connection.settings
      if (ask.method === 'roots/list' && !rootsAsked)
        return Promise.resolve({
          kind: 'result',
          result: { roots: roots.map((root) => ({ ...root })) },
          wish: { by: 'loupe', why: 'with the roots that you set' },
        })
      const { generation } = connection.state()
      const key = `${connection.id} ${generation} ${ask.key}`
      const { key: _, signal, round, ...said } = ask
      const { method, exchange } = said
      const pending: PendingAsk = { ...said, key, connection: connection.id, connectionName: connection.name, at: Date.now() }
      return new Promise((resolve) => {
        waiting.set(key, (reply, by) => {
          if (by !== undefined)
            connection.traffic.append(exchange, { kind: 'note', fault: 'rule', text: `${method} is answered by your rule: ${by}` })
          resolve(by === undefined ? reply : { ...reply, wish: { by: 'rule', why: by } })
        })
        signal.addEventListener(
          'abort',
          () => {
            if (waiting.delete(key)) post({ kind: 'unask', key, why: reasonOf(signal, CALL_CANCELLED) })
          },
          { once: true },
        )
        if (round === undefined) post({ kind: 'ask', ask: pending })
        else tellRound({ ...pending, round: { ...round, id: `${connection.id} ${generation} ${round.id}` } })
      })
    },
    answer({ ask, reply, by, spelled }) {
      const resolve = waiting.get(ask)
      waiting.delete(ask)
      if (spelled !== undefined && reply.kind === 'result') spell(reply.result, spelled)
      resolve?.(reply, by)
    },
  }
}
