// The worker that holds the engine: the port, the socket and the browser's own fetch, and nothing else.
import type { SocketLike } from '#mcp/transport/tunnel.ts'
import type { BrowserSocket } from '#mcp/transport/websocket.ts'
import { serve } from './engine-core.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'

/** Milliseconds after a connect at which a flood is rehearsed, and rows meanwhile that show that there is no leisure for it. */
const LEISURE = 1500
const BUSY = 100
const rehearsed = new Set<boolean>()

const receive = serve({
  post: (message: FromEngine, transfer: Transferable[] = []) => self.postMessage(message, { transfer }),
  makeSocket: () => new WebSocket(`${self.location.protocol === 'https:' ? 'wss' : 'ws'}://${self.location.host}/tunnel`) as SocketLike,
  webSocket: (url, protocols) => new WebSocket(url, protocols) as BrowserSocket,
  fetch: (request) => fetch(request),
  onOpened(traffic, piped) {
    const { total } = traffic
    setTimeout(() => {
      if (rehearsed.has(piped) || traffic.total - total > BUSY) return
      rehearsed.add(piped)
      void import('./engine-rehearsal.ts').then(({ rehearse }) => rehearse(piped)).catch(() => undefined)
    }, LEISURE)
  },
  store: async () => (await import('./record-store.ts')).openRecordStore(),
})

self.onmessage = (event: MessageEvent<ToEngine>) => receive(event.data)
self.postMessage({ kind: 'up' } satisfies FromEngine)
