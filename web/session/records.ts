// Records that are opened from files: each becomes a connection of this page that shows and sends nothing.
import { create } from 'zustand'
import { currentRoute, go } from '../route/route.ts'
import { connectionsNow } from './connections.ts'
import { call } from './engine.ts'
import type { OpeningPart } from './engine-record.ts'
import { noteFile, openFiles } from './records-open.ts'
import { serverId } from './server-id.ts'

/** Which files could not be opened, and which of those that came with them were; `gone`: one was, and the page was loaded again since. */
export type RecordFault = Refusals | { file: string; gone: true }

export interface Refusals {
  refused: { file: string; message: string }[]
  opened: string[]
  gone?: never
}

export const useRecordFault = create<{ fault?: RecordFault | undefined; opening?: Opening | undefined }>(() => ({}))

/** A file that takes its time to be read. */
interface Opening {
  file: string
  part: OpeningPart
  cancel: () => void
}

export function dismissRecordFault(): void {
  useRecordFault.setState({ fault: undefined })
}

/** Opens files one after another and goes to the last. Never rejects: what went wrong is the fault. Who cancels one wants none that follows. */
export async function openRecords(files: Iterable<File>): Promise<void> {
  const told: Refusals = { refused: [], opened: [] }
  await openEach(files, told)
  tell(told)
}

function tell(told: Refusals): void {
  if (told.refused.length > 0) useRecordFault.setState({ fault: told })
}

async function openEach(files: Iterable<File>, told: Refusals): Promise<void> {
  const control = new AbortController()
  const { signal } = control
  for (const file of files) {
    if (signal.aborted) return
    const id = serverId(file.name.replace(/\.(jsonl|ndjson|json|html?|har)$/i, ''), connectionsNow().keys())
    const onPart = (part: unknown) =>
      useRecordFault.setState({ opening: { file: file.name, part: part as OpeningPart, cancel: () => control.abort() } })
    try {
      await call('openRecord', [id, file.name, file], { signal, onPart })
      noteFile(id, file.name)
      told.opened.push(file.name)
      go({ connection: id, panel: 'traffic' })
    } catch (error) {
      if (!signal.aborted) told.refused.push({ file: file.name, message: (error as Error).message })
    } finally {
      useRecordFault.setState({ opening: undefined })
    }
  }
}

/** Opens the records that the command line named. Who came back to one of them by a reload stays where they were. */
export async function openServed(names: readonly string[], token: string): Promise<void> {
  const before = currentRoute()
  const told: Refusals = { refused: [], opened: [] }
  for (const [number, name] of names.entries()) {
    try {
      const response = await fetch(`/api/record/${number}`, { headers: { 'X-Loupe-Token': token } })
      if (!response.ok) throw new Error((await response.text()).trim())
      await openEach([new File([await response.blob()], name)], told)
    } catch (error) {
      told.refused.push({ file: name, message: (error as Error).message })
    }
  }
  tell(told)
  if (connectionsNow().has(before.connection)) go(before, 'replace')
}

/** Says which files were open before a reload, and are not any more. Who came by a link or an address wants something else: for them it is forgotten. */
export function tellGone(reloaded: boolean): void {
  const gone = Object.entries(openFiles()).filter(([id]) => !connectionsNow().has(id))
  for (const [id] of gone) noteFile(id, undefined)
  if (reloaded && gone.length > 0) useRecordFault.setState({ fault: { file: gone.map(([, file]) => file).join(', '), gone: true } })
}

/** Has the person choose files. */
export function pickRecords(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.jsonl,.ndjson,.json,.html,.har'
  input.addEventListener('change', () => void openRecords(input.files ?? []))
  input.click()
}

/** Files dropped anywhere on the page are opened, unless a part of the page took them. Returns the way to stop. */
export function takeDroppedRecords(): () => void {
  const stop = new AbortController()
  const isRecord = ({ name }: File) => /\.(jsonl|ndjson|html?|har)$/i.test(name)
  const take = (event: DragEvent, files: File[]) => {
    event.preventDefault()
    event.stopPropagation()
    void openRecords(files)
  }
  const { signal } = stop
  window.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      // A record is one wherever it is dropped, but on a field that takes any file.
      if (files.length > 0 && files.every(isRecord) && !(event.target instanceof HTMLInputElement)) take(event, files)
    },
    { signal, capture: true },
  )
  window.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0 && !event.defaultPrevented) take(event, files)
    },
    { signal },
  )
  window.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') === true && event.preventDefault(), { signal })
  return () => stop.abort()
}
