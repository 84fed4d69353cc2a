// Hosts that the relay does not call, whatever name leads there: link-local addresses, where clouds keep the keys of a
// machine. Checked after the name was looked up, so that a name cannot lead around it.
import { lookup as lookUpName, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { NetError } from './net-errors.ts'

const blocked = new BlockList()
blocked.addSubnet('169.254.0.0', 16, 'ipv4')
blocked.addSubnet('fe80::', 10, 'ipv6')
blocked.addAddress('fd00:ec2::254', 'ipv6')
// The same IPv4 addresses in an IPv6 coat: mapped, and through NAT64.
blocked.addSubnet('::ffff:a9fe:0', 112, 'ipv6')
blocked.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

export function isBlocked(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  return family !== 0 && blocked.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

export function refusal(host: string): NetError {
  return new NetError('BLOCKED', `${host} is a link-local address, where clouds keep a machine's keys. Loupe does not call it.`)
}

/** A lookup for sockets that fails when any address of the host is blocked. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookUpName(hostname, { ...(options as LookupOptions), all: true }, (error, found: LookupAddress[]) => {
    if (error !== null) return callback(error, [])
    if (found.some(({ address }) => isBlocked(address))) return callback(refusal(hostname), [])
    if (options.all) return callback(null, found)
    return callback(null, found[0]!.address, found[0]!.family)
  })
}

/** Networks that are not the public internet: this machine, and those that a home or a company has. */
const internal = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  internal.addSubnet(net, bits, 'ipv4')
internal.addAddress('::', 'ipv6')
internal.addAddress('::1', 'ipv6')
internal.addSubnet('fc00::', 7, 'ipv6')
internal.addSubnet('fe80::', 10, 'ipv6')

export function isInternal(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  // An IPv4 address in an IPv6 coat is nothing that a server need name.
  if (family === 6 && /^(?:::ffff:|64:ff9b::)/i.test(bare)) return true
  return family !== 0 && internal.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** As far as the name alone tells. */
export function isInternalName(host: string): boolean {
  return isInternal(host) || /^localhost$|\.localhost$/i.test(host)
}

export function strayRefusal(host: string, by: string): NetError {
  return new NetError(
    'BLOCKED',
    `${host} is in a private network, and ${by}, which named it, is not. A server must not make Loupe look around there. If you trust it, enter the address by hand.`,
  )
}

/** A lookup for addresses that the server `by` named: inside a private network only where that server is in one. */
export function lookupNamedBy(by: string): LookupFunction {
  return (hostname, options, callback) => {
    guardedLookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const all = found as LookupAddress[]
      const answer = (): void => (options.all ? callback(null, all) : callback(null, all[0]!.address, all[0]!.family))
      if (!all.some(({ address }) => isInternal(address)) || isInternalName(by)) return answer()
      lookUpName(by, { all: true }, (failure, home) => {
        if (failure === null && home.some(({ address }) => isInternal(address))) return answer()
        callback(strayRefusal(hostname, by), [])
      })
    })
  }
}
