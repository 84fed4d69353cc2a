// What the chosen server has its own way: an empty field follows the settings of all.
import { useState } from 'react'
import type { Extensions } from '#mcp/extensions.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { changeOwn } from '../session/opening.ts'
import { NOTHING_OWN, ownKey, setOwnTimeout, type OwnSettings } from '../session/own-settings.ts'
import type { Settings, Timeouts } from '../session/settings.ts'
import { Button } from '../ui/Button.tsx'
import { Check } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { OwnNumberField } from '../ui/NumberField.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { CapabilityChecks } from './CapabilityChecks.tsx'
import { ExtensionsEditor } from './ExtensionsEditor.tsx'
import { RootsEditor } from './RootsEditor.tsx'
import style from './SettingsPanel.module.css'

const NONE: Extensions = {}

export const LIMITS: { name: keyof Timeouts; label: string; unit: string }[] = [
  { name: 'connect', label: 'Connect', unit: 'seconds' },
  { name: 'list', label: 'Lists', unit: 'seconds' },
  { name: 'call', label: 'Calls, silence', unit: 'seconds' },
  { name: 'total', label: 'Calls in all', unit: 'seconds' },
]

export function OwnSettingsSection({ connection: { name }, settings }: { connection: ConnectionState; settings: Settings }) {
  const [own] = useSetting<OwnSettings>(ownKey(name), NOTHING_OWN)
  const change = (next: OwnSettings) => changeOwn(name, () => next)
  const any =
    Object.keys({ ...own.timeouts, ...own.capabilities, ...own.extensions }).length > 0 ||
    own.roots !== undefined ||
    own.rootsAsked !== undefined
  // Open when there was something to see, and then as it is left.
  const [began] = useState(any)
  return (
    <section aria-labelledby="settings-own">
      <h3 id="settings-own">For {reveal(name)} alone</h3>
      <details open={began}>
        <summary>{any ? 'It has settings of its own' : 'As for all servers'}</summary>
        <div className={style.own}>
          <p className={style.about}>
            What is left empty is as above. What is declared holds from the next request in the newer era, from the next connect in the
            older.
          </p>
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
          <CapabilityChecks
            legend="Declared to it"
            suffix=" here"
            value={{ ...settings.capabilities, ...own.capabilities }}
            usual={settings.capabilities}
            onChange={(able, on) => change({ ...own, capabilities: { ...own.capabilities, [able]: on } })}
          />
          <ExtensionsEditor
            label="Other extensions declared to it"
            hint="Over those of all servers; null leaves one out."
            value={own.extensions ?? NONE}
            onChange={(extensions) => {
              const { extensions: _, ...rest } = own
              change(Object.keys(extensions).length === 0 ? rest : { ...rest, extensions })
            }}
          />
          <Check
            label="Roots of its own"
            hint={own.roots === undefined ? 'It is told those of all servers.' : undefined}
            checked={own.roots !== undefined}
            onChange={(on) => {
              const { roots: _, ...rest } = own
              change(on ? { ...rest, roots: settings.roots } : rest)
            }}
          />
          {own.roots !== undefined && <RootsEditor roots={own.roots} onChange={(roots) => changeOwn(name, (now) => ({ ...now, roots }))} />}
          <Check
            label="Ask me for roots each time here"
            checked={own.rootsAsked ?? settings.rootsAsked}
            onChange={(rootsAsked) => change({ ...own, rootsAsked })}
          />
          {any && (
            <div>
              <Button onClick={() => change(NOTHING_OWN)}>As for all servers</Button>
            </div>
          )}
        </div>
      </details>
    </section>
  )
}
