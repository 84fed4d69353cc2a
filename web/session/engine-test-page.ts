// A page for tests, at the other end of a real port: what is said to the engine and by it must survive cloning.
import { expect, vi } from 'vitest'
import type { Kept } from '#mcp/auth/kept.ts'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { RowWindow } from '#mcp/traffic-row.ts'
import type { HttpTarget, StdioTarget } from '#mcp/transport/target.ts'
import { fakeProxy, type FakeProxyOptions, type Program } from '#mcp/testing/fake-proxy.ts'
import { fakeServer, type FakeOptions } from '#mcp/testing/fake-server.ts'
import type { ConnectionState } from './connection-state.ts'
import { serve } from './engine-core.ts'
import type { ConnectSettings, EngineCalls, FromEngine, Tab, ToEngine } from './engine-messages.ts'
import type { RecordStore } from './record-store.ts'

const ORIGIN = 'http://page.test'
export const URL_ = 'http://server.test/mcp'
export const SETTINGS: ConnectSettings = {
  clientInfo: { name: 't', version: '0' },
  era: 'legacy',
  capabilities: { roots: true, sampling: true, elicitation: true },
  timeouts: { connect: 5000, list: 5000, call: 5000, total: 0 },
  keepAlive: 0,
  waitForServer: false,
}

export const http = (more: Partial<HttpTarget> = {}): HttpTarget => ({ kind: 'http', url: URL_, headers: [], via: 'auto', ...more })
export const command = (name: string, ...args: string[]): StdioTarget => ({
  kind: 'stdio',
  command: name,
  args,
  env: [{ name: 'A', value: 'b' }],
})

/** A page at the other end of a real port: what is said must survive cloning. */
export function page(
  options: {
    kept?: Kept[]
    proxy?: Partial<FakeProxyOptions> | false
    fetch?: (request: Request) => Promise<Response>
    /** Where records lie over a reload, and the tab that they are of. */
    store?: RecordStore
    tab?: Tab
  } = {},
) {
  const { port1, port2 } = new MessageChannel()
  const token = 'secret'
  const proxy = fakeProxy({ token, ...(options.proxy === false ? {} : options.proxy) })
  const receive = serve({
    post: (message) => port2.postMessage(message),
    makeSocket: () => proxy.makeSocket(),
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('Failed to fetch'))),
    ...(options.store === undefined ? {} : { store: () => Promise.resolve(options.store!) }),
  })
  port2.onmessage = (event: MessageEvent<ToEngine>) => receive(event.data)
  const heard: FromEngine[] = []
  const states = new Map<string, ConnectionState>()
  const windows = new Map<number, RowWindow>()
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>()
  let acknowledges = true
  port1.onmessage = ({ data }: MessageEvent<FromEngine>) => {
    heard.push(data)
    if (data.kind === 'throw') waiting.get(data.id)?.reject(data.error)
    if (data.kind === 'state') for (const state of data.states) states.set(state.id, state)
    for (const { view, window } of data.kind === 'push' ? [data] : data.kind === 'return' ? (data.pushed ?? []) : []) {
      windows.set(view, window)
      if (acknowledges) say({ kind: 'ack', view })
    }
    if (data.kind === 'return') waiting.get(data.id)?.resolve(data.value as never)
  }
  const say = (message: ToEngine): void => port1.postMessage(message)
  let last = 0
  const made = {
    proxy,
    heard,
    states,
    windows,
    say,
    sleep: () => (acknowledges = false),
    wake: () => (acknowledges = true),
    nextId: () => last + 1,
    call<Name extends keyof EngineCalls>(name: Name, ...args: Parameters<EngineCalls[Name]>): Promise<ReturnType<EngineCalls[Name]>> {
      const id = ++last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: never) => void, reject })
        say({ kind: 'call', id, name, args })
      })
    },
    state: (id = 'c') => states.get(id)!,
    until: (passes: () => boolean) => vi.waitFor(() => expect(passes()).toBe(true), { timeout: 5000, interval: 5 }),
    close() {
      port1.close()
      port2.close()
      proxy.drop(true)
    },
  }
  say({
    kind: 'hello',
    token,
    origin: ORIGIN,
    proxy: options.proxy !== false,
    memoryLimit: 1e8,
    ...(options.kept === undefined ? {} : { kept: options.kept }),
    ...(options.tab === undefined ? {} : { tab: options.tab }),
  })
  open.push(made)
  return made
}

/** The record as it would be saved, secrets and all. */
export async function recorded(it: ReturnType<typeof page>, id = 'c'): Promise<string> {
  const blob = await it.call('export', id, { as: 'record', secrets: true, by: { name: 't', version: '0' } })
  return blob.text()
}

const open: { close(): void; call: (name: 'forget', id: string) => Promise<unknown> }[] = []

/** Ends all pages; for `afterEach`. */
export async function closePages(): Promise<void> {
  for (const one of open.splice(0)) {
    await one.call('forget', 'c')
    one.close()
  }
}

/** A server over stdio that answers as the fake server does. */
export function program(
  fake: FakeOptions = {},
  more: (line: { [key: string]: Json }, say: (text: string) => void, exit: (code: number) => void) => void = () => {},
): Program {
  return (_request, child) => {
    const server = fakeServer({ listens: false, ...fake })
    return {
      line(text) {
        const message = parseJson(text)
        if (isObject(message))
          more(
            message,
            (line) => child.say(line),
            (code) => child.exit({ code, signal: null }),
          )
        void server.fetch(new Request('http://child/', { method: 'POST', body: text })).then(async (response) => {
          const body = await response.text()
          if (body !== '') child.say(body)
        })
      },
    }
  }
}
