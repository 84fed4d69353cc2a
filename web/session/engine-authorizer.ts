// Who answers for credentials before the code of authorization is there: most servers want none, and then it is never fetched.
import type { Authorizer } from '#mcp/auth/authorizer.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import type { Target } from '#mcp/transport/target.ts'

/** Whether a refusal of this server may begin a flow, or its requests carry something that is made by one. */
export function mayAuthorize(target: Target, { mode = 'auto' }: AuthSettings): boolean {
  if (target.kind !== 'http' || /^ws/i.test(target.url)) return false
  if (mode === 'none' || mode === 'bearer' || mode === 'headers') return false
  return mode !== 'auto' || !hasOwn(target)
}

/** The target itself says what Authorization is. */
export function hasOwn(target: Target): boolean {
  if (target.kind !== 'http') return false
  return (target.bearer ?? '') !== '' || target.headers.some(({ name }) => /^authorization$/i.test(name.trim()))
}

/** Headers that such a server is sent, besides those of the target; lower case. */
export function carried({ mode = 'auto', keyHeader = '' }: AuthSettings, hasToken: boolean): string[] {
  if (mode === 'api-key') return [(keyHeader.trim() === '' ? 'X-API-Key' : keyHeader.trim()).toLowerCase()]
  return hasToken || mode !== 'auto' ? ['authorization'] : []
}

/** `now`: something is carried from the first request on. */
export function lateAuthorizer(load: () => Promise<Authorizer>, now: boolean): Authorizer {
  let loaded: Authorizer | undefined
  let loading: Promise<Authorizer> | undefined
  const loadOnce = (): Promise<Authorizer> => {
    loading ??= load().then((one) => (loaded = one))
    loading.catch(() => (loading = undefined))
    return loading
  }
  return {
    headers: (method, url) =>
      loaded !== undefined ? loaded.headers(method, url) : now ? loadOnce().then((one) => one.headers(method, url)) : [],
    challenged: (refused, signal) =>
      loadOnce().then(
        (one) => one.challenged(refused, signal),
        () => 'give-up',
      ),
    passed: (exchange) => loaded?.passed(exchange),
    logins: () => loaded?.logins() ?? 0,
    advice: (during) => loaded?.advice(during),
  }
}
