// The desk over ports that behave as workers do: one that answers, one that a pattern holds for ever, one that fails.
import { expect, test } from 'vitest'
import { isObject, type Json } from '#mcp/json.ts'
import { JudgeDesk, type FromJudge, type JudgePort } from './judge-desk.ts'

/** Answers each check in a turn of its own, save one whose pattern would run for ever: there it hangs until it is ended. */
function ports() {
  const log = { started: 0, ended: 0, schemas: 0 }
  const make = (): JudgePort => {
    log.started += 1
    const known = new Map<number, Json>()
    let hangs = false
    const say = (data: FromJudge) => queueMicrotask(() => !hangs && port.onmessage?.({ data } as MessageEvent<FromJudge>))
    const port: JudgePort = {
      postMessage({ id, schemaId, schema, value }) {
        if (schema !== undefined) log.schemas += 1
        if (schema !== undefined) known.set(schemaId, schema)
        const held = known.get(schemaId)
        const pattern = isObject(held) ? String(held.pattern) : ''
        if (pattern === '^(a+)+$') hangs = true
        else say({ kind: 'judged', id, problems: new RegExp(pattern).test(String(value)) ? [] : [{ at: '', says: pattern, level: 'bad' }] })
      },
      terminate: () => void (log.ended += 1),
      onmessage: null,
      onerror: null,
    }
    say({ kind: 'ready' })
    return port
  }
  return { make, log }
}

const limits = { wary: 20, patient: 10_000, start: 10_000 }

test('answers in order, and sends a schema once', async () => {
  const { make, log } = ports()
  const desk = new JudgeDesk(make, limits)
  const schema: Json = { pattern: '^b' }
  const verdicts = await Promise.all(['a', 'b', 'c'].map((value) => desk.judge(schema, value)))
  expect(verdicts.map(({ problems }) => problems.length)).toEqual([1, 0, 1])
  expect(log).toEqual({ started: 1, ended: 0, schemas: 1 })
})

test('a pattern that runs away is ended and said; what waits behind it is judged', async () => {
  const { make, log } = ports()
  const desk = new JudgeDesk(make, limits)
  const away = desk.judge({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)
  const behind = desk.judge({ pattern: '^x$' }, 'y')
  expect(await away).toEqual({ problems: [], unchecked: expect.stringContaining('takes too long') })
  expect((await behind).problems).toHaveLength(1)
  expect(log).toMatchObject({ started: 2, ended: 1 })
})

test('a check that nobody waits for any more is not begun', async () => {
  const { make, log } = ports()
  const desk = new JudgeDesk(make, limits)
  const stop = new AbortController()
  const first = desk.judge({ pattern: '^x$' }, 'x')
  const second = desk.judge({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, stop.signal)
  stop.abort()
  expect((await second).unchecked).toBeDefined()
  expect(await first).toEqual({ problems: [] })
  expect(log.ended).toBe(0)
})

test('a judge that fails to run lets everything pass, and says so', async () => {
  const port: JudgePort = { postMessage: () => undefined, terminate: () => undefined, onmessage: null, onerror: null }
  const verdict = new JudgeDesk(() => port, limits).judge({}, 'x')
  port.onerror?.({} as ErrorEvent)
  expect((await verdict).unchecked).toContain('failed to run')
})
