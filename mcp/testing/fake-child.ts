// A fake server as a child process: lines in, lines out, over the same demultiplexer as a real one.
import { stdioHandler } from '../transport/stdio.ts'
import { isObject, parseJson, type Json } from '../json.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import type { FakeServer } from './fake-server.ts'

export interface FakeChildProcess {
  fetch: FetchHandler
  /** Messages that were written to its stdin. */
  written: { [key: string]: Json }[]
  exit(code: number): void
}

/** `hears`: what it does with a message before it answers; it answers in order, and not when this says false. */
export function fakeChild(
  server: FakeServer,
  hears: (message: { [key: string]: Json }, child: FakeChildProcess) => void | boolean | Promise<void | boolean> = () => {},
): FakeChildProcess {
  const written: { [key: string]: Json }[] = []
  let before = Promise.resolve()
  const handler = stdioHandler({
    write(line) {
      const message = parseJson(line)
      if (!isObject(message)) return
      written.push(message)
      const turn = before.then(() => hears(message, child))
      before = turn.then(() => {})
      void turn.then((answers) => (answers === false ? undefined : answer(line)))
    },
    onSide: () => {},
  })
  const child: FakeChildProcess = {
    fetch: handler.fetch,
    written,
    exit: (code) => handler.exit({ code, signal: null }),
  }

  async function answer(body: string): Promise<void> {
    const response = await server.fetch(new Request('http://child/', { method: 'POST', body }))
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      const text = await response.text()
      if (text !== '') handler.line(text)
      return
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = `${rest}${chunk.value}`.split('\n\n')
      rest = events.pop()!
      for (const event of events) handler.line(event.replace(/^[^]*?data: /, ''))
    }
  }
  return child
}
