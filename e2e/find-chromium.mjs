// Finds a Chromium to test in: the system's, else Playwright's own, else Debian's package when this is root on
// Debian, else it says in one sentence what to do. Of the system's the build without windows comes first: the same
// engine for about a quarter less CPU.
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

function system(shell) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return (shell ? [SHELL, ...NAMES] : NAMES).map(inPath).find(Boolean) ?? MAC.find(existsSync)
}

/**
 * @param {{ shell?: boolean }} options `shell: false` passes the build without windows by: what is measured is what people use
 * @returns {string} path of an executable
 * @throws Error with a sentence that says what to do
 */
export function findChromium({ shell = true } = {}) {
  const found = system(shell) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('No Chromium here: installing the Debian package…')
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], options)
    for (const name of shell ? [SHELL, 'chromium'] : ['chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
      const installed = system(shell)
      if (installed !== undefined) return installed
    }
  }
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
