// Opens the page in the person's browser, where there is one. No shell: the address is an argument and nothing else.
import { spawn } from 'node:child_process'

/** False where nobody would see it: in CI, and on a machine without a display. */
export function canOpen(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.CI !== undefined && env.CI !== '' && env.CI !== 'false') return false
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Failing to open is no failure, since the address is on the terminal: `failed` may say so. Called once at most. */
export function openBrowser(url: string, failed: () => void): void {
  const [program, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]]
  const opener = spawn(program, args, { stdio: 'ignore', detached: true })
  opener.on('error', failed)
  opener.on('exit', (code) => code !== null && code !== 0 && failed())
  opener.unref()
}
