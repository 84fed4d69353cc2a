// What a message is about, in a few words: the tool's name, the URI, the progress, the log line.
import { isObject, writeJson, type Json } from '../json.ts'

const LONGEST = 200
// oxlint-disable-next-line no-control-regex -- it is what must not be in a name
const BREAKS = /[\r\n\0]/

/** For a request or a notification. Never throws; '' when there is nothing to say. */
export function nameOf(method: string, params: Json | undefined): string {
  try {
    return named(method, params)
  } catch {
    return '' // nested too deep to be written
  }
}

function named(method: string, params: Json | undefined): string {
  const value = isObject(params) ? params : {}
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return words(value.name)
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'notifications/resources/updated':
      return words(value.uri)
    case 'tasks/get':
    case 'tasks/result':
    case 'tasks/update':
    case 'tasks/cancel':
    case 'notifications/tasks':
    case 'notifications/tasks/status':
      return words(value.taskId)
    case 'completion/complete':
      return completion(value)
    case 'logging/setLevel':
      return words(value.level)
    case 'initialize':
      return words(value.protocolVersion)
    case 'server/discover':
      return words(metaOf(value)['io.modelcontextprotocol/protocolVersion'])
    case 'subscriptions/listen':
    case 'notifications/subscriptions/acknowledged':
      return cut(wishes(value.notifications))
    case 'sampling/createMessage':
      return sampling(value)
    case 'elicitation/create':
      return words(value.message)
    case 'notifications/progress':
      return progress(value)
    case 'notifications/message':
      return log(value)
    case 'notifications/cancelled':
      return [value.requestId === undefined ? '' : `id ${writeJson(value.requestId)}`, words(value.reason)].filter(Boolean).join(' · ')
    default:
      return typeof value.cursor === 'string' ? cut(`cursor ${value.cursor}`) : ''
  }
}

/** For a result, given the method and the name of its request. */
export function nameOfResult(method: string, result: Json, asked: string): string {
  if (!isObject(result)) return asked
  if (method === 'initialize') {
    const server = isObject(result.serverInfo) ? `${plain(result.serverInfo.name)} ${plain(result.serverInfo.version)}`.trim() : ''
    return cut([server, plain(result.protocolVersion)].filter(Boolean).join(' · '))
  }
  if (method === 'server/discover') {
    const info = metaOf(result)['io.modelcontextprotocol/serverInfo']
    const server = isObject(info) ? `${plain(info.name)} ${plain(info.version)}`.trim() : ''
    const versions = Array.isArray(result.supportedVersions) ? result.supportedVersions.map(plain).join(', ') : ''
    return cut([server, versions].filter(Boolean).join(' · '))
  }
  if (result.resultType === 'input_required') return cut([asked, Object.keys(inputs(result)).join(', ')].filter(Boolean).join(' · '))
  for (const [member, one] of LISTS) {
    const list = result[member]
    if (method.startsWith(`${member === 'resourceTemplates' ? 'resources/templates' : member}/`) && Array.isArray(list))
      return `${list.length} ${list.length === 1 ? one : `${one}s`}`
  }
  return asked
}

const LISTS = [
  ['tools', 'tool'],
  ['resourceTemplates', 'template'],
  ['resources', 'resource'],
  ['prompts', 'prompt'],
  ['roots', 'root'],
] as const

/** The first line of a text, short. */
export function firstWords(text: string): string {
  if (text.length <= LONGEST && text.trimStart() === text && !BREAKS.test(text)) return text
  const start = text.slice(0, LONGEST * 4).trimStart()
  const end = start.search(/[\r\n]/)
  return cut(end < 0 ? start : start.slice(0, end))
}

function completion(value: { [key: string]: Json }): string {
  const ref = isObject(value.ref) ? plain(value.ref.name) || plain(value.ref.uri) : ''
  const argument = isObject(value.argument) ? plain(value.argument.name) : ''
  return cut([ref, argument].filter(Boolean).join(' · '))
}

function sampling(value: { [key: string]: Json }): string {
  const last = Array.isArray(value.messages) ? value.messages.at(-1) : undefined
  const content = isObject(last) ? last.content : undefined
  const block = Array.isArray(content) ? content[0] : content
  return isObject(block) ? words(block.text ?? block.type) : ''
}

function progress(value: { [key: string]: Json }): string {
  const count = value.total === undefined ? plain(value.progress) : `${plain(value.progress)} of ${plain(value.total)}`
  return cut([count, plain(value.message)].filter(Boolean).join(' · '))
}

function log(value: { [key: string]: Json }): string {
  const { data } = value
  const text = typeof data === 'string' ? data : data === undefined ? '' : writeJson(data)
  return firstWords(`${leadOf(value)}${text}`)
}

let lead: { level: Json | undefined; logger: Json | undefined; text: string } | undefined

/** What stands before the text of a log message in its name: its level, and who wrote it. The one before nearly always had the same. */
export function leadOf({ level, logger }: { [key: string]: Json }): string {
  if (lead !== undefined && lead.level === level && lead.logger === logger) return lead.text
  const text = `${plain(level)} ${typeof logger === 'string' && logger !== '' ? `${logger}: ` : ''}`
  lead = { level, logger, text }
  return text
}

/** What a subscription is to bring: its filter, without the words that all have. */
function wishes(filter: Json | undefined): string {
  if (!isObject(filter)) return ''
  return Object.entries(filter)
    .flatMap(([member, wanted]) => (Array.isArray(wanted) ? wanted.map(plain) : wanted === true ? [member.replace('ListChanged', '')] : []))
    .join(', ')
}

function inputs({ inputRequests }: { [key: string]: Json }): { [key: string]: Json } {
  return isObject(inputRequests) ? inputRequests : {}
}

function metaOf({ _meta }: { [key: string]: Json }): { [key: string]: Json } {
  return isObject(_meta) ? _meta : {}
}

function words(value: Json | undefined): string {
  return firstWords(plain(value))
}

function plain(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

function cut(text: string): string {
  const clean = text.replaceAll('\0', '\u2400')
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean
}
