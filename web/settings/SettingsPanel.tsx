// What a person sets once: how the page looks, who we say that we are, limits, roots, and what this browser remembers.
import { useSetting } from '../ui/use-setting.ts'
import { useConnection } from '../session/connections.ts'
import { completeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { Button } from '../ui/Button.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import pane from '../ui/Pane.module.css'
import { Tabs } from '../ui/Tabs.tsx'
import { CapabilityChecks } from './CapabilityChecks.tsx'
import { ExtensionsEditor } from './ExtensionsEditor.tsx'
import { LIMITS, OwnSettingsSection } from './OwnSettingsSection.tsx'
import { RememberedThings } from './RememberedThings.tsx'
import { RootsEditor } from './RootsEditor.tsx'
import style from './SettingsPanel.module.css'

export function SettingsPanel() {
  const [stored, store] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const settings = completeSettings(stored)
  const set = (change: Partial<Settings>) => store((before) => ({ ...completeSettings(before), ...change }))
  const { clientInfo, capabilities, timeouts } = settings
  const connection = useConnection()
  return (
    <div className={pane.pane}>
      <div className={pane.bar}>
        <h2>Settings</h2>
        <span className={pane.end}>
          <Button look="quiet" onClick={() => store({ ...DEFAULT_SETTINGS, roots: settings.roots })}>
            Back to the defaults
          </Button>
        </span>
      </div>
      <div className={style.body}>
        <section aria-labelledby="settings-look">
          <h3 id="settings-look">Look and keys</h3>
          <div className={style.fields}>
            <Tabs
              label="Theme"
              look="segmented"
              selected={settings.theme}
              onSelect={(theme) => set({ theme: theme as Settings['theme'] })}
              tabs={[
                { id: 'system', title: 'As the system' },
                { id: 'light', title: 'Light' },
                { id: 'dark', title: 'Dark' },
              ]}
            />
          </div>
          <Check
            label="Keys of a single character"
            hint="/ to search, R to reconnect, ? for help. Switch them off if you dictate, or if keys stick: the same is under Ctrl K or ⌘K."
            checked={settings.characterKeys}
            onChange={(characterKeys) => set({ characterKeys })}
          />
        </section>
        <section aria-labelledby="settings-client">
          <h3 id="settings-client">What we say of ourselves</h3>
          <p className={style.about}>
            Said when a connection begins, and with each request in the newer era, where a change of the capabilities holds at once.
          </p>
          <div className={style.fields}>
            <div className={style.pair}>
              <Field label="Client name">
                {(field) => (
                  <input
                    {...field}
                    value={clientInfo.name}
                    onChange={(event) => set({ clientInfo: { ...clientInfo, name: event.target.value } })}
                  />
                )}
              </Field>
              <Field label="Client version">
                {(field) => (
                  <input
                    {...field}
                    value={clientInfo.version}
                    onChange={(event) => set({ clientInfo: { ...clientInfo, version: event.target.value } })}
                  />
                )}
              </Field>
            </div>
            <CapabilityChecks
              legend="Capabilities declared"
              value={capabilities}
              onChange={(name, on) => set({ capabilities: { ...capabilities, [name]: on } })}
            />
            <ExtensionsEditor
              label="Other extensions declared"
              hint="Ids and their settings. One that has a switch stands here in its place."
              value={settings.extensions}
              onChange={(extensions) => set({ extensions })}
            />
          </div>
        </section>
        <section aria-labelledby="settings-roots">
          <h3 id="settings-roots">Roots</h3>
          <p className={style.about}>The answer to roots/list. Connected servers are told of each change at once.</p>
          <RootsEditor roots={settings.roots} onChange={(roots) => set({ roots })} />
          <Check
            label="Ask me each time"
            hint="Else the list is the answer, without a word."
            checked={settings.rootsAsked}
            onChange={(rootsAsked) => set({ rootsAsked })}
          />
        </section>
        <section aria-labelledby="settings-limits">
          <h3 id="settings-limits">Time and memory</h3>
          <p className={style.about}>
            Limits and pings hold from now on; 0 means none. Progress starts the clock of silence anew, never that of the whole; both stand
            still while you are asked. A tool may have limits of its own: they are with its request.
          </p>
          <div className={style.grid}>
            {LIMITS.map(({ name, label, unit }) => (
              <NumberField
                key={name}
                label={label}
                unit={unit}
                value={timeouts[name]}
                onChange={(seconds) => set({ timeouts: { ...timeouts, [name]: seconds } })}
              />
            ))}
            <NumberField
              label="Keep-alive ping"
              unit="seconds between, 0: none"
              value={settings.keepAlive}
              onChange={(keepAlive) => set({ keepAlive })}
            />
            <NumberField
              label="Memory for a record"
              hint="Each connection has one. Large results that are looked at take as much again, all together."
              unit="MB, from the next reload"
              min={16}
              value={settings.memoryLimit}
              onChange={(memoryLimit) => set({ memoryLimit })}
            />
          </div>
          <Check
            label="Wait for a server that went away"
            hint="Try again by itself, visibly, until it is back or you stop it."
            checked={settings.waitForServer}
            onChange={(waitForServer) => set({ waitForServer })}
          />
          <Check
            label="Follow lists that change"
            hint="When a server says that a list changed, ask for it again by itself, once for many such words. Else you are told, and ask."
            checked={settings.followLists}
            onChange={(followLists) => set({ followLists })}
          />
          <Check
            label="Ask again for lists that are stale"
            hint="When you open a panel whose list has outlived what its server says of it (ttlMs). Never by the clock alone."
            checked={settings.lifetimes}
            onChange={(lifetimes) => set({ lifetimes })}
          />
        </section>
        {connection !== undefined && <OwnSettingsSection key={connection.name} connection={connection} settings={settings} />}
        <section aria-labelledby="settings-kept">
          <h3 id="settings-kept">Remembered in this browser</h3>
          <RememberedThings />
        </section>
      </div>
    </div>
  )
}
