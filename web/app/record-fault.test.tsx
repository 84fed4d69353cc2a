import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { attachEngine, type EnginePort } from '../session/engine.ts'
import type { FromEngine } from '../session/engine-messages.ts'
import { fakeStorage } from '../session/fake-storage.ts'
import { openRecords, useRecordFault } from '../session/records.ts'
import { Refusal } from './RecordFault.tsx'

afterEach(() => vi.unstubAllGlobals())

/** What a person reads after files were dropped; those named here are no records. */
async function refusals(dropped: string[], bad: { [file: string]: string }): Promise<string> {
  const engine: EnginePort = {
    onmessage: null,
    postMessage(message) {
      if (message.kind !== 'call') return
      const why = bad[message.args[1] as string]
      const answer: FromEngine =
        why === undefined
          ? { kind: 'return', id: message.id, value: undefined }
          : { kind: 'throw', id: message.id, error: { name: 'Error', kind: 'engine', message: why } }
      queueMicrotask(() => engine.onmessage?.({ data: answer } as MessageEvent<FromEngine>))
    },
  }
  const location = { href: 'http://x.test/', pathname: '/', search: '', hash: '' }
  const history = { pushState: () => {}, replaceState: () => {} }
  vi.stubGlobal('window', { sessionStorage: fakeStorage(), location, history, dispatchEvent: () => true })
  attachEngine(engine, { token: '', origin: '', proxy: false, memoryLimit: 1 })
  await openRecords(dropped.map((name) => new File([], name)))
  const { fault } = useRecordFault.getState()
  if (fault === undefined || fault.gone === true) return ''
  return renderToStaticMarkup(<Refusal {...fault} />).replaceAll(/<[^>]*>/g, ' ')
}

test('of several files that were dropped, each that was refused is named with its reason, and each that is open', async () => {
  const bad = { 'pic.png': 'It is no record', 'empty.jsonl': 'It is empty' }
  const several = await refusals(['pic.png', 'good.jsonl', 'empty.jsonl'], bad)
  expect(several).toContain('2 files were not opened')
  expect(several).toContain('“pic.png”: It is no record.')
  expect(several).toContain('“empty.jsonl”: It is empty.')
  expect(several).toContain('Opened: “good.jsonl”.')
  expect(several).not.toContain('Nothing here has changed')
  const one = await refusals(['empty.jsonl'], bad)
  expect(one).toContain('“empty.jsonl” was not opened')
  expect(one).toContain('Nothing here has changed.')
})
