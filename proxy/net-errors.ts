// Node's error codes as sentences for people: what was tried, what happened, what to do.

export interface NetFailure {
  /** Node's code: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED` …; or ours: `BAD_URL`, `BAD_HEADER`, `BLOCKED`, `CUT_SHORT`. */
  code: string
  message: string
}

/** An error of our own that already is a sentence. */
export class NetError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function explainNet(error: unknown, url: string): NetFailure {
  const code = codeOf(error)
  if (error instanceof NetError) return { code, message: error.message }
  const { host, hostname, protocol } = partsOf(url)
  const sentence = sentenceOf(code, host, hostname, protocol)
  return { code, message: sentence ?? `The request to ${host} failed: ${error instanceof Error ? error.message : String(error)}` }
}

/** When every address of a host refused, Node gives one error that holds the others. */
function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : 'UNKNOWN'
}

function partsOf(url: string): { host: string; hostname: string; protocol: string } {
  return URL.canParse(url) ? new URL(url) : { host: url, hostname: url, protocol: '' }
}

function sentenceOf(code: string, host: string, hostname: string, protocol: string): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}: the connection was refused. Is the server running, and is this its port?`
    case 'ENOTFOUND':
      return `There is no host named ${hostname}. Check the spelling.`
    case 'EAI_AGAIN':
      return `The name ${hostname} could not be looked up: the name server did not answer. Is this machine online?`
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} did not answer: the connection timed out. A firewall may drop it, or the port is wrong.`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `There is no route to ${host} from this machine. Is a VPN or a network missing?`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection without an answer.${protocol === 'http:' ? ' Does it want https?' : ''}`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired. Renew it.`
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host} is not valid yet. Check this machine's clock.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate of ${host} is self-signed. Start Loupe with --ca and the file of the authority you trust, or leave the certificate unchecked for this server (in its connection’s form).`
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of ${host} was issued by someone unknown here: the server leaves out its intermediate certificate, or uses an authority of its own (start Loupe with --ca and its file for that).`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} was issued for another name.`
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `${host} does not speak TLS as expected. Try http:// instead of https://, or the other way round.`
    default:
      if (code.startsWith('HPE_')) return `${host} answered with something that is not HTTP (${code}). Is this the right port?`
      return undefined
  }
}
