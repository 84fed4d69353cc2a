// Which records of this tab came from files, so that a reload, which cannot read the files again, can say what is gone.
const KEY = 'loupe.records'

/** Names of files, by the ids of their records. */
export function openFiles(): { [id: string]: string } {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')
    const names = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    return Object.fromEntries(names.filter(([, name]) => typeof name === 'string'))
  } catch {
    return {}
  }
}

/** `file` undefined: the record was closed. */
export function noteFile(id: string, file: string | undefined): void {
  const { [id]: _before, ...rest } = openFiles()
  const now = file === undefined ? rest : { ...rest, [id]: file }
  try {
    if (Object.keys(now).length === 0) window.sessionStorage.removeItem(KEY)
    else window.sessionStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Full or forbidden: a reload then says nothing.
  }
}
