// How the address follows the page: a moment later, and later still where it changes more often than browsers take.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { currentRoute, go } from './route.ts'

let written: string[] = []
const location = {
  pathname: '/',
  search: '',
  hash: '#/a/traffic/1',
  get href() {
    return `http://127.0.0.1:1${this.pathname}${this.search}${this.hash}`
  },
}
const write = (how: string) => (_state: unknown, _title: string, place: string) => {
  location.hash = place.slice(place.indexOf('#'))
  location.search = ''
  written.push(`${how} ${location.hash}`)
}

// One clock for all, since what was written last is remembered.
beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {
    location,
    history: { pushState: write('push'), replaceState: write('replace') },
    dispatchEvent: () => true,
  })
})
beforeEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  location.hash = '#/a/traffic/1'
  written = []
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const select = (item: number) => go({ item: String(item) }, 'replace')

test('a key that is held down for half a minute moves the page each time, and the address seldom enough for every browser', async () => {
  for (let at = 2; at <= 901; at += 1) {
    select(at)
    expect(currentRoute().item).toBe(String(at))
    await vi.advanceTimersByTimeAsync(33)
  }
  expect(written[0]).toBe('replace #/a/traffic/9')
  expect(written.length).toBeLessThan(100)
  await vi.advanceTimersByTimeAsync(400)
  expect(location.hash).toBe('#/a/traffic/901')
})

test('going elsewhere leaves the last place in the history', async () => {
  select(2)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(260)
  select(3)
  expect(location.hash).toBe('#/a/traffic/2')
  go({ panel: 'tools' })
  expect(written.slice(-2)).toEqual(['replace #/a/traffic/3', 'push #/a/tools'])
})

test('who went back meanwhile stays there', async () => {
  select(2)
  await vi.advanceTimersByTimeAsync(260)
  select(3)
  location.hash = '#/a/console'
  expect(currentRoute()).toMatchObject({ panel: 'console' })
  await vi.advanceTimersByTimeAsync(400)
  expect(location.hash).toBe('#/a/console')
  expect(written).toEqual(['replace #/a/traffic/2'])
})

test('a place where the page is already is not written again', () => {
  select(1)
  expect(written).toEqual([])
})
