// What to call a server that nobody named: by its package, its script, its folder or its host.
import type { Target } from './target.ts'

/** A name for a target that was given none: the package, script or host. '' when nothing can be said. */
export function suggestName(target: Target): string {
  if (target.kind === 'http') {
    try {
      return new URL(target.url).host
    } catch {
      return ''
    }
  }
  const runner = /^(npx|bunx|uvx|uv|pnpm|yarn|npm|node|deno|bun|python[\d.]*|py|docker|tsx|env)(\.exe|\.cmd)?$/i
  const words = [target.command, ...target.args].filter((word) => word !== '')
  const first = words.find(
    (word) => !word.startsWith('-') && !runner.test(baseName(word)) && !/^(run|exec|dlx|x|tool|with|start)$/.test(word),
  )
  const whole = (first ?? words[0] ?? '').replace(/(.)@[^/@]*$/, '$1')
  const base = baseName(whole).replace(/\.(m?[jt]s|c[jt]s|py|exe|cmd|sh)$/i, '')
  if (!/^(index|main|server|cli|app|__main__)$/.test(base)) return base
  // A path that begins nowhere begins in the folder of the server.
  const path = /^(?:[\\/]|[A-Za-z]:)/.test(whole) ? whole : `${target.cwd ?? ''}/${whole}`
  const folders = path.split(/[\\/]/).slice(0, -1)
  return folders.toReversed().find((folder) => !/^(\.*|build|dist|src|lib|out|bin|target|release|debug)$/i.test(folder)) ?? base
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}
