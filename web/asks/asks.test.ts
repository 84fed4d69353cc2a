import { describe, expect, test } from 'vitest'
import { parseJson } from '#mcp/json.ts'
import { acceptAsk, dropAsk } from '../session/asks.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { blankDraft, changeDraft, samplingResult, useAskDrafts } from './ask-drafts.ts'
import { readElicitation, readSampling } from './ask-read.ts'

describe('elicitation', () => {
  test('only http(s) addresses can be opened, and odd ones are told', () => {
    const read = (url: string) => readElicitation({ mode: 'url', message: 'Sign in', url })
    expect(read('https://example.test/a?b=c')).toMatchObject({
      mode: 'url',
      address: { before: 'https://', host: 'example.test', after: '/a?b=c' },
      notes: [],
    })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a url', '']) {
      const ask = read(url)
      expect(ask.notes).toEqual(['This is not an http(s) address: it is not opened.'])
      expect(ask).not.toHaveProperty('address')
    }
    expect(read('http://example.test/').notes[0]).toMatch(/not encrypted/)
  })

  test('the host is the one that the browser goes to, whatever stands around it', () => {
    const read = (url: string) => {
      const ask = readElicitation({ mode: 'url', message: 'Sign in', url })
      return ask.mode === 'url' ? { ...ask.address, notes: ask.notes } : undefined
    }
    expect(read('https://bank.test@evil.test/bank.test')).toMatchObject({
      before: 'https://bank.test@',
      host: 'evil.test',
      after: '/bank.test',
      notes: [expect.stringContaining('leads to evil.test')],
    })
    expect(read('https://evil.test@evil.test:8443/')).toMatchObject({ before: 'https://evil.test@', host: 'evil.test:8443', after: '/' })
    expect(read('https://a@b@evil.test/@bank.test')).toMatchObject({ before: 'https://a%40b@', host: 'evil.test', after: '/@bank.test' })
    expect(read('https:\\\\EVIL.test\\x')).toMatchObject({ before: 'https://', host: 'evil.test', after: '/x', notes: [] })
    // The first letter is Cyrillic.
    expect(read('https://\u0430pple.test/')).toMatchObject({
      host: 'xn--pple-43d.test',
      notes: [expect.stringContaining('xn--pple-43d.test')],
    })
    expect(read('https://xn--80ak6aa92e.test/')?.notes[0]).toMatch(/punycode xn--80ak6aa92e\.test/)
  })

  test('a missing mode is a form; fields for secrets are told', () => {
    const ask = readElicitation({
      message: 'Log in',
      requestedSchema: { type: 'object', properties: { user: { type: 'string' }, apiKey: { type: 'string' } } },
    })
    expect(ask).toMatchObject({ mode: 'form', notes: ['“apiKey” looks like a secret. Servers must not ask for secrets in a form.'] })
    expect(readElicitation(null).notes).toHaveLength(2)
  })
})

describe('sampling', () => {
  test('content may be one block or a list; further members are kept', () => {
    const ask = readSampling(
      parseJson(
        '{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","mimeType":"image/png","data":"AA=="}]},{"role":"user","content":{"type":"text","text":"b"}}],"maxTokens":10,"xNew":1}',
      ),
    )
    expect(ask.messages.map(({ content }) => content.map(({ kind }) => kind))).toEqual([['text', 'image'], ['text']])
    expect(ask.settings).toEqual([
      { name: 'maxTokens', value: 10 },
      { name: 'xNew', value: 1 },
    ])
    expect(ask.notes).toEqual([])
  })

  test('an answer carries a stop reason only when one is chosen', () => {
    const draft = { ...blankDraft('m'), text: 'hi' }
    expect(samplingResult(draft)).toEqual({ role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm', stopReason: 'endTurn' })
    expect(samplingResult({ ...draft, stopReason: '' })).not.toHaveProperty('stopReason')
  })
})

test('what was written for an ask that was taken away is there when the same is asked again, and for no other', () => {
  const ask = (key: string, message: string): PendingAsk => ({
    key,
    connection: 'x',
    connectionName: 'x',
    method: 'elicitation/create',
    params: { message, limit: 9007199254740993n },
    exchange: 1,
    seq: 1,
    at: 0,
  })
  const textOf = (key: string) => useAskDrafts.getState().drafts.get(key)?.text
  acceptAsk(ask('1', 'name?'))
  changeDraft('1', { text: 'half an ans' })
  dropAsk('1', 'The call was cancelled')
  expect(textOf('1')).toBeUndefined()
  acceptAsk(ask('2', 'age?'))
  expect(textOf('2')).toBeUndefined()
  acceptAsk(ask('3', 'name?'))
  expect(textOf('3')).toBe('half an ans')
  acceptAsk(ask('4', 'name?'))
  expect(textOf('4')).toBeUndefined()
})
