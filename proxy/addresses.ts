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
