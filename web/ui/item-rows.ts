// Which items of a list match a search, and where each row stands: heights are known, so only what is in sight is drawn.

export interface ListItem {
  /** Position in the list as served; the identity of the row. */
  index: number
  /** What a person knows it by. */
  name: string
  title?: string
  description?: string
  /** A short word at the end of the first line: "read-only". */
  mark?: string
  /** Meaning of the mark. */
  tone?: 'bad' | 'warn' | 'ok' | 'ask'
  /** A second, dimmer word: "2 notes". */
  note?: string
  /** It cannot be used, and why: it is struck out, and this stands in place of its description. */
  struck?: string
  /** How deep it stands in a tree. */
  depth?: number
  /** It is a folder: choosing it opens or closes it. */
  folder?: 'open' | 'closed'
  /** It is ticked, or may be. */
  ticked?: boolean
  /** Heading under which it stands; items of one group should follow each other. */
  group?: string
}

export interface PlacedRow {
  top: number
  height: number
  /** The item, or undefined for the heading of a group. */
  item?: ListItem
  group?: string
  /** 1-based among the items. */
  position: number
}

const GROUP = 28

/** What stands under the name. A title that is the name in other letters ("get-sum", "Get Sum Tool") would push the description out of sight. */
export function secondLine({ name, title, description = '' }: ListItem): string {
  const said = bare(name)
  const repeats = (text: string) => text === said || (text.length > 3 && said.endsWith(text))
  if (title === undefined || repeats(bare(title)) || repeats(bare(title.replace(/\s(?:tool|prompt|resource)$/i, '')))) return description
  return [title, description].filter((one) => one !== '').join(' · ')
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_./:-]/g, '')
}

export function itemHeight(item: ListItem | undefined, finger: boolean): number {
  // Its reason takes up to three lines.
  if (item?.struck !== undefined) return 84
  return item !== undefined && secondLine(item) !== '' ? 48 : finger ? 44 : 28
}

/** The items that hold every word of the search, those first whose name does; the order is else as served. */
export function matching(items: readonly ListItem[], search: string): readonly ListItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  const byName: ListItem[] = []
  const others: ListItem[] = []
  for (const item of items) {
    const name = item.name.toLowerCase()
    if (words.every((word) => name.includes(word))) byName.push(item)
    else {
      const text = `${name}\n${item.title ?? ''}\n${item.description ?? ''}\n${item.mark ?? ''}`.toLowerCase()
      if (words.every((word) => text.includes(word))) others.push(item)
    }
  }
  return [...byName, ...others]
}

export function arrange(items: readonly ListItem[], finger: boolean): PlacedRow[] {
  const rows: PlacedRow[] = []
  let top = 0
  let group: string | undefined
  let position = 0
  for (const item of items) {
    if (item.group !== group && item.group !== undefined) {
      rows.push({ top, height: GROUP, group: item.group, position: 0 })
      top += GROUP
    }
    group = item.group
    position += 1
    const height = itemHeight(item, finger)
    rows.push({ top, height, item, position })
    top += height
  }
  return rows
}

/** The rows between `top` and `top + height`, and a few around. */
export function visible(rows: readonly PlacedRow[], top: number, height: number): readonly PlacedRow[] {
  if (rows.length <= 100) return rows
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]!
    if (row.top + row.height <= top) low = middle + 1
    else high = middle
  }
  const first = Math.max(0, low - 8)
  let last = low
  while (last < rows.length && rows[last]!.top < top + height) last += 1
  return rows.slice(first, last + 8)
}
