export function findChromium(options?: { shell?: boolean }): string
export const CHROMIUM_FLAGS: string[]
