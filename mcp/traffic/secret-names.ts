// Which names say that what stands beside them is a secret: headers, members of a query or of JSON, variables.

const HEADER = /^(proxy-)?authorization$|^(set-)?cookie2?$|^mcp-session-id$|api[-_]?key|token|secret|password|credential|signature/i
const MEMBER = /^(access_token|id_token|refresh_token|token|api[-_]?key|key|code|client_secret|secret|password|sig|signature|state)$/i

export function isSecretHeader(name: string): boolean {
  return HEADER.test(name)
}

/** Of the query of a URL. */
export function isSecretMember(name: string): boolean {
  return MEMBER.test(name)
}
