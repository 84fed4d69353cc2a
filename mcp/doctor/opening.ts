// The one conversation that the checklist has with the server: opened once, watched reply by reply.
import { McpError } from '../errors.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import { read } from '../jsonrpc.ts'
import { connect } from '../session.ts'
import type { EraVerdict } from '../session-types.ts'
import { createTraffic } from '../traffic.ts'
import { targetHeaders } from '../transport/target.ts'
import { itself } from '../wish.ts'
import type { Opened, Patient, Peer, Reply } from './step.ts'

const KEPT = 600

export function openOnce(patient: Patient): { opened: () => Promise<Opened>; close: () => Promise<void> } {
  let begun: Promise<Opened> | undefined
  return {
    opened: () => (begun ??= open(patient)),
    async close() {
      const opened = await begun
      await opened?.session?.close('The checklist is done')
      await opened?.peer?.end()
    },
  }
}

async function open(patient: Patient): Promise<Opened> {
  const { target, era, clientInfo, limit, signal, probes } = patient
  const replies: Reply[] = []
  const waiting = new Set<() => void>()
  const traffic = createTraffic({ memoryLimit: 16 * 1024 * 1024 })
  const startedAt = performance.now()
  let peer: Peer | undefined
  let verdict: EraVerdict | undefined
  const finish = (more: Partial<Opened>): Opened => ({
    replies,
    ms: performance.now() - startedAt,
    ...(peer === undefined ? {} : { peer }),
    ...(verdict === undefined ? {} : { verdict }),
    ...more,
    async listened(patience) {
      const found = () => replies.find(({ verb, status }) => verb === 'GET' && status !== undefined)
      if (found() !== undefined) return found()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience)
        waiting.add(() => {
          if (found() === undefined) return
          clearTimeout(timer)
          resolve()
        })
      })
      return found()
    },
  })
  try {
    peer = await probes.open(traffic)
    const watched = watch(peer.fetch, replies, () => waiting.forEach((wake) => wake()))
    const session = await connect({
      url: target.kind === 'stdio' ? `stdio:${target.command}` : target.url,
      fetch: target.kind === 'http' && /^https?:/i.test(target.url) ? watched : peer.fetch,
      ...(target.kind === 'http' ? { headers: targetHeaders(target), transport: target.transport ?? 'auto' } : {}),
      traffic,
      era,
      clientInfo,
      capabilities: {},
      wish: itself('the doctor looks at the server'),
      timeouts: { connect: limit, list: limit, call: limit },
      signal,
      onVerdict: (found) => (verdict = found),
      onAsk: ({ method }) => Promise.resolve({ kind: 'error', code: -32601, message: `${method} is not answered by a checklist` }),
      onNotice: () => {},
    })
    return finish({ session, verdict: session.facts.verdict })
  } catch (thrown) {
    return finish({ error: thrown instanceof McpError ? thrown : new McpError('unreachable', String(thrown)) })
  }
}

function watch(fetch: FetchHandler, replies: Reply[], changed: () => void): FetchHandler {
  return async (request) => {
    const begun = performance.now()
    const message = request.method === 'POST' ? read(await request.clone().text()) : undefined
    const reply: Reply = {
      verb: request.method,
      url: request.url,
      method: message !== undefined && 'method' in message ? message.method : '',
      type: null,
      headers: new Headers(),
      text: '',
      ms: 0,
    }
    replies.push(reply)
    try {
      const response = await fetch(request)
      reply.status = response.status
      reply.headers = response.headers
      reply.type = response.headers.get('content-type')
      if (response.status >= 400 && !/event-stream/i.test(reply.type ?? '') && response.body !== null)
        // A copy: the conversation reads its own.
        reply.text = (await response.clone().text()).slice(0, KEPT)
      return response
    } finally {
      reply.ms = performance.now() - begun
      changed()
    }
  }
}
