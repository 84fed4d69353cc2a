// The programs that start MCP servers, and where and how each writes its servers down.
// Read and written by parse.ts, read.ts and write.ts; this file is the only one that knows a host by name.

export type HostId =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'zed'
  | 'gemini-cli'
  | 'codex'
  | 'cline'
  | 'opencode'
  | 'continue'
  | 'goose'

export type Format = 'jsonc' | 'toml' | 'yaml'

/** How an entry spells what every host has. */
export interface Spelling {
  /** One member with the words of the command line, or a command with its arguments apart. */
  command: 'command' | 'cmd' | 'words'
  env: 'env' | 'environment' | 'envs'
  /** Undefined: the host reaches no URL by itself. */
  url: 'url' | 'serverUrl' | 'httpUrl' | 'uri' | undefined
  headers: 'headers' | 'http_headers'
  /** What `type` says of each transport; an absent one is not written. */
  types: { stdio?: string; http?: string; sse?: string }
  /** Whether a server may start in a folder of its own. */
  cwd: boolean
}

export interface Host {
  id: HostId
  title: string
  format: Format
  /** Where in the file the servers stand. */
  member: string
  /** The servers are a list whose entries have a `name`, not an object by name. */
  list?: boolean
  spelling: Spelling
  /** The person's own file, by platform; `~` is the home folder, `%APPDATA%` Windows' folder for programs' data. */
  file: { darwin: string; win32: string; linux: string }
  /** The file of a project, from its folder; undefined when there is none. */
  project?: string
}

const PLAIN: Spelling = { command: 'command', env: 'env', url: 'url', headers: 'headers', types: {}, cwd: false }

function everywhere(path: string): Host['file'] {
  return { darwin: path, win32: path, linux: path }
}

export const HOSTS: readonly Host[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: { ...PLAIN, url: undefined },
    file: {
      darwin: '~/Library/Application Support/Claude/claude_desktop_config.json',
      win32: '%APPDATA%/Claude/claude_desktop_config.json',
      linux: '~/.config/Claude/claude_desktop_config.json',
    },
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: { ...PLAIN, types: { stdio: 'stdio', http: 'http', sse: 'sse' } },
    file: everywhere('~/.claude.json'),
    project: '.mcp.json',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: PLAIN,
    file: everywhere('~/.cursor/mcp.json'),
    project: '.cursor/mcp.json',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    member: 'servers',
    spelling: { ...PLAIN, types: { stdio: 'stdio', http: 'http', sse: 'sse' }, cwd: true },
    file: {
      darwin: '~/Library/Application Support/Code/User/mcp.json',
      win32: '%APPDATA%/Code/User/mcp.json',
      linux: '~/.config/Code/User/mcp.json',
    },
    project: '.vscode/mcp.json',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: { ...PLAIN, url: 'serverUrl' },
    file: everywhere('~/.codeium/windsurf/mcp_config.json'),
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'jsonc',
    member: 'context_servers',
    spelling: PLAIN,
    file: { darwin: '~/.config/zed/settings.json', win32: '%APPDATA%/Zed/settings.json', linux: '~/.config/zed/settings.json' },
    project: '.zed/settings.json',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: { ...PLAIN, url: 'httpUrl', cwd: true },
    file: everywhere('~/.gemini/settings.json'),
    project: '.gemini/settings.json',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    member: 'mcp_servers',
    spelling: { ...PLAIN, headers: 'http_headers', cwd: true },
    file: everywhere('~/.codex/config.toml'),
    project: '.codex/config.toml',
  },
  {
    id: 'cline',
    title: 'Cline',
    format: 'jsonc',
    member: 'mcpServers',
    spelling: { ...PLAIN, types: { stdio: 'stdio', http: 'streamableHttp', sse: 'sse' } },
    file: {
      darwin: '~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      win32: '%APPDATA%/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      linux: '~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    },
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    format: 'jsonc',
    member: 'mcp',
    spelling: {
      command: 'words',
      env: 'environment',
      url: 'url',
      headers: 'headers',
      types: { stdio: 'local', http: 'remote', sse: 'remote' },
      cwd: true,
    },
    file: everywhere('~/.config/opencode/opencode.json'),
    project: 'opencode.json',
  },
  {
    id: 'continue',
    title: 'Continue',
    format: 'yaml',
    member: 'mcpServers',
    list: true,
    spelling: { ...PLAIN, types: { stdio: 'stdio', http: 'streamable-http', sse: 'sse' }, cwd: true },
    file: everywhere('~/.continue/config.yaml'),
  },
  {
    id: 'goose',
    title: 'Goose',
    format: 'yaml',
    member: 'extensions',
    spelling: {
      command: 'cmd',
      env: 'envs',
      url: 'uri',
      headers: 'headers',
      types: { stdio: 'stdio', http: 'streamable_http', sse: 'sse' },
      cwd: false,
    },
    file: {
      darwin: '~/.config/goose/config.yaml',
      win32: '%APPDATA%/Block/goose/config/config.yaml',
      linux: '~/.config/goose/config.yaml',
    },
  },
]

export function hostOf(id: HostId): Host {
  return HOSTS.find((host) => host.id === id)!
}
