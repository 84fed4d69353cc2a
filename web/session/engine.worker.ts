// The engine worker. Stands in until the engine is there: it says that it is ready and answers every call with an error.
import type { FromEngine, ToEngine } from './engine-messages.ts'

const post = (message: FromEngine) => self.postMessage(message)

self.onmessage = (event: MessageEvent<ToEngine>) => {
  const message = event.data
  if (message.kind === 'hello') post({ kind: 'ready' })
  if (message.kind === 'call')
    post({ kind: 'throw', id: message.id, error: { name: 'EngineError', kind: 'engine', message: 'The engine is not there yet.' } })
}
