// The list of keys, read from what is registered.
import { spellKeys, useShortcuts } from '../session/shortcuts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import style from './KeysDialog.module.css'

/** Keys that controls have by themselves. */
const EVERYWHERE: [string, string][] = [
  ['mod+enter', 'Call, read, get: the main act of a form'],
  ['Tab', 'To the next control'],
  ['↑ ↓', 'Within a list; Home and End jump'],
  ['Esc', 'Close a dialog or a menu; a question is set aside, with what was typed'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const own = [...new Map(shortcuts.map(({ keys, title }) => [keys, title]))]
  return (
    <Dialog title="Keys" open onClose={onClose}>
      <dl className={style.keys}>
        {[...own, ...EVERYWHERE].map(([keys, title]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys === '↑ ↓' ? keys : spellKeys(keys)}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
