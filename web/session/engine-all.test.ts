import { afterEach, expect, test } from 'vitest'
import { ticketOf } from '#mcp/traffic/tickets.ts'
import type { RowQuery } from '#mcp/traffic-row.ts'
import { ALL } from './all.ts'
import { closePages, command, page, program, recorded, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)

const across = ['c', 'd']

async function two() {
  const it = page({ proxy: { programs: { node: program({}) } } })
  await it.call('connect', 'c', 'Old build', command('node'), SETTINGS)
  await it.call('connect', 'd', 'New build', command('node'), SETTINGS)
  const view = (query: Partial<RowQuery> = {}, connection = ALL, number = 900) =>
    it.say({ kind: 'view', view: number, connection, query: { filter: '', tail: false, from: 0, size: 500, across, ...query } })
  return { it, view, shown: (number = 900) => it.windows.get(number)! }
}

test('a view over all records shows the rows of each in order of time, and goes on with them', async () => {
  const { it, view, shown } = await two()
  view()
  await it.until(() => shown()?.count > 0 && !shown().scanning)
  const { rows, total } = shown()
  expect(total).toBe(it.state('c').messages + it.state('d').messages)
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => a - b))
  expect(new Set(rows.map(({ connection }) => connection))).toEqual(new Set(across))
  await it.call('request', 'c', 'tools/list', undefined, {})
  await it.until(() => shown().total > total)
  expect(shown().rows.at(-1)).toMatchObject({ connection: 'c', method: 'tools/list', kind: 'result' })
  await it.call('forget', 'c')
  await it.until(() => shown().rows.every(({ connection }) => connection === 'd'))
  await it.call('clear', 'd')
  await it.until(() => shown().total === 0)
})

test('its filter names connections as a person does; so does that of one record', async () => {
  const { it, view, shown } = await two()
  view({ filter: 'connection:new method:initialize kind:request' })
  await it.until(() => shown()?.count === 1 && !shown().scanning)
  expect(shown().rows[0]).toMatchObject({ connection: 'd', seq: ticketOf(1, shown().rows[0]!.seq % ticketOf(1, 0)) })
  view({ filter: '-connection:new' }, 'd', 901)
  view({ filter: 'connection:"new build"' }, 'd', 902)
  await it.until(() => shown(902)?.count === it.state('d').messages && shown(901)?.scanning === false)
  expect(shown(901)).toMatchObject({ count: 0, rows: [], total: it.state('d').messages })
})

test('a record from a file stands among them at its time, and each of its rows beside that which it was made of', async () => {
  const { it, view, shown } = await two()
  await it.call('openRecord', 'saved', 'c.jsonl', new Blob([await recorded(it)]))
  view({ across: ['c', 'd', 'saved'], filter: '-connection:new' })
  await it.until(() => shown()?.count === 2 * it.state('c').messages && !shown().scanning)
  const order = shown().rows.map(({ connection, at, method }) => [connection, at, method] as const)
  expect(order.filter(([connection]) => connection === 'saved').map(([, ...rest]) => rest)).toEqual(
    order.filter(([connection]) => connection === 'c').map(([, ...rest]) => rest),
  )
  expect(order.map(([, at]) => at)).toEqual(order.map(([, at]) => at).sort((a, b) => a - b))
})

test('activity of all is the sum of each', async () => {
  const { it } = await two()
  const sum = async (connection: string) => (await it.call('activity', connection, 10))!.counts.reduce((all, one) => all + one, 0)
  expect(await sum(ALL)).toBe((await sum('c')) + (await sum('d')))
  // Likewise within a time.
  const { from, to } = (await it.call('activity', 'd', 10))!
  const within = async (connection: string) => (await it.call('activity', connection, 10, [from, to]))!
  expect(await within(ALL)).toMatchObject({ from, to })
  const [all, c, d] = await Promise.all([within(ALL), within('c'), within('d')])
  expect(all.counts).toEqual(c.counts.map((number, part) => number + d.counts[part]!))
  expect(d.counts.reduce((sum, one) => sum + one, 0)).toBe(it.state('d').messages)
})
