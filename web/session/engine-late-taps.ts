// Taps of other programs before their code is there: it is fetched with the first word of one.
import type { TapNews } from '#mcp/transport/tunnel.ts'
import type { TapHost } from './engine-taps.ts'

/** What the tunnel tells is good for its call only. */
export function lateTaps(host: TapHost): (news: TapNews) => void {
  let taps: Promise<(news: TapNews) => void> | undefined
  return (news) => {
    const kept = 'lines' in news ? { ...news, lines: news.lines.slice() } : news
    taps ??= import('./engine-taps.ts').then(({ hearTaps }) => hearTaps(host))
    taps.then((hear) => hear(kept)).catch(() => (taps = undefined))
  }
}
