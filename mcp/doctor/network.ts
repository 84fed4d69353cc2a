// From the address to the first byte: the URL, its name, its port, TLS, and whether a page may send there.
import { conversationHeaders, judgePreflight } from '../transport/cors.ts'
import { targetHeaders, type HttpTarget, type Target } from '../transport/target.ts'
import type { ReachAnswer } from '../transport/tunnel-frames.ts'
import { corsSnippet } from './snippets.ts'
import { isHttp, isRemote, type Case, type Found, type Step } from './step.ts'

const SLOW = 1000
const DAY = 86_400_000
const NOBODY: Found = { state: 'skipped', says: 'A page cannot look at this; the proxy can ("node dist/loupe.js").' }

const looks = new WeakMap<Case, Promise<ReachAnswer>>()

/** Looked at once for all steps; undefined where nobody can. */
function look(of: Case): Promise<ReachAnswer> | undefined {
  const { target, probes } = of
  if (target.kind !== 'http' || probes.reach === undefined) return undefined
  const known = looks.get(of) ?? probes.reach(target.url)
  looks.set(of, known)
  return known
}

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

const slow = (ms: number): Pick<Found, 'state'> => ({ state: ms > SLOW ? 'warn' : 'ok' })
const isSecure = (target: Target): boolean => target.kind === 'http' && /^(?:https|wss):/i.test(target.url)
const http = (of: Case): HttpTarget => of.target as HttpTarget

