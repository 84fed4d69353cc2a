// The last calls of a tool, to fill the form with again, and the way to an empty form.
import { Menu } from '../ui/Menu.tsx'
import { clock, duration } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import { historyKey, NO_CALLS, type PastCall } from './calls.ts'
import style from './Tools.module.css'

export interface HistoryMenuProps {
  storeKey: string
  onRefill: (args: string) => void
  /** Empties the form; left out when it is empty. */
  onClear: (() => void) | undefined
}

export function HistoryMenu({ storeKey, onRefill, onClear }: HistoryMenuProps) {
  const [past] = useSetting<PastCall[]>(historyKey(storeKey), NO_CALLS)
  if (past.length === 0 && onClear === undefined) return null
  const clear = onClear === undefined ? [] : [{ id: 'clear', title: 'Clear the form', onSelect: onClear }]
  return (
    <Menu
      label="History"
      title="Fill the form from an earlier call"
      items={[
        ...clear,
        ...past.map((call) => ({
          id: String(call.at),
          title: <code className={style.past}>{call.arguments.length > 60 ? `${call.arguments.slice(0, 59)}…` : call.arguments}</code>,
          note: `${call.state}${call.ms === undefined ? '' : ` · ${duration(call.ms)}`} · ${clock(call.at).slice(0, 8)}`,
          onSelect: () => onRefill(call.arguments),
        })),
      ]}
    />
  )
}
