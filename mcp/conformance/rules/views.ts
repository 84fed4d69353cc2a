// Views of tools as they are drawn: what an app and this host said to each other. Nothing of it crossed the wire.
import { isObject, type Json } from '../../json.ts'
import { read, type Reading } from '../../jsonrpc.ts'
import { ALL } from '../revision.ts'
import type { Rule } from '../rule.ts'

/** Milliseconds within which an app says that it is there. */
const SOON = 10_000

interface App {
  /** When it asked to be greeted. */
  at: number
  seq: number
  modes: Json | undefined
  ready: boolean
}

export const VIEW_RULES: readonly Rule[] = [
  {
    id: 'AP-07',
    level: 'derived',
    revisions: ALL,
    spec: ['ext-apps:specification/2026-01-26/apps.mdx'],
    says: 'A view greets its host, says that it is there, and names the modes that it asks for.',
    looksAt: 'view that was drawn',
    mend: 'Send ui/initialize, then ui/notifications/initialized; declare availableDisplayModes before you ask for one.',
    everywhere: true,
    on: ['app'],
    judge() {
      const apps = new Map<string, App>()
      return {
        *see({ at, seq, ...seen }) {
          if (!('fact' in seen) || seen.fact.kind !== 'app' || seen.fact.way !== 'from') return
          const { app } = seen.fact
          const told = methodOf(read(seen.text))
          if (told === undefined) return
          const known = apps.get(app)
          if (told.method === 'ui/initialize') apps.set(app, { at, seq, modes: modesIn(told.params), ready: false })
          else if (told.method === 'ui/notifications/initialized' && known !== undefined && !known.ready) {
            known.ready = true
            const late = Math.round((at - known.at) / 1000)
            if (at - known.at <= SOON) yield { outcome: 'pass', seq }
            else yield { outcome: 'info', says: `it said so after ${late} s`, seq }
          } else if (told.method === 'ui/request-display-mode' && known !== undefined && !Array.isArray(known.modes))
            yield { outcome: 'info', says: 'it asks for a mode, and declared none', seq }
        },
        *end() {
          for (const { ready, seq } of apps.values()) if (!ready) yield { outcome: 'info', says: 'it never said that it is there', seq }
        },
      }
    },
  },
]

function methodOf(reading: Reading): { method: string; params: Json } | undefined {
  return reading.kind === 'request' || reading.kind === 'notification'
    ? { method: reading.method, params: reading.params ?? {} }
    : undefined
}

function modesIn(params: Json): Json | undefined {
  const own = isObject(params) ? (params.appCapabilities ?? params.capabilities) : undefined
  return isObject(own) ? own.availableDisplayModes : undefined
}
