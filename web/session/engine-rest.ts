// What the engine loads when it is asked to, loaded ahead: one after the other, so that nothing else waits for it.

/** Never rejects: what cannot be loaded now is tried again when it is needed. */
export async function loadRest(): Promise<void> {
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
  for (const part of parts) await part().catch(() => undefined)
}
