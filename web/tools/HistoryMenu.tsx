// The last calls of a tool, to fill the form with again.
import { Menu } from '../ui/Menu.tsx'
import { clock, duration } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import { historyKey, NO_CALLS, type PastCall } from './calls.ts'
import style from './Tools.module.css'

export function HistoryMenu({ storeKey, onRefill }: { storeKey: string; onRefill: (args: string) => void }) {
  const [past] = useSetting<PastCall[]>(historyKey(storeKey), NO_CALLS)
  if (past.length === 0) return null
  return (
    <Menu
      label="History"
      title="Fill the form from an earlier call"
      items={past.map((call) => ({
        id: String(call.at),
        title: <code className={style.past}>{call.arguments.length > 60 ? `${call.arguments.slice(0, 59)}…` : call.arguments}</code>,
        note: `${call.state}${call.ms === undefined ? '' : ` · ${duration(call.ms)}`} · ${clock(call.at).slice(0, 8)}`,
        onSelect: () => onRefill(call.arguments),
      }))}
    />
  )
}
