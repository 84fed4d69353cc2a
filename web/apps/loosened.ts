// Which apps a person lets evaluate text as code, beyond the extension's policy. Kept by the server's name, as decisions are.

export const NONE: readonly string[] = []

export function loosenedKey(server: string): string {
  return `apps.loose/${server}`
}
