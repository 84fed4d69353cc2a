import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { noticesOf } from './engine-notices.ts'
import type { EngineNotice } from './engine-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function heard(...said: [method: string, params?: Json][]): string[] {
  const told: EngineNotice[][] = []
  const { onNotice: notices } = noticesOf('c', (fresh) => told.push(fresh))
  said.forEach(([method, params], at) => notices({ method: `notifications/${method}`, params, seq: at + 1 }))
  vi.advanceTimersByTime(16)
  return told.flat().map(({ method, seq }) => `${method.slice(14)} ${seq}`)
}

test('of each thing the newest word', () => {
  expect(
    heard(
      ['resources/updated', { uri: 'a' }],
      ['tools/list_changed'],
      ['resources/updated', { uri: 'b' }],
      ['resources/updated', { uri: 'a' }],
      ['tools/list_changed'],
      ['tasks', { taskId: 't', status: 'working' }],
      ['tasks', { taskId: 't', status: 'completed' }],
      ['elicitation/complete', { elicitationId: 'e' }],
    ),
  ).toEqual(['resources/updated 4', 'tools/list_changed 5', 'resources/updated 3', 'tasks 7', 'elicitation/complete 8'])
})

test('what the page has no ears for is not told, and progress of a task alone', () => {
  expect(
    heard(
      ['message', { level: 'info', data: 'x' }],
      ['made/up', { uri: 'a' }],
      ['progress', { progressToken: 5, progress: 1 }],
      ['progress', { progressToken: 'task-1', progress: 1 }],
      ['progress', { progressToken: 'task-1', progress: 2 }],
    ),
  ).toEqual(['progress 5'])
})

test('a flood is one message, and what comes after it another', () => {
  const told: number[] = []
  const { onNotice: notices } = noticesOf('c', (fresh) => told.push(fresh.length))
  for (let n = 0; n < 100_000; n += 1) notices({ method: 'notifications/resources/updated', params: { uri: `x:${n % 3}` }, seq: n })
  vi.advanceTimersByTime(16)
  notices({ method: 'notifications/tools/list_changed', params: undefined, seq: 1 })
  vi.advanceTimersByTime(16)
  expect(told).toEqual([3, 1])
})
