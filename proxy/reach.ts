// How far one gets to a host without a word of HTTP: its name, each of its addresses, and TLS with its certificate; each
// timed. Goes nowhere that the relay does not go.
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Certificate, NetFault, ReachAnswer } from '#mcp/transport/tunnel-frames.ts'
import { isBlocked, refusal } from './addresses.ts'
import { explainNet, NetError } from './net-errors.ts'

/** Milliseconds for each address, and for TLS. */
const LIMIT = 8_000
const MOST_ADDRESSES = 4

/** Never rejects, and leaves nothing open. */
export async function reach(address: string): Promise<ReachAnswer> {
  const begun = performance.now()
  const unknown = (fault: NetFault): ReachAnswer => ({ dns: { ms: performance.now() - begun, addresses: [], fault } })
  if (!URL.canParse(address)) return unknown({ code: 'BAD_URL', message: `${JSON.stringify(address)} is not a URL.` })
  const url = new URL(address)
  const secure = /^(?:https|wss):$/.test(url.protocol)
  if (!secure && !/^(?:http|ws):$/.test(url.protocol))
    return unknown({ code: 'BAD_URL', message: `There is no host to reach behind ${url.protocol}//.` })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  const explain = (error: unknown): NetFault => explainNet(error, address)
  let addresses: string[]
  try {
    addresses = [...new Set(isIP(host) > 0 ? [host] : (await lookup(host, { all: true })).map((one) => one.address))]
  } catch (error) {
    return unknown(explain(error))
  }
  const dns = { ms: performance.now() - begun, addresses }
  if (addresses.some(isBlocked)) return { dns: { ...dns, fault: explain(refusal(host)) } }
  const tcp = await Promise.all(
    addresses.slice(0, MOST_ADDRESSES).map(async (one) => {
      const started = performance.now()
      try {
        const socket = connectTcp({ host: one, port })
        await settled(socket, 'connect', one)
        socket.destroy()
        return { address: one, ms: performance.now() - started }
      } catch (error) {
        return { address: one, ms: performance.now() - started, fault: explain(error) }
      }
    }),
  )
  const good = tcp.find(({ fault }) => fault === undefined)
  if (!secure || good === undefined) return { dns, tcp }
  const started = performance.now()
  // Looked at even when it is not to be trusted: what it says of itself is the evidence.
  const socket = connectTls({
    host: good.address,
    port,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) > 0 ? {} : { servername: host }),
  })
  try {
    await settled(socket, 'secureConnect', host)
    const certificate = certificateOf(socket)
    const seen = {
      ms: performance.now() - started,
      protocol: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().name,
      ...(certificate === undefined ? {} : { certificate }),
    }
    const { authorizationError } = socket
    return {
      dns,
      tcp,
      tls: authorizationError == null ? seen : { ...seen, fault: explain(asError(authorizationError)) },
    }
  } catch (error) {
    return { dns, tcp, tls: { ms: performance.now() - started, fault: explain(error) } }
  } finally {
    socket.destroy()
  }
}

function settled(socket: Socket, event: 'connect' | 'secureConnect', what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new NetError('ETIMEDOUT', `${what} did not answer within ${LIMIT / 1000} s.`)), LIMIT)
    socket.on('error', fail)
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}

/** Node gives a code where its types promise an error. */
function asError(fault: unknown): Error {
  if (fault instanceof Error) return fault
  return Object.assign(new Error(String(fault)), { code: String(fault) })
}

function certificateOf(socket: TLSSocket): Certificate | undefined {
  const { subject, issuer, valid_from, valid_to, subjectaltname } = socket.getPeerCertificate()
  if (subject === undefined) return undefined
  const named = (one: typeof subject | undefined): string => [one?.CN ?? one?.O ?? 'unnamed'].flat().join(', ')
  return {
    subject: named(subject),
    issuer: named(issuer),
    validFrom: Date.parse(valid_from),
    validTo: Date.parse(valid_to),
    names: subjectaltname ?? '',
  }
}
