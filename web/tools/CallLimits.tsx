// How long this tool may take, where that is not what its server may.
import { completeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { NOTHING_OWN, ownKey, withOwn, type OwnSettings } from '../session/own-settings.ts'
import { OwnNumberField } from '../ui/NumberField.tsx'
import { useSetting } from '../ui/use-setting.ts'
import type { ToolDraft } from './tool-draft.ts'
import style from './Tools.module.css'

export interface CallLimitsProps {
  server: string
  limits: ToolDraft['limits']
  onLimits: (limits: NonNullable<ToolDraft['limits']>) => void
}

export function CallLimits({ server, limits = {}, onLimits }: CallLimitsProps) {
  const [stored] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const [own] = useSetting<OwnSettings>(ownKey(server), NOTHING_OWN)
  const { timeouts } = withOwn(completeSettings(stored), own)
  return (
    <fieldset className={`${style.client} ${style.extras}`}>
      <legend>Limits of calls of this tool</legend>
      <OwnNumberField
        label="Silence"
        unit="seconds, 0: none"
        value={limits.call}
        usual={timeouts.call}
        onChange={(call) => onLimits({ ...limits, call })}
      />
      <OwnNumberField
        label="In all"
        unit="seconds, 0: none"
        value={limits.total}
        usual={timeouts.total}
        onChange={(total) => onLimits({ ...limits, total })}
      />
    </fieldset>
  )
}
