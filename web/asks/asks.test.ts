import { describe, expect, test } from 'vitest'
import { parseJson } from '#mcp/json.ts'
import { blankDraft, samplingResult } from './ask-drafts.ts'
import { readElicitation, readSampling } from './ask-read.ts'

describe('elicitation', () => {
  test('only http(s) addresses can be opened, and odd ones are told', () => {
    const read = (url: string) => readElicitation({ mode: 'url', message: 'Sign in', url })
    expect(read('https://example.test/a?b=c')).toMatchObject({ mode: 'url', usable: true, host: 'example.test', notes: [] })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a url', ''])
      expect(read(url)).toMatchObject({ usable: false, notes: ['This is not an http(s) address: it is not opened.'] })
    expect(read('https://xn--80ak6aa92e.test/').notes[0]).toMatch(/other letters/)
    expect(read('https://bank.test@evil.test/').notes[0]).toMatch(/user name before the host/)
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
