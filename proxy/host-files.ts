// Where the hosts' configuration files lie on this machine.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { HOSTS, type Host } from '#mcp/config/hosts.ts'
import type { ConfigsAnswer } from '#mcp/transport/tunnel-frames.ts'

export interface Place {
  home: string
  /** Windows' folder for programs' data. */
  appData: string | undefined
  platform: NodeJS.Platform
}

export function thisPlace(): Place {
  return { home: homedir(), appData: process.env.APPDATA, platform: process.platform }
}

/** The person's own file of a host, whether there is one or not. */
export function personalFile({ file }: Host, { home, appData, platform }: Place): string {
  const path = file[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  if (path.startsWith('~/')) return join(home, path.slice(2))
  return join(appData ?? join(home, 'AppData', 'Roaming'), path.replace('%APPDATA%/', ''))
}

/** The configurations there are: each host's own, and those of the project in `folder`. */
export function findConfigs(folder: string, place: Place): { host: Host; file: string }[] {
  return HOSTS.flatMap((host) => [
    ...(host.project === undefined ? [] : [{ host, file: join(folder, host.project) }]),
    { host, file: personalFile(host, place) },
  ]).filter(({ file }) => existsSync(file))
}

/** Bytes. Claude Code's own file grows with its history. */
const MOST = 5_000_000

/** What there is, or the text of one of those: no other file is ever read for a page. */
export function answerConfigs(file: unknown, folder = process.cwd(), place = thisPlace()): ConfigsAnswer {
  const found = findConfigs(folder, place)
  if (file === undefined) return { files: found.map((one) => ({ host: one.host.title, file: one.file })) }
  const known = found.find((one) => one.file === file)
  if (known === undefined) return { fault: 'There is no such configuration here.' }
  try {
    if (statSync(known.file).size > MOST) return { fault: `${known.file} is too large to be a configuration.` }
    return { text: readFileSync(known.file, 'utf8') }
  } catch (error) {
    return { fault: `${known.file} could not be read: ${(error as Error).message}` }
  }
}
