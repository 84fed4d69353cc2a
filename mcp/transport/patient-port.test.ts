// A real port whose other end does not listen yet.
import { expect, test } from 'vitest'
import { patientPort } from './patient-port.ts'

test('what is said before the first word waits for it, in order, and then nothing does', async () => {
  const { port1, port2 } = new MessageChannel()
  const said: unknown[] = []
  const worker = { onmessage: null, postMessage: (message: unknown, transfer: unknown[] = []) => void said.push(message, transfer.length) }
  const patient = patientPort<unknown, string, unknown, { data: string }>(worker)
  const heard: string[] = []
  patient.onmessage = ({ data }) => heard.push(data)
  patient.postMessage('hello')
  patient.postMessage('call', [port1])
  expect(said).toEqual([])
  const speak = worker.onmessage as unknown as (event: { data: string }) => void
  speak({ data: 'up' })
  expect(said).toEqual(['hello', 0, 'call', 1])
  patient.postMessage('more')
  speak({ data: 'answer' })
  expect(said.slice(4)).toEqual(['more', 0])
  expect(heard).toEqual(['up', 'answer'])
  port1.close()
  port2.close()
})
