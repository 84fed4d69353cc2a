// How requests leave this machine: straight, or through the HTTP proxy that the environment names; and which authorities,
// and which certificate of our own, they leave with.
import { readFileSync } from 'node:fs'
import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { rootCertificates } from 'node:tls'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import { guardedLookup, lookupNamedBy } from './addresses.ts'
import { NetError } from './net-errors.ts'

/** PEM texts. */
export interface Trust {
  /** Authorities beside those that Node knows. */
  ca?: string
  /** What to show a server that asks who calls. */
  cert?: string
  key?: string
}

/** Free sockets are closed soon: a server that restarts must not meet an old one. Silent streams are not touched by this. */
const KEPT = { keepAlive: true, timeout: 4_000, maxHeaderSize: 64 * 1024 }

let trust: { ca?: string[]; cert?: string; key?: string } = {}
const agents = new Map<string, PlainAgent>()

/** For everything from now on; the command line says it once. */
export function setTrust({ ca, cert, key }: Trust): void {
  trust = {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
  agents.clear()
}

/** Reads the files that `--ca`, `--cert` and `--key` name. @throws Error with a sentence */
export function readTrust(files: { [name in keyof Trust]?: string }): Trust {
  if ((files.cert === undefined) !== (files.key === undefined))
    throw new Error('--cert and --key go together: the certificate, and the key that belongs to it.')
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch (error) {
        throw new Error(`--${name}: ${file} could not be read: ${(error as Error).message}`, { cause: error })
      }
      if (!text.includes('-----BEGIN ')) throw new Error(`--${name}: ${file} is no PEM file: it has no line “-----BEGIN …”.`)
      return [name, text]
    }),
  )
}

/** The address of the HTTP proxy for a URL; undefined when it is called straight. This machine itself always is. */
export function proxyFor(url: string): string | undefined {
  const { hostname } = new URL(url)
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/i.test(hostname)) return undefined
  // Nobody sets a variable for WebSockets of their own.
  const found = getProxyForUrl(url.replace(/^ws/i, 'http'))
  if (found === '') return undefined
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new NetError(
      'BAD_PROXY',
      `The environment names the proxy ${JSON.stringify(hidden(found))}, and only http:// and https:// proxies are known here. Correct HTTPS_PROXY, or add ${hostname} to NO_PROXY.`,
    )
  return found
}

/** A proxy's address without its password. */
function hidden(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//…@')
}

/** What sends a request. `insecure`: the certificate is not checked, since the person said so for this server. `by`: the host that named the URL, where no person did. */
export function agentFor(url: string, insecure = false, by?: string): PlainAgent {
  const secure = /^(?:https|wss):/i.test(url)
  const proxy = proxyFor(url)
  const key = `${secure} ${insecure} ${proxy ?? ''} ${by ?? ''}`
  const lookup = by === undefined ? guardedLookup : lookupNamedBy(by)
  let agent = agents.get(key)
  if (agent === undefined) {
    const tls = { ...trust, ...(insecure ? { rejectUnauthorized: false } : {}) }
    if (proxy === undefined) agent = secure ? new TlsAgent({ ...KEPT, ...tls, lookup }) : new PlainAgent({ ...KEPT, lookup })
    // A WebSocket wants the tunnel also where it is not secure.
    else agent = secure || /^ws:/i.test(url) ? new HttpsProxyAgent(proxy, { ...KEPT, ...tls }) : new HttpProxyAgent(proxy, KEPT)
    agents.set(key, agent)
  }
  return agent
}

/** What TLS needs beside the agent: an agent for proxies does not hand on what it was made with. */
export function tlsOptions(insecure = false): { rejectUnauthorized?: boolean; ca?: string[]; cert?: string; key?: string } {
  return { ...trust, ...(insecure ? { rejectUnauthorized: false } : {}) }
}
