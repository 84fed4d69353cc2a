// `--help`, wherever on the line it stands: which command it is about, and what that command says of itself. It comes before all else is
// read, since who asks for help may have the rest of the line wrong.
import { HELP } from './arguments.ts'

const TEXTS: { [command: string]: () => Promise<string> } = {
  request: async () => (await import('./request.ts')).REQUEST_HELP,
  doctor: async () => (await import('./doctor.ts')).DOCTOR_HELP,
  check: async () => (await import('./check-order.ts')).CHECK_HELP,
  add: async () => (await import('./add.ts')).ADD_HELP,
  tap: async () => (await import('./tap.ts')).TAP_HELP,
  '--cli': async () => (await import('./config-flags.ts')).CLI_HELP,
}

/** The help that a line asks for; undefined when it asks for none. What follows "--" is the server's. */
export async function helpFor(argv: readonly string[]): Promise<string | undefined> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (own[0] !== 'help' && !own.some((word) => word === '--help' || word === '-h')) return undefined
  const command = own.find((word) => Object.hasOwn(TEXTS, word))
  return command === undefined ? HELP : TEXTS[command]!()
}

/** Of one command, by its name. */
export function helpOf(command: string): Promise<string> {
  return TEXTS[command]!()
}
