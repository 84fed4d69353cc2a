// For tests: apps and how tools name them, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import type { Reply } from '../../testing/record.ts'
import type { Talk } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const R = '2025-11-25'
const VIEW = '<!doctype html><html><body></body></html>'
const ADDRESS = 'ui://a'
const content = (change: Obj): Obj => ({ uri: ADDRESS, mimeType: 'text/html;profile=mcp-app', text: VIEW, ...change })
const tools = (_meta: Obj): Talk =>
  begun(R, { tools: {}, resources: {} }).ask(
    'tools/list',
    {},
    { result: { tools: [{ name: 'a', description: 'Does a', inputSchema: { type: 'object' }, _meta }] } },
  )
const view = (...contents: Obj[]): Talk => begun(R, { resources: {} }).ask('resources/read', { uri: ADDRESS }, { result: { contents } })
const drawn = (reply: Reply): Talk => tools({ ui: { resourceUri: ADDRESS } }).ask('resources/read', { uri: ADDRESS }, reply)

export const APP_PROOFS: readonly Proof[] = [
  proof('AP-01', (resourceUri) => tools({ ui: { resourceUri } }), ADDRESS, 'https://a.test'),
  proof('AP-01', (address) => tools({ ui: {}, 'ui/resourceUri': address }), ADDRESS, 'file:///a', { silent: 'AP-04', also: ['AP-04'] }),
  proof('AP-02', (mimeType) => view(content({ mimeType })), 'text/html;profile=mcp-app', 'text/html'),
  proof('AP-02', (text) => view(content({ text })), VIEW, 'hello'),
  proof(
    'AP-03',
    (connectDomains: Json) => view(content({ _meta: { ui: { csp: { connectDomains } } } })),
    ['https://a.test'],
    'https://a.test',
  ),
  proof(
    'AP-03',
    (one) => view(content({ _meta: { ui: { csp: { frameDomains: [one] } } } })),
    'https://*.a.test',
    "https://a;script-src'self'",
  ),
  proof('AP-04', (visibility: Json) => tools({ ui: { resourceUri: ADDRESS, visibility } }), ['model'], ['all']),
  proof('AP-04', (_meta: Obj) => tools(_meta), { ui: { resourceUri: ADDRESS } }, { 'ui/resourceUri': ADDRESS }),
  proof(
    'AP-05',
    (text) => tools({ ui: { resourceUri: ADDRESS } }).ask('tools/call', { name: 'a' }, { result: { content: [{ type: 'text', text }] } }),
    'Done',
    '',
  ),
  proof(
    'AP-08',
    (host) =>
      view(
        content({
          text: VIEW.replace('<body>', `<body><script src="https://${host}/a.js"></script>`),
          _meta: { ui: { csp: { resourceDomains: ['https://a.test'] } } },
        }),
      ),
    'a.test',
    'b.test',
  ),
  proof('AP-09', (change: Obj) => view(content(change)), {}, { blob: btoa(VIEW) }),
  proof('AP-09', (contents: Obj[]) => view(...contents), [content({})], [content({}), content({})]),
  proof(
    'AP-10',
    (reply: Reply) => drawn(reply),
    { result: { contents: [content({})] } },
    { error: { code: -32603, message: 'It is gone' } },
  ),
  proof('AP-10', (uri) => drawn({ result: { contents: [content({ uri })] } }), ADDRESS, 'ui://b'),
]
