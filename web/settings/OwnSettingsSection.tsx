// What the chosen server has its own way: an empty field follows the settings of all.
import type { ConnectionState } from '../session/connection-state.ts'
import { adjustServers } from '../session/opening.ts'
import { NOTHING_OWN, ownKey, setOwnTimeout, type OwnSettings } from '../session/own-settings.ts'
import type { Settings, Timeouts } from '../session/settings.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { OwnNumberField } from '../ui/NumberField.tsx'
import { useSetting } from '../ui/use-setting.ts'
import style from './SettingsPanel.module.css'

export const LIMITS: { name: keyof Timeouts; label: string; unit: string }[] = [
  { name: 'connect', label: 'Connect', unit: 'seconds' },
  { name: 'list', label: 'Lists', unit: 'seconds' },
  { name: 'call', label: 'Calls, silence', unit: 'seconds' },
  { name: 'total', label: 'Calls in all', unit: 'seconds' },
]

export function OwnSettingsSection({ connection: { name }, settings }: { connection: ConnectionState; settings: Settings }) {
  const [own, setOwn] = useSetting<OwnSettings>(ownKey(name), NOTHING_OWN)
  const change = (next: OwnSettings) => {
    setOwn(next)
    adjustServers()
  }
  const any = Object.keys({ ...own.timeouts, ...own.capabilities }).length > 0
  return (
    <section aria-labelledby="settings-own">
      <h3 id="settings-own">For {reveal(name)} alone</h3>
      <p className={style.about}>What is left empty is as above.</p>
      <div className={style.grid}>
        {LIMITS.map((limit) => (
          <OwnNumberField
            key={limit.name}
            label={`${limit.label} here`}
            unit={limit.unit}
            value={own.timeouts?.[limit.name]}
            usual={settings.timeouts[limit.name]}
            onChange={(seconds) => change(setOwnTimeout(own, limit.name, seconds))}
          />
        ))}
      </div>
      {any && (
        <div>
          <Button onClick={() => change(NOTHING_OWN)}>As for all servers</Button>
        </div>
      )}
    </section>
  )
}
