// The page of help: how to begin, the keys (read from what is registered), what each panel is for, and where more stands.
import { spellKeys, useShortcuts } from '../session/shortcuts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useCharacterKeys } from '../ui/use-character-keys.ts'
import { helpKeys } from './help-keys.ts'
import { KeyList } from './KeyList.tsx'
import { ABOUT_PANELS } from './help-panels.ts'
import { PANELS } from './panels.ts'
import style from './HelpDialog.module.css'

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const characters = useCharacterKeys()
  return (
    <Dialog title="Help" open wide onClose={onClose}>
      <div className={style.help}>
        <section aria-labelledby="help-begin">
          <h3 id="help-begin">To begin</h3>
          <ul className={style.begin}>
            <li>
              A server on this machine: under <b>New connection</b> paste the line that starts it, as you would type it in a terminal. Or
              start Loupe with it: <code>node dist/loupe.js -- node build/index.js</code>
            </li>
            <li>
              A server elsewhere: paste its URL. Loupe finds out the transport, the revision and whether the page may reach it by itself.
            </li>
            <li>
              A server that another program knows: <b>Import…</b> reads its configuration, or paste a piece of it where the command goes.
            </li>
            <li>
              No server yet: the demo (<code>node dist/loupe.js --demo</code>) shows every feature once.
            </li>
          </ul>
        </section>
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">Keys</h3>
          {!characters && <p>Keys of a single character are switched off in Settings; those with {spellKeys('mod')} and F6 work.</p>}
          <KeyList keys={helpKeys(shortcuts, characters)} />
        </section>
        <section aria-labelledby="help-panels">
          <h3 id="help-panels">Panels</h3>
          <dl className={style.panels}>
            {PANELS.map(({ id, title }) => (
              <div key={id}>
                <dt>{title}</dt>
                <dd>{ABOUT_PANELS[id]}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="help-more">
          <h3 id="help-more">More</h3>
          <p>
            The folder <code>docs</code> of the source has short pages on connecting, authorization, forms, traffic, checks in CI, tapping
            another client, hosting, security, automation and the record format. <code>node dist/loupe.js --help</code> lists the commands.
          </p>
        </section>
      </div>
    </Dialog>
  )
}
