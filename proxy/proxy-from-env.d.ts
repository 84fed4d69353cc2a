declare module 'proxy-from-env' {
  /** The address of the proxy that the environment names for a URL; '' for none. */
  export function getProxyForUrl(url: string): string
}
