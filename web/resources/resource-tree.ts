// Resources as folders: by the scheme of their URIs, then by the parts of the path. A folder that holds a single folder
// is drawn with it as one.
import type { ListItem } from '../ui/item-rows.ts'

export interface TreeEntry {
  uri: string
  item: ListItem
}

interface Folder {
  name: string
  /** Names it across lists: scheme and parts. */
  path: string
  folders: Map<string, Folder>
  entries: { leaf: string; item: ListItem }[]
  count: number
}

/** Rows of folders have indexes from here on down, so that they are none of the list's. */
const FOLDERS_FROM = -1

export interface FolderRow {
  index: number
  path: string
}

/**
 * The rows to draw, and which of them are folders. `closed`: paths that are folded. Entries keep their order within a
 * folder; folders stand before them in the order of their first entry.
 */
export function asTree(entries: readonly TreeEntry[], closed: ReadonlySet<string>): { items: ListItem[]; folders: FolderRow[] } {
  const root = newFolder('', '')
  for (const { uri, item } of entries) {
    const { folders, leaf } = partsOf(uri)
    let here = root
    here.count += 1
    for (const name of folders) {
      const path = `${here.path}${name}`
      const next = here.folders.get(name) ?? newFolder(name, path)
      here.folders.set(name, next)
      here = next
      here.count += 1
    }
    here.entries.push({ leaf, item })
  }
  const items: ListItem[] = []
  const folders: FolderRow[] = []
  const walk = (folder: Folder, depth: number) => {
    for (let one of folder.folders.values()) {
      let { name } = one
      while (one.folders.size === 1 && one.entries.length === 0) {
        const [only] = one.folders.values()
        one = only!
        name += one.name
      }
      const index = FOLDERS_FROM - folders.length
      const open = !closed.has(one.path)
      folders.push({ index, path: one.path })
      items.push({ index, name, depth, folder: open ? 'open' : 'closed', mark: String(one.count) })
      if (open) walk(one, depth + 1)
    }
    for (const { leaf, item } of folder.entries) items.push({ ...item, depth, ...(leaf === '' ? {} : { name: leaf }) })
  }
  walk(root, 0)
  return { items, folders }
}

function newFolder(name: string, path: string): Folder {
  return { name, path, folders: new Map(), entries: [], count: 0 }
}

/** `file:///a/b/c.txt?x` → `file://`, `/a/`, `b/` and `c.txt?x`. */
export function partsOf(uri: string): { folders: string[]; leaf: string } {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]*:(?:\/\/)?)(.*)$/is.exec(uri) ?? []
  const [path = '', ...query] = rest.split(/(?=[?#])/)
  const parts = path.split('/')
  const leaf = (parts.pop() ?? '') + query.join('')
  const folders = parts.map((part) => `${part}/`)
  return { folders: scheme === '' ? folders : [scheme, ...folders], leaf: decode(leaf) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
