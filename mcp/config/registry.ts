// The registry's server.json: what it says of packages and remotes, as what to start or where to connect.
import { isObject, type Json } from '../json.ts'
import type { Target } from '../transport/target.ts'
import type { ConfigServer } from './server.ts'

type Members = { [name: string]: Json }

/** How a package of each registry is started when the file does not say. */
const RUNNERS: { [registry: string]: { command: string; args: string[]; join: string } } = {
  npm: { command: 'npx', args: ['-y'], join: '@' },
  pypi: { command: 'uvx', args: [], join: '@' },
  oci: { command: 'docker', args: ['run', '-i', '--rm'], join: ':' },
  nuget: { command: 'dnx', args: ['--yes'], join: '@' },
}

export function isRegistryFile(root: Members): boolean {
  return typeof root.name === 'string' && (Array.isArray(root.packages) || Array.isArray(root.remotes))
}

/** One server for each package that can be started and each remote. */
export function readRegistryFile(root: Members): ConfigServer[] {
  const name = text(root.name).split('/').at(-1) || 'server'
  const packages = list(root.packages).map((one) => readPackage(name, one))
  const remotes = list(root.remotes).map((one) => readRemote(name, one))
  return [...packages, ...remotes]
}

function readRemote(name: string, raw: Members): ConfigServer {
  const url = text(raw.url)
  const notes: string[] = []
  if (!/^https?:\/\//i.test(url))
    return { name, target: undefined, disabled: false, notes: ['A remote of it has no URL that can be used.'] }
  const headers = list(raw.headers).map((one) => ({ name: text(one.name), value: valueOf(one) }))
  const target: Target = { kind: 'http', url: url.replace(/\{(\w+)\}/g, '${input:$1}'), headers, via: 'auto' }
  const type = text(raw.type ?? raw.transport_type)
  if (type === 'sse') target.transport = 'sse'
  if (type === 'streamable-http') target.transport = 'http'
  return { name, target, disabled: false, notes }
}

function readPackage(name: string, raw: Members): ConfigServer {
  const notes: string[] = []
  const registry = text(raw.registryType ?? raw.registry_type ?? raw.registry_name).toLowerCase()
  const runner = RUNNERS[registry]
  const transport = isObject(raw.transport) ? text(raw.transport.type) : 'stdio'
  const hint = text(raw.runtimeHint ?? raw.runtime_hint)
  if (transport !== '' && transport !== 'stdio') {
    const url = isObject(raw.transport) ? text(raw.transport.url) : ''
    return {
      name,
      target: undefined,
      disabled: false,
      notes: [`Its ${registry || 'package'} serves ${transport}${url === '' ? '' : ` at ${url}`}: start it, then connect to that URL.`],
    }
  }
  if (runner === undefined && hint === '') {
    const what =
      registry === 'mcpb'
        ? 'an .mcpb bundle, which a host unpacks'
        : registry === ''
          ? 'a package of no known registry'
          : `a ${registry} package`
    return { name, target: undefined, disabled: false, notes: [`It is ${what}; nothing here knows how to start that.`] }
  }
  const version = text(raw.version)
  const identifier = text(raw.identifier ?? raw.name)
  // An OCI identifier often names its version itself.
  const whole =
    version === '' || /[:@]/.test(identifier.slice(1).split('/').at(-1) ?? '')
      ? identifier
      : `${identifier}${runner?.join ?? '@'}${version}`
  const variables = list(raw.environmentVariables ?? raw.environment_variables).map((one) => ({
    name: text(one.name),
    value: valueOf(one),
    required: one.isRequired === true || one.is_required === true,
  }))
  const env = variables
    .filter(({ name, value, required }) => name !== '' && (required || !value.startsWith('${input:')))
    .map(({ name, value }) => ({ name, value }))
  const optional = variables.filter(({ name, value, required }) => name !== '' && !required && value.startsWith('${input:'))
  if (optional.length > 0) notes.push(`It can be given ${optional.map(({ name }) => name).join(', ')} in its environment.`)
  const given = argumentsOf(raw.runtimeArguments ?? raw.runtime_arguments)
  const command = hint || runner!.command
  const usual = command === runner?.command ? runner.args.filter((arg) => !given.includes(arg)) : []
  // A container sees nothing of the environment that it is not passed.
  const passed = command === 'docker' ? env.flatMap(({ name }) => ['-e', name]).filter((arg) => !given.includes(arg)) : []
  return {
    name,
    target: {
      kind: 'stdio',
      command,
      args: [...usual, ...given, ...passed, whole, ...argumentsOf(raw.packageArguments ?? raw.package_arguments)],
      env,
    },
    disabled: false,
    notes,
  }
}

/** Positional and named arguments as words of a command line; optional ones without a value are left out. */
function argumentsOf(raw: Json | undefined): string[] {
  return list(raw).flatMap((one) => {
    const value = valueOf(one)
    const open = value.startsWith('${input:')
    const required = one.isRequired === true || one.is_required === true
    if (text(one.type) === 'named') {
      const name = text(one.name)
      if (name === '' || (open && !required && one.value === undefined && one.default === undefined && text(one.valueHint) !== ''))
        return []
      return open && !required ? [name] : [name, value]
    }
    return open && !required ? [] : [value]
  })
}

/** What stands for a value: itself, its default, or a place that a person fills. */
function valueOf(one: Members): string {
  const fixed = one.value ?? one.default
  if (fixed !== undefined && fixed !== null) return text(fixed).replace(/\{(\w+)\}/g, '${input:$1}')
  return `\${input:${text(one.name) || text(one.valueHint ?? one.value_hint) || 'value'}}`
}

function list(value: Json | undefined): Members[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}
