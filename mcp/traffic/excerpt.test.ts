// What happens to a record while it is written down in slices.
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { Excerpt } from './excerpt.ts'
import { learnAll, Redactor } from './redact.ts'
import { writeRecord } from './record-format.ts'
import { writeReport } from './report.ts'
import type { Target } from '../transport/target.ts'

const TARGET: Target = { kind: 'http', url: 'http://a.test/mcp', headers: [], via: 'auto' }
const ABOUT = { savedAt: 0, name: 'x', target: TARGET }
const note = (text: string) => ({ kind: 'stderr', text }) as const

/** The file, when `between` is done after so many events of it. */
function written(excerpt: Excerpt, after: number, between: () => void, redactor: Redactor): string {
  let read = 0
  const events = excerpt.events.bind(excerpt)
  excerpt.events = function* () {
    for (const event of events()) {
      yield event
      read += 1
      if (read === after) between()
    }
  }
  return [...writeRecord(excerpt, ABOUT, redactor)].join('')
}

test('what comes later is no part of it, and gives no secret away that was not looked for', () => {
  const traffic = createTraffic()
  for (let at = 1; at <= 3; at += 1) traffic.append(0, note(`line ${at}`))
  const excerpt = new Excerpt(traffic)
  const redactor = new Redactor()
  for (const _moment of learnAll(redactor, excerpt, TARGET));
  const headers: [string, string][] = [['Authorization', 'Bearer late-secret-token']]
  const text = written(
    excerpt,
    2,
    () => {
      traffic.append(1, { kind: 'sent', method: 'GET', url: 'http://a.test/mcp', headers })
      traffic.append(0, note('late-secret-token'))
    },
    redactor,
  )
  expect(text.trim().split('\n')).toHaveLength(4)
  expect(text).not.toContain('late')
})

/** Twenty lines of 10 kB in a record that holds no more than about that. */
function full() {
  const traffic = createTraffic({ memoryLimit: 250_000 })
  for (let at = 1; at <= 20; at += 1) traffic.append(0, note(`${at} ${'x'.repeat(10_000)}`))
  expect(traffic.dropped).toBe(0)
  return traffic
}
const flood = (traffic: ReturnType<typeof full>) => {
  for (let at = 0; at < 8; at += 1) traffic.append(0, note('y'.repeat(10_000)))
}

test('what is dropped before it was read is counted, and what is dropped after that is not', async () => {
  const traffic = full()
  const excerpt = new Excerpt(traffic)
  const read: number[] = []
  for (const { seq } of excerpt.events()) {
    read.push(seq)
    if (seq === 2) await excerpt.meanwhile(async () => flood(traffic))
  }
  expect(traffic.dropped).toBeGreaterThan(2)
  expect(read.slice(0, 2)).toEqual([1, 2])
  expect(read.at(-1)).toBe(20)
  expect(excerpt.dropped).toBe(20 - read.length)
  expect(excerpt.dropped).toBe(traffic.dropped - 2)
  const head = [...writeRecord(new Excerpt(traffic), ABOUT, undefined)].find((part) => part !== '')
  expect(JSON.parse(head!)).toMatchObject({ dropped: traffic.dropped })
})

test('a report says how many messages went while it was written', async () => {
  const traffic = full()
  const excerpt = new Excerpt(traffic)
  let moments = 0
  let text = ''
  for (const part of writeReport(excerpt, [20], { name: 'x', target: TARGET, by: 'l' }, undefined)) {
    if (moments === 0) await excerpt.meanwhile(async () => flood(traffic))
    moments += 1
    text += part
  }
  expect(text).toContain(`**Incomplete** The first ${traffic.dropped} messages of this record are gone`)
})

test('one that is emptied before all of it was read is no record', async () => {
  const traffic = full()
  const excerpt = new Excerpt(traffic)
  const [first] = excerpt.events()
  expect(first?.seq).toBe(1)
  await expect(excerpt.meanwhile(async () => void traffic.clear())).rejects.toThrow('emptied')
  const all = new Excerpt(full())
  expect([...all.events()]).toHaveLength(20)
  await all.meanwhile(async () => void all.traffic.clear())
  expect(all.dropped).toBe(0)
})
