// The environment of a child: what programs need to be found and to run, without the secrets that a shell holds.
import { fillText } from '#mcp/config/placeholders.ts'

/**
 * Handed on from the proxy's own environment. Not here on purpose: everything else, above all keys and tokens, and
 * Node's own switches, which would change a server in ways its author does not see.
 */
const SAFE = new Set(
  `PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE TZ TMPDIR TMP TEMP PWD COLORTERM NO_COLOR
  XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR
  NPM_CONFIG_REGISTRY NPM_CONFIG_USERCONFIG NPM_CONFIG_CACHE NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_CAFILE
  NVM_DIR VOLTA_HOME FNM_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PYENV_ROOT RBENV_ROOT JAVA_HOME GOPATH CARGO_HOME RUSTUP_HOME
  APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES SYSTEMROOT SYSTEMDRIVE WINDIR
  COMSPEC PATHEXT HOMEDRIVE HOMEPATH USERPROFILE USERNAME USERDOMAIN COMPUTERNAME OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE`.split(
    /\s+/,
  ),
)

/** `asked` wins over what is inherited; on Windows names are compared without case, as Windows does. */
export function childEnvironment(parent: NodeJS.ProcessEnv, asked: { [name: string]: string }): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  const askedNames = new Set(Object.keys(asked).map(fold))
  for (const [name, value] of Object.entries(parent)) {
    const known = SAFE.has(name.toUpperCase()) || name.startsWith('LC_')
    if (value !== undefined && known && !askedNames.has(fold(name))) env[name] = value
  }
  return Object.assign(env, asked)
}

function fold(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name
}

/**
 * The values that a server is given, with `${NAME}` in them replaced by what Loupe's own environment says: so a secret need
 * stand in no form and no file. A place with a default (`${NAME:-8080}`) is never missing.
 * @returns the names that are set nowhere, each with the variable that wants it; then nothing can be started
 */
export function expandValues(
  parent: NodeJS.ProcessEnv,
  asked: { [name: string]: string },
): { env: { [name: string]: string }; missing: { name: string; wantedBy: string }[] } {
  const missing: { name: string; wantedBy: string }[] = []
  const entries = Object.entries(asked).map(([wantedBy, value]): [string, string] => [
    wantedBy,
    fillText(value, ({ kind, name, default: usual }) => {
      if (kind !== 'env') return undefined
      const known = parent[name] ?? usual
      if (known === undefined) missing.push({ name, wantedBy })
      return known
    }),
  ])
  return { env: Object.fromEntries(entries), missing }
}
