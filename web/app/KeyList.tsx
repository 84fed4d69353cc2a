// Keys and what they do, as the help lists them.
import { spellKeys } from '../session/shortcuts.ts'
import type { HelpKey } from './help-keys.ts'
import style from './HelpDialog.module.css'

export function KeyList({ keys }: { keys: readonly HelpKey[] }) {
  return (
    <dl className={style.keys}>
      {keys.map(({ keys, title, off }) => (
        <div key={keys}>
          <dt>
            <kbd>{/^[↑→]/.test(keys) ? keys : spellKeys(keys)}</kbd>
          </dt>
          <dd>
            {title}
            {off === true && ' (off)'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
