// The last calls of a tool, to fill the form with again; the way to all of them, to saved requests, and to an empty form.
import { useState } from 'react'
import { deferred } from '../ui/deferred.tsx'
import { clock, duration } from '../ui/format.ts'
import { Menu } from '../ui/Menu.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { historyKey, NO_CALLS, type PastCall } from './calls.ts'
import type { HistoryDialogProps } from './HistoryDialog.tsx'
import type { StoredRequest } from './saved-requests.ts'
import style from './Tools.module.css'

export interface HistoryMenuProps {
  storeKey: string
  server: string
  tool: string
  /** What the form holds now; undefined while nothing can be sent. */
  current: (() => StoredRequest) | undefined
  onRefill: (request: StoredRequest) => void
  onRerun: (request: StoredRequest) => void
  /** Empties the form; left out when it is empty. */
  onClear: (() => void) | undefined
}

const HistoryDialog = deferred<HistoryDialogProps>(async () => (await import('./HistoryDialog.tsx')).HistoryDialog)
/** More of them are in the dialog. */
const AT_HAND = 8

export function HistoryMenu({ storeKey, server, tool, current, onRefill, onRerun, onClear }: HistoryMenuProps) {
  const [past] = useSetting<PastCall[]>(historyKey(storeKey), NO_CALLS)
  const [open, setOpen] = useState(false)
  const clear = onClear === undefined ? [] : [{ id: 'clear', title: 'Clear the form', onSelect: onClear }]
  return (
    <>
      <Menu
        label="History"
        title="Fill the form from an earlier call"
        items={[
          { id: 'all', title: 'All calls and saved requests …', onSelect: () => setOpen(true) },
          ...clear,
          ...past.slice(0, AT_HAND).map((call, index) => ({
            id: String(call.at),
            parted: index === 0,
            title: <code className={style.past}>{call.arguments.length > 60 ? `${call.arguments.slice(0, 59)}…` : call.arguments}</code>,
            note: `${call.state}${call.ms === undefined ? '' : ` · ${duration(call.ms)}`} · ${clock(call.at).slice(0, 8)}`,
            onSelect: () => onRefill(call),
          })),
        ]}
      />
      {open && (
        <HistoryDialog
          storeKey={storeKey}
          server={server}
          tool={tool}
          past={past}
          current={current}
          onRefill={(request) => {
            onRefill(request)
            setOpen(false)
          }}
          onRerun={(request) => {
            onRerun(request)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
