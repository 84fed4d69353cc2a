// The way to records in files, whose code is fetched when a file is first dragged over the page or asked for.
import { create } from 'zustand'
import { openFiles } from './records-open.ts'

/** From the first use on. */
export const useRecordsWanted = create<{ wanted: boolean }>(() => ({ wanted: false }))

const load = () => import('./records.ts')

/** Has the person choose files to open. */
export function pickRecords(): void {
  useRecordsWanted.setState({ wanted: true })
  void load().then((records) => records.pickRecords())
}

/** Opens what the command line named, and says what else was open before a reload. */
export function openServed(names: readonly string[], token: string): void {
  if (names.length === 0 && Object.keys(openFiles()).length === 0) return
  useRecordsWanted.setState({ wanted: true })
  void load().then(async (records) => {
    await records.openServed(names, token)
    records.tellGone(performance.getEntriesByType('navigation').some((one) => (one as PerformanceNavigationTiming).type === 'reload'))
  })
}

/** Takes files that are dropped on the page; returns the way to stop. */
export function awaitDrops(): () => void {
  let stop: (() => void) | undefined
  const first = () => {
    window.removeEventListener('dragenter', first)
    useRecordsWanted.setState({ wanted: true })
    stop = () => (stop = undefined)
    const given = stop
    void load().then(({ takeDroppedRecords }) => {
      if (stop === given) stop = takeDroppedRecords()
    })
  }
  window.addEventListener('dragenter', first)
  return () => {
    window.removeEventListener('dragenter', first)
    stop?.()
  }
}
