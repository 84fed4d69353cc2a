// Messages to begin with, good ones and broken ones: each breaks one rule and no other.
import { writeJson, type Json } from '#mcp/json.ts'

export interface Template {
  id: string
  title: string
  /** What is wrong with it; left out when nothing is. */
  breaks?: string
  text: string
}

/** `envelope`: what each request of the newer era carries in `_meta`. */
export function templates(envelope: { [key: string]: Json } | undefined): Template[] {
  const params: { [key: string]: Json } = envelope === undefined ? {} : { _meta: envelope }
  const listing = { method: 'tools/list', params }
  const pretty = (value: Json): string => writeJson(value, 2)
  const request = pretty({ jsonrpc: '2.0', id: 'raw-1', ...listing })
  return [
    { id: 'request', title: 'Request', text: request },
    {
      id: 'notification',
      title: 'Notification',
      text: pretty({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'raw-1', reason: 'Not wanted' } }),
    },
    { id: 'response', title: 'Response', text: pretty({ jsonrpc: '2.0', id: 'raw-1', result: {} }) },
    {
      id: 'batch',
      title: 'Batch',
      breaks: 'Only 2025-03-26 has batches',
      text: pretty([
        { jsonrpc: '2.0', id: 'raw-1', ...listing },
        { jsonrpc: '2.0', id: 'raw-2', method: 'ping' },
      ]),
    },
    { id: 'broken', title: 'Broken JSON', breaks: 'The text ends too soon', text: request.slice(0, request.lastIndexOf('}')).trimEnd() },
    { id: 'no-jsonrpc', title: 'No jsonrpc', breaks: 'The member jsonrpc is missing', text: pretty({ id: 'raw-1', ...listing }) },
    {
      id: 'id-type',
      title: 'Wrong type of id',
      breaks: 'An id is a string or an integer',
      text: pretty({ jsonrpc: '2.0', id: { raw: 1 }, ...listing }),
    },
    { id: 'null-id', title: 'id null', breaks: 'An id must not be null', text: pretty({ jsonrpc: '2.0', id: null, ...listing }) },
    {
      id: 'unknown',
      title: 'Unknown method',
      breaks: 'No server knows it',
      text: pretty({ jsonrpc: '2.0', id: 'raw-1', method: 'no/such/method', params }),
    },
    { id: 'text', title: 'No message at all', breaks: 'It is not JSON', text: 'Hello, server' },
  ]
}
