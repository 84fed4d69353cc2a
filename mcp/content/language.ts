// In which language a text is written: as announced, by the name of its file, or by marks at its beginning.
import { essence } from './sniff.ts'

const BY_TYPE: { [type: string]: string } = {
  javascript: 'javascript',
  ecmascript: 'javascript',
  typescript: 'typescript',
  python: 'python',
  'python-script': 'python',
  xml: 'xml',
  html: 'xml',
  yaml: 'yaml',
  toml: 'ini',
  css: 'css',
  sql: 'sql',
  sh: 'bash',
  shellscript: 'bash',
  c: 'c',
  'c++': 'cpp',
  csharp: 'csharp',
  java: 'java',
  'java-source': 'java',
  go: 'go',
  rust: 'rust',
  ruby: 'ruby',
  php: 'php',
  kotlin: 'kotlin',
  swift: 'swift',
  lua: 'lua',
  graphql: 'graphql',
  diff: 'diff',
  patch: 'diff',
  dockerfile: 'dockerfile',
  csrc: 'c',
}

const BY_ENDING: { [ending: string]: string } = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  pyi: 'python',
  xml: 'xml',
  xsd: 'xml',
  svg: 'xml',
  html: 'xml',
  htm: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'ini',
  ini: 'ini',
  css: 'css',
  sql: 'sql',
  sh: 'bash',
  bash: 'bash',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  java: 'java',
  go: 'go',
  rs: 'rust',
  rb: 'ruby',
  php: 'php',
  kt: 'kotlin',
  swift: 'swift',
  lua: 'lua',
  graphql: 'graphql',
  diff: 'diff',
  patch: 'diff',
}

/** `xml`, `python` …; undefined for prose and for what shows no language. */
export function languageOf(text: string, mimeType: string, name = ''): string | undefined {
  const type = essence(mimeType)
  const subtype = type.replace(/^[^/]*\/(x-)?/, '')
  const named = BY_TYPE[subtype] ?? (/\+(xml|yaml)$/.exec(subtype)?.[1] as 'xml' | 'yaml' | undefined)
  if (named !== undefined) return named
  const file = /([^/\\?#]*)(?:[?#].*)?$/.exec(name)?.[1] ?? ''
  if (/^dockerfile$/i.test(file)) return 'dockerfile'
  const byName = BY_ENDING[/\.([a-z0-9]{1,8})$/i.exec(file)?.[1]?.toLowerCase() ?? '']
  if (byName !== undefined) return byName
  return type === '' || type === 'text/plain' ? byMarks(text.slice(0, 2000)) : undefined
}

function byMarks(head: string): string | undefined {
  if (/^\s*(<\?xml\b|<!doctype\b|<html[\s>]|<svg[\s>])/i.test(head)) return 'xml'
  // Any other single root element, so long as it is one: prose may begin with a tag-like word.
  if (/^\s*<([a-z][\w:.-]*)(\s+[\w:.-]+\s*=\s*"[^"]*")*\s*\/?>\s*</i.test(head)) return 'xml'
  const shebang = /^#!.*\b(python|node|deno|bun|bash|sh|zsh|ruby|php|lua)[\d.]*\b/.exec(head)?.[1]
  if (shebang !== undefined)
    return (
      ({ node: 'javascript', deno: 'typescript', bun: 'typescript', sh: 'bash', zsh: 'bash' } as { [name: string]: string })[shebang] ??
      shebang
    )
  if (/^(diff --git |--- \S+.*\n\+\+\+ \S+)/m.test(head)) return 'diff'
  if (/^---\s*\n\s*[\w"'-]+\s*:/.test(head)) return 'yaml'
  return looksLikeYaml(head) ? 'yaml' : undefined
}

/** Several lines, each a key with a value, a deeper one or an entry of a list; prose has sentences. */
function looksLikeYaml(head: string): boolean {
  const lines = head.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  if (lines.length < 4) return false
  if (head.length === 2000) lines.pop()
  const keys = lines.filter((line) => /^\s*(- )?[A-Za-z_][\w.-]*:( \S.*)?$/.test(line)).length
  const nested = lines.some((line) => /^\s+(- )?\S/.test(line))
  return nested && keys >= 3 && lines.every((line) => /^\s*(- \S|[A-Za-z_][\w.-]*:( |$))/.test(line))
}
