// The version of the package, written in by the build.
declare const LOUPE_VERSION: string | undefined

export const version: string = typeof LOUPE_VERSION === 'string' ? LOUPE_VERSION : '0.0.0'