export const NETWORK_STEPS: readonly Step[] = [
  {
    id: 'address',
    title: 'Address',
    applies: isRemote,
    run(of) {
      const { url, headers, bearer } = http(of)
      if (!URL.canParse(url) || !/^(?:https?|wss?):/i.test(url))
        return {
          state: 'bad',
          ends: true,
          says: `${JSON.stringify(url)} is no http, https, ws or wss address.`,
          todo: ['Write the whole address, such as http://127.0.0.1:3000/mcp.'],
        }
      const open = !isSecure(of.target) && !isLoopback(url)
      const secret = headers.some(({ value }) => value !== '') || (bearer ?? '') !== ''
      if (open && secret)
        return {
          state: 'warn',
          says: 'Your headers cross the network unencrypted: the address does not begin with https.',
          todo: ['Serve it with TLS, or keep secrets out of it.'],
        }
      return { state: 'ok', says: `${new URL(url).protocol}//${new URL(url).host}${new URL(url).pathname}` }
    },
  },
  {
    id: 'dns',
    title: 'DNS',
    applies: isRemote,
    async run(of) {
      const { dns } = (await look(of)) ?? {}
      if (dns === undefined) return NOBODY
      const { ms, addresses, fault } = dns
      const evidence = addresses.length > 0 ? [addresses.join(', ')] : []
      if (fault === undefined)
        return { ...slow(ms), ms, says: addresses.length === 1 ? 'One address.' : `${addresses.length} addresses.`, evidence }
      return { state: 'bad', ends: true, ms, says: fault.message, evidence: [...evidence, fault.code], todo: todoOf(fault.code) }
    },
  },
  {
    id: 'tcp',
    title: 'TCP',
    applies: isRemote,
    async run(of) {
      const { tcp } = (await look(of)) ?? {}
      if (tcp === undefined) return NOBODY
      const evidence = tcp.map(({ address, ms, fault }) =>
        fault === undefined ? `${address}: connected in ${ms.toFixed(1)} ms` : `${address}: ${fault.code}`,
      )
      const good = tcp.find(({ fault }) => fault === undefined)
      const first = tcp[0]
      if (good === undefined) {
        const fault = first?.fault ?? { code: 'ENOTFOUND', message: 'There is no address to connect to.' }
        return { state: 'bad', ends: true, ms: first?.ms ?? 0, says: fault.message, evidence, todo: todoOf(fault.code) }
      }
      const deaf = tcp.filter(({ fault }) => fault !== undefined)
      if (deaf.length === 0) return { ...slow(good.ms), ms: good.ms, says: 'The port takes connections.', evidence }
      return {
        state: isLoopback(http(of).url) ? 'ok' : 'warn',
        ms: good.ms,
        says: `The port takes connections at ${good.address}, but not at ${deaf.map(({ address }) => address).join(', ')}.`,
        evidence,
        todo: ['Clients that try only the first address fail: listen on all, or name the address that works.'],
      }
    },
  },
  {
    id: 'tls',
    title: 'TLS',
    applies: isSecure,
    async run(of) {
      const { tls } = (await look(of)) ?? {}
      if (tls === undefined) return NOBODY
      const { ms, protocol, cipher, certificate, fault } = tls
      const evidence = [
        ...(protocol === undefined ? [] : [`${protocol}, ${cipher}`]),
        ...(certificate === undefined
          ? []
          : [
              `certificate of ${certificate.subject}, issued by ${certificate.issuer}`,
              `valid from ${day(certificate.validFrom)} to ${day(certificate.validTo)}`,
              ...(certificate.names === '' ? [] : [certificate.names.slice(0, 300)]),
            ]),
      ]
      if (fault !== undefined)
        return {
          state: 'bad',
          ends: true,
          ms,
          says: fault.message,
          evidence: [...evidence, fault.code],
          todo: /EPROTO|WRONG_VERSION/.test(fault.code)
            ? ['Check whether this port speaks http, and change the beginning of the address.']
            : ['Mend the certificate, or trust its authority: start Loupe with NODE_EXTRA_CA_CERTS=/path/to/authority.pem.'],
        }
      const left = certificate === undefined ? Number.POSITIVE_INFINITY : (certificate.validTo - Date.now()) / DAY
      if (left < 14) return { state: 'warn', ms, says: `The certificate ends in ${Math.floor(left)} days.`, evidence, todo: ['Renew it.'] }
      return { ...slow(ms), ms, says: 'The certificate is good.', evidence }
    },
  },
  {
    id: 'preflight',
    title: 'Preflight (CORS)',
    applies: isHttp,
    async run(of) {
      const { origin, probes, era } = of
      const { url, via } = http(of)
      if (URL.canParse(url) && new URL(url).origin === origin)
        return { state: 'skipped', says: 'The server has the origin of the page: a browser asks for no leave.' }
      if (probes.preflight === undefined) return NOBODY
      const own = targetHeaders(http(of)).map(([name]) => name)
      const modern = era === 'modern' || era.startsWith('2026')
      const asked = [
        ...new Set([
          ...(modern ? [] : conversationHeaders(own, 'legacy')),
          ...(modern || era === 'auto' ? conversationHeaders(own, 'modern') : []),
        ]),
      ].sort()
      const answer = await probes.preflight({ url, origin, method: 'POST', headers: asked })
      if (!answer.reached) return { state: 'bad', ends: true, says: answer.message, evidence: [answer.code], todo: todoOf(answer.code) }
      const evidence = [
        `OPTIONS from ${origin}: HTTP ${answer.status} in ${answer.ms.toFixed(0)} ms`,
        ...answer.headers.filter(([name]) => /^(?:access-control-|allow$)/i.test(name)).map(([name, value]) => `${name}: ${value}`),
      ]
      const verdict = judgePreflight(asked, origin, answer)
      if (verdict.via === 'direct' && verdict.notes.length === 0)
        return { ...slow(answer.ms), says: 'A page may send there all that a conversation needs.', evidence }
      const refused = verdict.via === 'proxy'
      return {
        // Through the proxy it is none of the server's faults.
        state: refused && via === 'direct' ? 'bad' : 'warn',
        says: refused ? `${verdict.why} Loupe's proxy goes there all the same.` : 'A page may send there, with something missing.',
        evidence,
        todo: [...verdict.notes, 'Only clients in a browser need this. For them, answer OPTIONS and name the headers.'],
        snippet: corsSnippet(origin, asked),
      }
    },
  },
]

const day = (at: number): string => (Number.isNaN(at) ? 'unknown' : new Date(at).toISOString().slice(0, 10))

function todoOf(code: string): string[] {
  if (code === 'ECONNREFUSED') return ['Start the server, and check the port and the address that it listens on.']
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['Check the spelling of the host, and that this machine is online.']
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return ['Check the address, and whether a firewall or a VPN lies between.']
  if (code === 'ECONNRESET') return ['Look at the log of the server, and whether it wants https instead of http.']
  return []
}
