// What a record tells of itself: who was spoken to, how, in which revision, when and how much. The head of each report.
import type { Revision } from '../dialect/revisions.ts'
import { isObject } from '../json.ts'
import type { Transport } from '../session-types.ts'
import type { WireEvent } from '../wire-event.ts'
import type { Facts } from './facts.ts'
import type { Seen } from './seen.ts'

export interface Story {
  /** As the server names itself, in the first conversation that says so. */
  server?: { name: string; version: string }
  /** Of the first conversation: those that follow try others. */
  transport?: Transport
  revision?: Revision
  /** All that were agreed on, in the order in which they were. */
  revisions: Revision[]
  /** Milliseconds since the epoch, of the first event and of the last. */
  from?: number
  to?: number
  conversations: number
  /** Messages both ways, and our requests among them. */
  messages: number
  requests: number
  /** Messages that are not in the record, and were part of it. */
  missing?: number
}

export class Teller {
  readonly story: Story = { revisions: [], conversations: 0, messages: 0, requests: 0 }
  #talking = false

  hear({ at, kind }: WireEvent): void {
    this.story.from ??= at
    this.story.to = at
    if (kind === 'start') this.#talking = false
  }

  see(seen: Seen, facts: Facts): void {
    const { story } = this
    if (!('method' in seen)) {
      if (seen.kind === 'frame' && facts.transport !== undefined && story.revision === undefined) story.transport = facts.transport
      return
    }
    if (!this.#talking) {
      this.#talking = true
      story.conversations += 1
    }
    // The members of an array are seen one by one.
    if (seen.kind !== 'batch') story.messages += 1
    if (seen.kind === 'sent' && seen.reading.kind === 'request') story.requests += 1
    const { revision, transport } = facts
    // Until something was agreed on, the other transport may still be tried.
    if (transport !== undefined && story.revision === undefined) story.transport = transport
    if (revision !== undefined) {
      story.revision ??= revision
      if (!story.revisions.includes(revision)) story.revisions.push(revision)
    }
    if (story.server !== undefined || seen.kind !== 'result') return
    const { serverInfo, _meta } = seen.result
    const named = isObject(serverInfo) ? serverInfo : isObject(_meta) ? _meta['io.modelcontextprotocol/serverInfo'] : undefined
    if (isObject(named) && typeof named.name === 'string')
      story.server = { name: named.name, version: typeof named.version === 'string' ? named.version : '' }
  }
}
