// The watch over the files of a server that is to be started again when they change.
import type { WatchNews } from '#mcp/transport/tunnel-frames.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'

export class FileWatch {
  readonly #tunnel: () => Tunnel | undefined
  readonly #onNews: (news: WatchNews) => void
  /** `key`: of which files. */
  #watched: { key: string; end(): void } | undefined

  constructor(tunnel: () => Tunnel | undefined, onNews: (news: WatchNews) => void) {
    this.#tunnel = tunnel
    this.#onNews = onNews
  }

  /** Of this server from now on; undefined: of none. A watch that is wanted still is kept, so that no change between two starts is missed. */
  over(target: Target | undefined): void {
    const { watch: paths = [], cwd = '' } = target?.kind === 'stdio' ? target : {}
    const key = JSON.stringify([cwd, paths])
    if (this.#watched?.key === key) return
    this.#watched?.end()
    this.#watched = undefined
    if (paths.length === 0) return
    const end = this.#tunnel()?.watch({ paths, ...(cwd === '' ? {} : { cwd }) }, this.#onNews, () => (this.#watched = undefined))
    if (end !== undefined) this.#watched = { key, end }
  }
}
