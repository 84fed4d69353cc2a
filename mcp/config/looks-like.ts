// Tells a pasted configuration from a command line and a URL, before any of the readers is loaded.

/** Whether a pasted text means to be a configuration at all, as opposed to a command line or a URL. */
export function looksLikeConfig(text: string): boolean {
  return (
    /^\uFEFF?\s*(\/\/[^\n]*\s*|\/\*[^]*?\*\/\s*)*(\{|"[^"\n]*"\s*:\s*[{[])/.test(text) ||
    /^\s*\[mcp_servers\./m.test(text) ||
    /^(mcpServers|extensions):\s*$/m.test(text)
  )
}
