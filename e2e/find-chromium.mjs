// Finds a Chromium to test in: the build without windows, which root on Debian installs where it is missing, since it is the same
// engine for about a quarter less CPU and draws the letters that the compared pictures show; else any of the system's, else
// Playwright's own, else it says in one sentence what to do.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** The path of a program in PATH, or undefined. */
function inPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

/** Whether this package of Debian could be installed. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${name}, a package of Debian…`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
}

const systems = () => NAMES.map(inPath).find(Boolean)

/**
 * @param {{ shell?: boolean }} options `shell: false` passes the build without windows by: what is measured is what people use
 * @returns {string} path of an executable
 * @throws Error with a sentence that says what to do
 */
export function findChromium({ shell = true } = {}) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found =
    (shell && (inPath(SHELL) ?? (install(SHELL) && inPath(SHELL)))) ||
    systems() ||
    MAC.find(existsSync) ||
    (existsSync(chromium.executablePath()) ? chromium.executablePath() : install('chromium') && systems())
  if (found) return found
  throw new Error(
    'The browser tests need Chromium, and none was found. Install one ("apt install chromium", "brew install --cask chromium" or "npx playwright install chromium"), or set CHROMIUM_PATH to its executable.',
  )
}

/** Flags for a browser that is nobody's: as root it needs no sandbox, and it talks to no one unasked. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
