// Ways to a server, one after the other, and what of each goes into the record.
import type { Peer } from '../doctor/step.ts'
import type { Traffic } from '../traffic.ts'
import { RUN } from './judge.ts'
import type { Theatre } from './scenario.ts'

/** Ways to the server, the next of them begun while the one before is in use: processes take their time to start. */
export class Doors {
  readonly #theatre: Theatre
  readonly #traffic: Traffic
  #next: { peer: Promise<Peer>; gate: Gate } | undefined

  constructor(theatre: Theatre, traffic: Traffic) {
    this.#theatre = theatre
    this.#traffic = traffic
  }

  /** Begins the next one. Only what is slow to start is begun ahead. */
  knock(wanted: boolean): void {
    if (!wanted || this.#next !== undefined || this.#theatre.target.kind !== 'stdio') return
    this.#next = this.#begin()
    this.#next.peer.catch(() => {})
  }

  /** @throws McpError */
  async open(): Promise<{ peer: Peer; gate: Gate }> {
    const { target } = this.#theatre
    this.#traffic.append(0, { kind: 'start', text: `${RUN}${target.kind === 'stdio' ? target.command : target.url}` })
    const door = this.#next ?? this.#begin()
    this.#next = undefined
    door.gate.open()
    return { peer: await door.peer, gate: door.gate }
  }

  async shut(): Promise<void> {
    const peer = await this.#next?.peer.catch(() => undefined)
    this.#next?.gate.close()
    await peer?.end()
  }

  #begin(): { peer: Promise<Peer>; gate: Gate } {
    const gate = gateTo(this.#traffic)
    return { peer: this.#theatre.open(gate.traffic), gate }
  }
}

export interface Gate {
  traffic: Traffic
  /** What waited goes into the record, and all that follows. */
  open(): void
  close(): void
}

/** The record for one conversation: what comes before it begins waits; what comes after its end, such as the exit of its process, belongs to no other. */
export function gateTo(traffic: Traffic): Gate {
  let state: 'waiting' | 'open' | 'closed' = 'waiting'
  const waiting: (() => void)[] = []
  const guarded = new Proxy(traffic, {
    get(target, name) {
      if (name === 'append' && state !== 'open')
        return (...all: Parameters<Traffic['append']>) => {
          if (state === 'waiting') waiting.push(() => void target.append(...all))
          return 0
        }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    traffic: guarded,
    open() {
      state = 'open'
      for (const one of waiting.splice(0)) one()
    },
    close: () => void (state = 'closed'),
  }
}
