// What stands once in a list, over all its pages.
import type { Json } from '../../json.ts'
import { listed, isText } from '../items.ts'
import { breach, quote, type Level, type Rule, type Verdict } from '../rule.ts'
import type { Message } from '../seen.ts'

const MOST_PAGES = 1000

/** The two members of a rule that no two items of a list, on whichever page, have the same `member`. */
export function onceEach(on: readonly string[], level: Level, member: string): Pick<Rule, 'on' | 'judge'> {
  return {
    on,
    judge() {
      /** Of the list that is being read: what each page has, by its cursor. */
      let pages = new Map<string, Set<string>>()
      return {
        *see(seen): Generator<Verdict> {
          const message = seen as Message
          const cursor = message.asked?.params.cursor
          // What a cursor leads to that was never given tells nothing of the list.
          if (isText(cursor) && cursor.startsWith('loupe-')) return
          if (cursor === undefined || pages.size > MOST_PAGES) pages = new Map()
          const key = quote(cursor as Json | undefined)
          pages.delete(key)
          const own = new Set<string>()
          for (const [at, item] of listed(message)) {
            const name = item[member]
            if (!isText(name)) continue
            const again = own.has(name) || [...pages.values()].some((page) => page.has(name))
            own.add(name)
            yield again
              ? { outcome: breach(level), says: `${quote(name)} is there twice`, seq: seen.seq, pointer: `${at}/${member}` }
              : { outcome: 'pass', seq: seen.seq }
          }
          pages.set(key, own)
        },
      }
    },
  }
}
