// What is shown of a request that is no part of the conversation: the record holds its secrets, a person sees none.
import type { ExchangeDetail, MessageDetail } from '../traffic-row.ts'
import { maskBody, maskHeaders, maskUrl } from './mask.ts'

export function maskExchange(detail: ExchangeDetail): ExchangeDetail {
  const { requestBody, responseHeaders } = detail
  return {
    ...detail,
    url: maskUrl(detail.url),
    requestHeaders: maskHeaders(detail.requestHeaders),
    ...(requestBody === undefined ? {} : { requestBody: maskBody(requestBody) }),
    ...(responseHeaders === undefined ? {} : { responseHeaders: maskHeaders(responseHeaders) }),
  }
}

export function maskMessage(message: MessageDetail): MessageDetail {
  return { ...message, text: maskBody(message.text), ...(message.http === undefined ? {} : { http: maskExchange(message.http) }) }
}
