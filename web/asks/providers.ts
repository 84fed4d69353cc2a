// Models that a person lets answer for them: remembered without their keys. A key is a name in the proxy's environment, or
// it is typed and stays in this tab.
import type { Order, Provider, ProviderKind } from '#mcp/provider/speech.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'

export interface StoredProvider extends Provider {
  id: string
  name: string
  /** The variable of the proxy's environment that holds the key; '' when the key is typed, or there is none. */
  variable: string
}

export const PROVIDERS = 'providers'
export const NO_PROVIDERS: StoredProvider[] = []

export const KINDS: { [Kind in ProviderKind]: { title: string; url: string; variable: string; model: string } } = {
  compatible: { title: 'OpenAI-compatible', url: 'http://localhost:11434/v1', variable: '', model: '' },
  openai: { title: 'OpenAI', url: 'https://api.openai.com/v1', variable: 'OPENAI_API_KEY', model: '' },
  anthropic: { title: 'Anthropic', url: 'https://api.anthropic.com', variable: 'ANTHROPIC_API_KEY', model: '' },
}

export function providersNow(): StoredProvider[] {
  return readSetting(PROVIDERS, NO_PROVIDERS)
}

export function keepProvider(provider: StoredProvider): void {
  const others = providersNow()
  const known = others.some(({ id }) => id === provider.id)
  writeSetting(PROVIDERS, known ? others.map((one) => (one.id === provider.id ? provider : one)) : [...others, provider])
}

export function dropProvider(id: string): void {
  keepKey(id, '')
  writeSetting(
    PROVIDERS,
    providersNow().filter((one) => one.id !== id),
  )
}

const KEY = 'loupe.provider-key.'

/** What was typed, for as long as the tab lives. */
export function typedKey(id: string): string {
  try {
    return window.sessionStorage.getItem(KEY + id) ?? ''
  } catch {
    return keys.get(id) ?? ''
  }
}

const keys = new Map<string, string>()

export function keepKey(id: string, key: string): void {
  keys.set(id, key)
  try {
    if (key === '') window.sessionStorage.removeItem(KEY + id)
    else window.sessionStorage.setItem(KEY + id, key)
  } catch {
    // Forbidden: it lives as long as the page.
  }
}

/** As the engine wants it: a typed key goes before a variable. */
export function orderOf({ id, variable, kind, url, model, models = [] }: StoredProvider): Pick<Order, 'provider' | 'key'> {
  const provider: Provider = { kind, url, model, models }
  const typed = typedKey(id)
  return { provider, key: typed !== '' ? typed : variable === '' ? '' : `\${${variable}}` }
}
