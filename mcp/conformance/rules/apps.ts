// Views of tools: how tools name them, the pages that they are, and where those pages may reach.
import { appOf } from '../../apps/app-tool.ts'
import { isObject, type Json } from '../../json.ts'
import { isText, listed, TOOL_LIST } from '../items.ts'
import { ALL } from '../revision.ts'
import { each, eachOf, quote, remembering, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'

const SPEC = ['ext-apps:specification/2026-01-26/apps.mdx']
const READ = ['result resources/read'] as const
const TYPE = /^text\/html\s*;\s*profile="?mcp-app"?$/i
const objectOf = (value: Json | undefined): Obj => (isObject(value) ? value : {})
const uiOf = (value: Obj): Json | undefined => objectOf(value._meta).ui
const ORIGINS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite']

function viewsIn({ result, asked }: Message): Obj[] {
  const uri = asked?.params.uri
  if (!isText(uri) || !uri.startsWith('ui://') || !Array.isArray(result.contents)) return []
  return result.contents.filter(isObject)
}

function pageOf({ text, blob }: Obj): string | undefined {
  if (isText(text)) return text
  if (!isText(blob)) return undefined
  try {
    return atob(blob)
  } catch {
    return undefined
  }
}

const originOf = (entry: string): string => entry.replace(/^(?:https?|wss?):\/\//, '').replace(/\/.*$/, '')
/** An entry of a list of origins covers a host. */
const covers = (entries: Json | undefined, host: string): boolean =>
  Array.isArray(entries) &&
  entries.filter(isText).some((entry) => {
    const own = originOf(entry)
    return own === host || own === '*' || (own.startsWith('*.') && host.endsWith(own.slice(1)))
  })

export const APP_RULES: readonly Rule[] = [
  {
    id: 'AP-01',
    level: 'MUST',
    revisions: ALL,
    spec: SPEC,
    says: 'The view of a tool is a resource with a ui:// address.',
    looksAt: 'tool with a view',
    mend: 'Name the view as a resource of your own: "ui://…".',
    ...eachOf(TOOL_LIST, 'MUST', listed, (tool) => {
      const link = appOf(tool)
      if (link === undefined) return null
      const at = link.older ? '/_meta/ui~1resourceUri' : '/_meta/ui/resourceUri'
      return link.fault === undefined ? undefined : { says: link.fault, at }
    }),
  },
  {
    id: 'AP-02',
    level: 'MUST',
    revisions: ALL,
    spec: SPEC,
    says: 'A view is an HTML page of the type text/html;profile=mcp-app.',
    looksAt: 'view that was read',
    mend: 'Serve the view as text/html;profile=mcp-app.',
    ...each(READ, 'MUST', (seen) => {
      const views = viewsIn(seen)
      if (views.length === 0) return null
      for (const [index, view] of views.entries()) {
        const at = `/result/contents/${index}`
        if (!isText(view.mimeType) || !TYPE.test(view.mimeType))
          return { says: `its type is ${quote(view.mimeType)}`, at: `${at}/mimeType` }
        const page = pageOf(view)
        if (page !== undefined && !/<!doctype html|<html[\s>]/i.test(page.slice(0, 5000))) return { says: 'it is no HTML document', at }
      }
      return undefined
    }),
  },
  {
    id: 'AP-03',
    level: 'derived',
    revisions: ALL,
    spec: SPEC,
    says: 'What a view needs is said in the form that there is for it.',
    looksAt: '_meta.ui of a view',
    mend: 'Write _meta.ui of the view with "csp", "permissions", "domain" and "prefersBorder" in the form that the extension has for them.',
    ...each([...READ, 'result resources/list'], 'derived', (seen) => {
      const all = seen.method === 'resources/list' ? seen.result.resources : viewsIn(seen)
      let any = false
      for (const [index, one] of (Array.isArray(all) ? all : []).entries()) {
        const ui = isObject(one) ? uiOf(one) : undefined
        if (ui === undefined) continue
        any = true
        const at = `/result/${seen.method === 'resources/list' ? 'resources' : 'contents'}/${index}/_meta/ui`
        const wrong = wrongIn(ui)
        if (wrong !== undefined) return { says: wrong, at }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'AP-08',
    level: 'derived',
    revisions: ALL,
    spec: SPEC,
    says: 'A view loads from hosts that it declares.',
    looksAt: 'view that loads from elsewhere',
    mend: 'Name the origin in _meta.ui.csp, or put it into the page.',
    ...each(READ, 'derived', (seen) => {
      let any = false
      for (const [index, view] of viewsIn(seen).entries()) {
        const csp = objectOf(objectOf(uiOf(view)).csp)
        for (const [, attribute = '', url = ''] of (pageOf(view) ?? '').matchAll(
          /<(?:script|img|link|iframe|video|audio|source)\b[^>]*?\b(src|href)\s*=\s*["']?(https?:\/\/[^\s"'>]+)/gi,
        )) {
          if (!URL.canParse(url)) continue
          any = true
          const { host } = new URL(url)
          if (!covers(csp.resourceDomains, host) && !covers(csp.frameDomains, host))
            return { says: `${attribute}="${url.slice(0, 100)}" is of a host that it does not`, at: `/result/contents/${index}` }
        }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'AP-04',
    level: 'derived',
    revisions: ALL,
    spec: SPEC,
    says: 'A tool with a view names it under _meta.ui, and who may see the tool.',
    looksAt: 'tool with a view',
    mend: 'Write "_meta": {"ui": {"resourceUri": …}}; the flat "ui/resourceUri" is out of use.',
    ...eachOf(TOOL_LIST, 'derived', listed, (tool) => {
      const meta = objectOf(tool._meta)
      const at = '/_meta'
      if (meta.ui === undefined) return meta['ui/resourceUri'] === undefined ? null : { says: 'it has the flat "ui/resourceUri" alone', at }
      if (!isObject(meta.ui)) return { says: `_meta.ui is ${quote(meta.ui)}`, at }
      const { visibility, resourceUri } = meta.ui
      const flat = meta['ui/resourceUri']
      if (flat !== undefined && flat !== resourceUri) return { says: `the flat "ui/resourceUri" is another one: ${quote(flat)}`, at }
      if (visibility !== undefined && !(Array.isArray(visibility) && visibility.every((one) => one === 'model' || one === 'app')))
        return { says: `visibility is ${quote(visibility)}`, at }
      return undefined
    }),
  },
  {
    id: 'AP-09',
    level: 'MUST',
    revisions: ALL,
    spec: SPEC,
    says: 'A view is one document, given once: as text, or as a blob of base64.',
    looksAt: 'view that was read',
    mend: 'Answer with one content: "text", or "blob" in base64.',
    ...each(READ, 'MUST', (seen) => {
      const views = viewsIn(seen)
      if (views.length === 0) return null
      const at = '/result/contents'
      if (views.length > 1) return { says: `there are ${views.length} contents`, at }
      const [view = {}] = views
      if (view.text !== undefined && view.blob !== undefined) return { says: 'it has both a text and a blob', at: `${at}/0` }
      const page = pageOf(view)
      if (page === undefined) return { says: 'it has neither a text nor a blob that can be read', at: `${at}/0` }
      return page.trim() === '' ? { says: 'it is empty', at: `${at}/0` } : undefined
    }),
  },
  {
    id: 'AP-10',
    level: 'MUST',
    revisions: ALL,
    spec: SPEC,
    says: 'The view that a tool names can be read, and answers to its address.',
    looksAt: 'reading of a tool’s view',
    mend: 'Serve resources/read for the address that the tool names, and give the same uri back.',
    ...remembering(
      [...TOOL_LIST, ...READ, 'failure resources/read'],
      'MUST',
      () => new Map<string, string>(),
      (seen, tools) => {
        if (seen.method === 'tools/list') {
          for (const [, tool] of listed(seen)) {
            const link = appOf(tool)
            if (link !== undefined && link.fault === undefined) tools.set(link.uri, String(tool.name))
          }
          return null
        }
        const uri = String(seen.asked?.params.uri)
        const tool = tools.get(uri)
        if (tool === undefined) return null
        if (seen.kind === 'failure') return `${uri} of ${tool} is refused: ${seen.error?.message ?? ''}`
        const at = '/result/contents'
        const contents = Array.isArray(seen.result.contents) ? seen.result.contents.map((one) => objectOf(one).uri) : []
        if (contents.length === 0) return { says: `${uri} of ${tool} has no contents`, at }
        return contents.includes(uri) ? undefined : { says: `${uri} of ${tool} answers as ${quote(contents[0])}`, at: `${at}/0/uri` }
      },
    ),
  },
  {
    id: 'AP-05',
    level: 'MUST',
    revisions: ALL,
    spec: SPEC,
    says: 'A tool with a view says something to those who cannot see it.',
    looksAt: 'call of a tool with a view',
    mend: 'Put the essence into content.',
    on: ['result tools/list', 'result tools/call'],
    judge() {
      const tools = new Set<string>()
      return {
        *see(seen) {
          if (!('method' in seen)) return
          if (seen.method === 'tools/list') {
            for (const tool of Array.isArray(seen.result.tools) ? seen.result.tools : [])
              if (isObject(tool) && isText(tool.name) && appOf(tool) !== undefined) tools.add(tool.name)
            return
          }
          if (!tools.has(String(seen.asked?.params.name)) || !Array.isArray(seen.result.content)) return
          const empty = seen.result.content.every((block) => isObject(block) && block.type === 'text' && !String(block.text ?? '').trim())
          yield empty
            ? { outcome: 'fail', says: 'its content is empty', seq: seen.seq, pointer: '/result/content' }
            : { outcome: 'pass', seq: seen.seq }
        },
      }
    },
  },
]

function wrongIn(ui: Json): string | undefined {
  if (!isObject(ui)) return `it is ${quote(ui)}`
  const { csp, permissions, domain, prefersBorder } = ui
  if (csp !== undefined) {
    if (!isObject(csp)) return `csp is ${quote(csp)}`
    for (const [name, value] of Object.entries(csp)) {
      if (!ORIGINS.includes(name)) return `csp knows no "${name}"`
      if (!Array.isArray(value) || !value.every((one) => isText(one) && /^(?:https?|wss?):\/\/[^\s/;,'"]+\/?$|^\*\.[^\s/;,'"]+$/.test(one)))
        return `${name} is ${quote(value)}`
    }
  }
  if (permissions !== undefined && !isObject(permissions)) return `permissions is ${quote(permissions)}`
  const strange = Object.keys(objectOf(permissions)).find((name) => !PERMISSIONS.includes(name))
  if (strange !== undefined) return `there is no permission "${strange}"`
  if (domain !== undefined && !isText(domain)) return `domain is ${quote(domain)}`
  return prefersBorder === undefined || typeof prefersBorder === 'boolean' ? undefined : `prefersBorder is ${quote(prefersBorder)}`
}
