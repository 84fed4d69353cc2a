import { expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import type { Facts } from '#mcp/session-types.ts'
import { taskOrder, taskSupport } from './task-support.ts'

const connection = (revision: string, tasks: object | undefined) => ({
  facts: { revision, capabilities: tasks === undefined ? {} : { tasks } } as unknown as Facts,
})
const calls = { requests: { tools: { call: {} } } }
const tool = (taskSupport?: string): { raw: Json } => ({ raw: taskSupport === undefined ? {} : { execution: { taskSupport } } })

test('a call may be a task where server and tool both say so, in one revision', () => {
  expect(taskSupport(connection('2025-11-25', calls), tool('optional'))).toBe('optional')
  expect(taskSupport(connection('2025-11-25', calls), tool('required'))).toBe('required')
  expect(taskSupport(connection('2025-11-25', calls), tool())).toBe('forbidden')
  expect(taskSupport(connection('2025-11-25', { list: {} }), tool('optional'))).toBe('forbidden')
  expect(taskSupport(connection('2025-11-25', undefined), tool('required'))).toBe('forbidden')
  expect(taskSupport(connection('2026-07-28', calls), tool('required'))).toBe('forbidden')
})

test('what is asked for: nothing, a task, or one that is kept for a time', () => {
  expect(taskOrder('optional', undefined)).toBeUndefined()
  expect(taskOrder('required', undefined)).toEqual({})
  expect(taskOrder('required', { on: false })).toBeUndefined()
  expect(taskOrder('optional', { on: true, seconds: 60 })).toEqual({ ttl: 60_000 })
  expect(taskOrder('forbidden', { on: true })).toBeUndefined()
})
