// Light or dark: the system's choice unless the person made one.
import { SETTINGS } from '../session/settings.ts'
import { onSetting } from '../ui/use-setting.ts'
import { settingsNow } from './boot.ts'

export function followTheme(): void {
  const apply = () => {
    const { theme } = settingsNow()
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  apply()
  onSetting(SETTINGS, apply)
}
