import { describe, expect, test } from 'vitest'
import { conversationHeaders, judgePreflight } from './cors.ts'

const ORIGIN = 'http://127.0.0.1:4664'
const OWN = ['content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id']

function answer(headers: { [name: string]: string }, status = 204) {
  return { reached: true as const, status, headers: Object.entries(headers), ms: 1 }
}

test('a conversation asks for its own headers and those of the person', () => {
  expect(conversationHeaders(['Authorization', ' X-Key ', '', 'CONTENT-TYPE'])).toEqual(['authorization', ...OWN, 'x-key'])
})

describe('a preflight answer', () => {
  test('that allows all of it means direct, whatever the case of its names', () => {
    const verdict = judgePreflight(
      OWN,
      ORIGIN,
      answer({
        'access-control-allow-origin': ORIGIN,
        'Access-Control-Allow-Headers': OWN.join(', ').toUpperCase(),
        'Access-Control-Allow-Methods': 'POST, DELETE',
      }),
    )
    expect(verdict).toMatchObject({ via: 'direct', allowed: OWN, exposed: null, notes: [] })
  })

  test('with stars covers all but Authorization', () => {
    const stars = answer({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Methods': '*' })
    expect(judgePreflight(OWN, ORIGIN, stars).via).toBe('direct')
    expect(judgePreflight(['authorization', ...OWN], ORIGIN, stars)).toMatchObject({
      via: 'proxy',
      why: 'The server does not allow the header authorization from a page.',
      notes: ['authorization: "*" does not cover it; it must be named in Access-Control-Allow-Headers.'],
    })
  })

  test.each([
    ['no origin', {}, 204, 'names none'],
    ['another origin', { 'Access-Control-Allow-Origin': 'https://app.test' }, 204, 'allows pages of https://app.test'],
    ['a failing status', { 'Access-Control-Allow-Origin': '*' }, 405, 'HTTP 405'],
    [
      'one header too few',
      { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type,mcp-session-id,last-event-id' },
      200,
      'mcp-protocol-version',
    ],
  ])('with %s means proxy, and says why', (_, headers, status, why) => {
    const verdict = judgePreflight(OWN, ORIGIN, answer(headers as { [name: string]: string }, status))
    expect(verdict.via).toBe('proxy')
    expect(verdict.why).toContain(why)
  })

  test('that never came means proxy', () => {
    expect(judgePreflight(OWN, ORIGIN, { reached: false, code: 'ECONNREFUSED', message: 'refused' })).toMatchObject({
      via: 'proxy',
      allowed: null,
    })
  })

  test('tells what a direct connection would lack', () => {
    const { via, notes } = judgePreflight(
      OWN,
      ORIGIN,
      answer({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Access-Control-Expose-Headers': 'x-other' }),
    )
    expect(via).toBe('direct')
    expect(notes).toEqual([expect.stringContaining('DELETE'), expect.stringContaining('Mcp-Session-Id is not exposed')])
  })
})
