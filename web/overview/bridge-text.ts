// How another client is told of the endpoint that Loupe serves a command at: as a piece of an mcp.json, and as curl.

/** The header that the proxy wants on the endpoint; the launch token is its value. */
export const TOKEN_HEADER = 'X-Loupe-Token'

export function configOf(name: string, url: string, token: string): string {
  return JSON.stringify({ mcpServers: { [name]: { type: 'http', url, headers: { [TOKEN_HEADER]: token } } } }, null, 2)
}

/** One line for a shell: the first message of a session, which shows whether the endpoint answers. */
export function curlOf(url: string, token: string): string {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'curl', version: '1' } },
  }
  const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream', `${TOKEN_HEADER}: ${token}`]
  return ['curl -i', quoted(url), ...headers.map((header) => `-H ${quoted(header)}`), `-d ${quoted(JSON.stringify(hello))}`].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
