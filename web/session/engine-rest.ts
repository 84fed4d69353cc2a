// What the engine loads when it is asked to, loaded ahead: one after the other, so that nothing else waits for it.
import { untilCalm } from './calm.ts'

/** `busy`: whether a call is under way, for which it makes room. Never rejects: what cannot be loaded now is tried again when it is needed. */
export async function loadRest(busy: () => boolean): Promise<void> {
  const calm = untilCalm(busy)
  const parts: (() => Promise<unknown>)[] = [
    () => import('./engine-errands.ts'),
    () => import('./engine-record.ts'),
    () => import('./list-parts.ts'),
    () => import('./engine-taps.ts'),
    () => import('./engine-held.ts'),
    () => import('#mcp/traffic/merged.ts'),
    () => import('./engine-picture.ts'),
    () => import('./engine-doctor.ts'),
    () => import('./engine-judge.ts'),
    () => import('./engine-checks.ts'),
    () => import('./engine-provider.ts'),
    () => import('./engine-auth.ts'),
    // Holds a whole viewer.
    () => import('./share/page.ts'),
  ]
  for (const part of parts) {
    await calm()
    await part().catch(() => undefined)
  }
}
