// The surroundings that an app is told of: those of this page, with what a person set instead, so that another host can be
// simulated. Remembered for all apps.
import { parseJson, isObject, type Json } from '#mcp/json.ts'
import { DISPLAY_MODES, withEdits, type DisplayMode, type HostContext } from '#mcp/apps/host-context.ts'
import { hostVariables } from './host-styles.ts'

export interface Surroundings {
  theme: 'page' | 'light' | 'dark'
  locale: string
  timeZone: string
  platform: 'web' | 'desktop' | 'mobile'
  touch: boolean
  hover: boolean
  /** Pixels: top, right, bottom, left. */
  safeArea: [number, number, number, number]
  /** Pixels; 0: as wide as there is place. */
  width: number
  /** Pixels; the app is as tall as it wants up to this. */
  maxHeight: number
  /** Colours and fonts are told. */
  styles: boolean
  /** JSON text of members that stand instead of all the others; null leaves one out. */
  more: string
}

export const USUAL_SURROUNDINGS: Surroundings = {
  theme: 'page',
  locale: '',
  timeZone: '',
  platform: 'web',
  touch: false,
  hover: true,
  safeArea: [0, 0, 0, 0],
  width: 0,
  maxHeight: 800,
  styles: true,
  more: '',
}

export const SURROUNDINGS = 'app.surroundings'

export interface Measured {
  /** Pixels that the frame has. */
  width: number
  height: number
  mode: DisplayMode
  pageTheme: 'light' | 'dark'
}

export function themeOf({ theme }: Surroundings, { pageTheme }: Pick<Measured, 'pageTheme'>): 'light' | 'dark' {
  return theme === 'page' ? pageTheme : theme
}

export function hostContext(set: Surroundings, measured: Measured, tool: Json, id: number | undefined): HostContext {
  const { mode, width, height } = measured
  const [top, right, bottom, left] = set.safeArea
  const usual: HostContext = {
    toolInfo: { ...(id === undefined ? {} : { id }), tool },
    theme: themeOf(set, measured),
    ...(set.styles ? { styles: { variables: hostVariables() } } : {}),
    displayMode: mode,
    availableDisplayModes: [...DISPLAY_MODES],
    containerDimensions: mode === 'inline' ? { width, maxHeight: set.maxHeight } : { width, height },
    locale: set.locale || navigator.language,
    timeZone: set.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'mcp-loupe',
    platform: set.platform,
    deviceCapabilities: { touch: set.touch, hover: set.hover },
    safeAreaInsets: { top, right, bottom, left },
  }
  return withEdits(usual, readMore(set.more))
}

function readMore(text: string): HostContext {
  if (text.trim() === '') return {}
  try {
    const more = parseJson(text)
    return isObject(more) ? more : {}
  } catch {
    return {}
  }
}

export function pageTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
