// The surroundings that an app is told of, set by hand; each change is told at once.
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { Button } from '../ui/Button.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { USUAL_SURROUNDINGS, type Surroundings } from './surroundings.ts'
import style from './Apps.module.css'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

export interface HostEditorProps {
  set: Surroundings
  onSet: (set: Surroundings) => void
  /** This app may evaluate text as code. */
  loose: boolean
  onLoose: (loose: boolean) => void
}

export function HostEditor({ set, onSet, loose, onLoose }: HostEditorProps) {
  const change = (part: Partial<Surroundings>): void => onSet({ ...set, ...part })
  return (
    <>
      <div className={style.fields}>
        <Field label="Theme">
          {(field) => (
            <select {...field} value={set.theme} onChange={(event) => change({ theme: event.target.value as Surroundings['theme'] })}>
              <option value="page">as this page</option>
              <option value="light">light</option>
              <option value="dark">dark</option>
            </select>
          )}
        </Field>
        <Field label="Platform">
          {(field) => (
            <select
              {...field}
              value={set.platform}
              onChange={(event) => change({ platform: event.target.value as Surroundings['platform'] })}
            >
              <option value="web">web</option>
              <option value="desktop">desktop</option>
              <option value="mobile">mobile</option>
            </select>
          )}
        </Field>
        <Field label="Locale">
          {(field) => (
            <input
              {...field}
              value={set.locale}
              placeholder={navigator.language}
              onChange={(event) => change({ locale: event.target.value })}
            />
          )}
        </Field>
        <Field label="Time zone">
          {(field) => (
            <input
              {...field}
              value={set.timeZone}
              placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
              onChange={(event) => change({ timeZone: event.target.value })}
            />
          )}
        </Field>
        <NumberField label="Width" unit="pixels, 0: all there is" value={set.width} onChange={(width) => change({ width })} />
        <NumberField label="Height at most" unit="pixels" min={40} value={set.maxHeight} onChange={(maxHeight) => change({ maxHeight })} />
        {SIDES.map((side, at) => (
          <NumberField
            key={side}
            label={`Safe area, ${side}`}
            unit="pixels"
            value={set.safeArea[at]!}
            onChange={(pixels) =>
              change({ safeArea: set.safeArea.map((one, index) => (index === at ? pixels : one)) as Surroundings['safeArea'] })
            }
          />
        ))}
      </div>
      <div className={style.checks}>
        <Check label="Touch" checked={set.touch} onChange={(touch) => change({ touch })} />
        <Check label="Hover" checked={set.hover} onChange={(hover) => change({ hover })} />
        <Check label="Tell our colours and fonts" checked={set.styles} onChange={(styles) => change({ styles })} />
        <Check
          label="Let this app use eval, WebAssembly and workers"
          hint="Some hosts do; the extension’s own policy does not. The app begins anew."
          checked={loose}
          onChange={onLoose}
        />
      </div>
      <h3>Other members</h3>
      <JsonEditor
        label="Other members of the host context"
        text={set.more}
        placeholder={'{ "userAgent": "another host/1.0", "styles": null }'}
        onChange={(more) => change({ more })}
      />
      <div className={style.acts}>
        <Button onClick={() => onSet(USUAL_SURROUNDINGS)}>As usual</Button>
      </div>
    </>
  )
}
