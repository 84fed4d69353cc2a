// A request as a command for a shell: `loupe request`, which begins a connection of its own.
import { writeJson, type Json } from '../json.ts'
import type { Target } from '../transport/target.ts'
import { isSecretRequestHeader, maskValue } from './secret-headers.ts'
import { MASK, maskArgs, maskUrl } from './secret-names.ts'

/** `loupe request …`. What is secret in the target is masked unless `secrets`. */
export function requestCommand(target: Target, method: string, params: Json | undefined, secrets: boolean): string {
  const hidden = (value: string) => (secrets ? value : MASK)
  const words = [method, ...(params === undefined ? [] : [writeJson(params)])].map(shellWord)
  if (target.kind === 'stdio') {
    const flags = target.env.flatMap(({ name, value }) => ['-e', shellWord(`${name}=${hidden(value)}`)])
    if (target.cwd !== undefined && target.cwd !== '') flags.push('--cwd', shellWord(target.cwd))
    const command = [target.command, ...(secrets ? target.args : maskArgs(target.args))].map(shellWord)
    return ['loupe request', ...flags, ...words, '--', ...command].join(' ')
  }
  const headers = target.headers.map(
    ({ name, value }) => `${name}: ${!secrets && isSecretRequestHeader(name) ? maskValue(name, value) : value}`,
  )
  if (target.bearer !== undefined && target.bearer !== '') headers.unshift(`Authorization: Bearer ${hidden(target.bearer)}`)
  const flags = headers.flatMap((header) => ['-H', shellWord(header)])
  if (target.transport !== undefined) flags.push('--transport', target.transport)
  return ['loupe request', ...flags, shellWord(secrets ? target.url : maskUrl(target.url)), ...words].join(' ')
}

/** A word for a POSIX shell; one that needs no quotes gets none. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
