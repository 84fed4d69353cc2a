// The worker that holds the engine: the port, the socket and the browser's own fetch, and nothing else.
import type { SocketLike } from '#mcp/transport/tunnel.ts'
import type { BrowserSocket } from '#mcp/transport/websocket.ts'
import { serve } from './engine-core.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'

const receive = serve({
  post: (message: FromEngine, transfer: Transferable[] = []) => self.postMessage(message, { transfer }),
  makeSocket: () => new WebSocket(`${self.location.protocol === 'https:' ? 'wss' : 'ws'}://${self.location.host}/tunnel`) as SocketLike,
  webSocket: (url, protocols) => new WebSocket(url, protocols) as BrowserSocket,
  fetch: (request) => fetch(request),
  store: async () => (await import('./record-store.ts')).openRecordStore(),
})

self.onmessage = (event: MessageEvent<ToEngine>) => receive(event.data)
self.postMessage({ kind: 'up' } satisfies FromEngine)
