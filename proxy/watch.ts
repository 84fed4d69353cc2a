// Tells when files change, so that a server which was edited can be started again. Hides which files nobody means, and
// the many small writes of one build.
import { existsSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { watch } from 'chokidar'
import type { WatchNews, WatchRequest } from '#mcp/transport/tunnel-frames.ts'

/** Milliseconds of quiet after which a run of changes is told as one. */
const QUIET = 100
/** Folders that are written to without anybody editing a server; hidden files and folders are left out too. */
const NOT_MEANT = new Set(['node_modules', '__pycache__', 'venv', 'target', 'test-results', 'coverage'])

export interface Watch {
  /** Resolves when everything is watched. */
  ready: Promise<void>
  close(): void
}

export function watchFiles({ paths, cwd = process.cwd() }: WatchRequest, onNews: (news: WatchNews) => void): Watch {
  const roots = paths.map((path) => resolve(cwd, path))
  const missing = roots.filter((root) => !existsSync(root))
  if (missing.length > 0) {
    onNews({
      fault: `${missing.join(' and ')} ${missing.length === 1 ? 'does' : 'do'} not exist, so ${missing.length === 1 ? 'it is' : 'they are'} not watched.`,
    })
  }
  let timer: NodeJS.Timeout | undefined
  let first: string | undefined
  const watcher = watch(
    roots.filter((root) => existsSync(root)),
    {
      ignoreInitial: true,
      // What a person named is watched, whatever it is called.
      ignored: (path) => !roots.includes(path) && (NOT_MEANT.has(basename(path)) || basename(path).startsWith('.')),
    },
  )
  watcher.on('all', (event, path) => {
    if (event === 'addDir') return
    first ??= relative(cwd, path) || path
    clearTimeout(timer)
    timer = setTimeout(() => {
      const path = first!
      first = undefined
      onNews({ path })
    }, QUIET)
  })
  watcher.on('error', (error) => onNews({ fault: `Files are not watched: ${error instanceof Error ? error.message : String(error)}` }))
  return {
    ready: new Promise((done) => watcher.on('ready', done)),
    close() {
      clearTimeout(timer)
      void watcher.close()
    },
  }
}
