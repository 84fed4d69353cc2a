// Taps of other programs, as records that grow: each is shown as a connection that sends nothing.
import type { TapNews } from '#mcp/transport/tunnel.ts'
import type { LiveRecord } from './engine-record.ts'
import { serverId } from './server-id.ts'

export interface TapHost {
  /** Ids that are no longer free. */
  taken(): string[]
  memoryLimit(): number
  /** It has a state to show; called again whenever it grew or ended. */
  show(record: LiveRecord): void
}

/** Takes what the tunnel tells; the code for records is fetched with the first tap. */
export function hearTaps(host: TapHost): (news: TapNews) => void {
  const facts = new Map<number, { name: string; record: string }>()
  const records = new Map<number, LiveRecord>()
  let queue: Promise<void> = Promise.resolve()
  const take = async (news: TapNews, lines: string[]): Promise<void> => {
    const { channel } = news
    const { LiveRecord } = await import('./engine-record.ts')
    for (const line of lines) {
      const record = records.get(channel)
      const known = facts.get(channel)
      if (record !== undefined) record.take(line)
      else if (known !== undefined) {
        const fresh = LiveRecord.begin(serverId(known.name, host.taken()), known.record, line, host.memoryLimit())
        records.set(channel, fresh)
        fresh.traffic.subscribe(() => host.show(fresh))
      }
    }
    const record = records.get(channel)
    if ('end' in news) {
      record?.end(news.end.why)
      records.delete(channel)
      facts.delete(channel)
    }
    if (record !== undefined) host.show(record)
  }
  return (news) => {
    if ('begin' in news) return void facts.set(news.channel, news.begin)
    const lines = 'lines' in news ? new TextDecoder().decode(news.lines).split('\n') : []
    queue = queue.then(() => take(news, lines)).catch(() => undefined)
  }
}
