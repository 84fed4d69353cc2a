// Which names say that what stands beside them is a secret: headers, members of a query or of JSON, variables.

const HEADER = /^(proxy-)?authorization$|^(set-)?cookie2?$|^mcp-session-id$|api[-_]?key|token|secret|password|credential|signature/i
const MEMBER = /^(access_token|id_token|refresh_token|token|api[-_]?key|key|code|client_secret|secret|password|sig|signature|state)$/i

export function isSecretHeader(name: string): boolean {
  return HEADER.test(name)
}

const PLAIN =
  /^(?:accept(?:-.*)?|content-.*|host|origin|referer|user-agent|connection|te|via|forwarded|x-forwarded-.*|last-event-id|mcp-(?!session-id$|param-).*|access-control-.*|sec-fetch-.*)$/i

/** A header that is known to hold no secret. */
export function isPlainHeader(name: string): boolean {
  return PLAIN.test(name.trim())
}

/** Of the query of a URL. */
export function isSecretMember(name: string): boolean {
  return MEMBER.test(name)
}
