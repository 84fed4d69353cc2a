// Why a program did not start, told apart: no such command (with the PATH searched), no such folder, not executable,
// an interpreter that is missing. The system says ENOENT to most of these.
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path'
import type { Exited, SpawnRequest } from '#mcp/transport/tunnel-frames.ts'

export type StartError = NonNullable<Exited['error']>

export interface Found {
  /** The program as resolved; the command as given when there is none. */
  file: string
  /** Folders searched; empty when the command names a path. */
  path: string[]
  error?: StartError
}

/** Looks for the folder and the program before the system does, in the same way. */
export function lookUp(request: SpawnRequest, env: NodeJS.ProcessEnv): Found {
  const { command, cwd } = request
  const base = cwd ?? process.cwd()
  const fail = (code: string, message: string, path: string[] = []): Found => ({
    file: command,
    path,
    error: path.length > 0 ? { code, message, path } : { code, message },
  })
  if (command.trim() === '') return fail('EINVAL', 'No command was given: name a program, such as "node" or "npx".')
  if ([command, ...request.args, base].some((text) => text.includes('\0')))
    return fail('EINVAL', 'The command, its arguments or its folder hold a NUL character, which no program can be given.')
  if (cwd !== undefined && !isAbsolute(cwd))
    return fail('EINVAL', `The working folder must be an absolute path, and ${JSON.stringify(cwd)} is not one.`)
  const folder = kindOf(base)
  if (folder !== 'folder')
    return fail(
      folder === 'none' ? 'ENOENT' : 'ENOTDIR',
      `The working folder ${base} ${folder === 'none' ? 'does not exist' : 'is a file'}, so ${JSON.stringify(command)} was not started. Correct the folder.`,
    )

  const named = /[/\\]/.test(command)
  const searched = named ? [] : (pathOf(env) ?? '').split(delimiter).filter((part) => part !== '')
  const places = named ? [resolve(base, command)] : searched.map((part) => join(resolve(base, part), command))
  let barred: string | undefined
  for (const place of places.flatMap((file) => [file, ...withExtensions(file, env)])) {
    if (kindOf(place) !== 'file') continue
    if (mayRun(place)) return { file: place, path: searched }
    barred ??= place
  }
  if (barred !== undefined)
    return fail(
      'EACCES',
      `${barred} was found but may not be executed. Run "chmod +x" on it, or start it through its interpreter.`,
      searched,
    )
  if (named && kindOf(places[0]!) === 'folder') return fail('EACCES', `${places[0]} is a folder, not a program.`)
  if (named)
    return fail(
      'ENOENT',
      `There is no file ${places[0]}. Check the path${isAbsolute(command) ? '' : '; it is taken from the working folder'}.`,
    )
  const hint = /\s/.test(command) ? ' It holds a space: write the program alone here and its arguments apart.' : ''
  return fail(
    'ENOENT',
    `Command ${JSON.stringify(command)} was not found in any of ${searched.length} folders on the PATH.${hint} Install it, or give its full path.`,
    searched,
  )
}

/** Puts the error of a start that `lookUp` held possible into a sentence. */
export function explainStart(error: NodeJS.ErrnoException, request: SpawnRequest, found: Found): StartError {
  const code = error.code ?? 'UNKNOWN'
  const told = (message: string): StartError => (found.path.length > 0 ? { code, message, path: found.path } : { code, message })
  if (code === 'ENOENT') {
    const interpreter = shebang(found.file)
    return told(
      interpreter === undefined
        ? `${found.file} could not be started: the system says that something it needs does not exist.`
        : `${found.file} asks for the interpreter ${JSON.stringify(interpreter)} on its first line, and that does not exist here.`,
    )
  }
  if (code === 'EACCES') return told(`${found.file} may not be executed. Run "chmod +x" on it, or start it through its interpreter.`)
  if (code === 'E2BIG') return told('The arguments and the environment together are longer than the system allows.')
  if (code === 'EMFILE' || code === 'EAGAIN' || code === 'ENOMEM')
    return told(`The system had no room for one more process (${code}). Close some connections and try again.`)
  return told(`${JSON.stringify(request.command)} could not be started: ${error.message}`)
}

function pathOf(env: NodeJS.ProcessEnv): string | undefined {
  const name = Object.keys(env).find((key) => (process.platform === 'win32' ? key.toUpperCase() : key) === 'PATH')
  return name === undefined ? undefined : env[name]
}

function withExtensions(file: string, env: NodeJS.ProcessEnv): string[] {
  if (process.platform !== 'win32' || extname(file) !== '') return []
  return (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').map((extension) => file + extension)
}

function kindOf(file: string): 'file' | 'folder' | 'none' {
  try {
    return statSync(file).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'none'
  }
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function shebang(file: string): string | undefined {
  try {
    const handle = openSync(file, 'r')
    const head = Buffer.alloc(256)
    const length = readSync(handle, head)
    closeSync(handle)
    return /^#!\s*(\S+)/.exec(head.toString('latin1', 0, length))?.[1]
  } catch {
    return undefined
  }
}
