import { expect, test } from 'vitest'
import { flowOf, step, trip } from './flow-example.ts'
import { arrowsOf, fitted, lanesOf, placed } from './picture.ts'

const refused = step('challenge', { facts: [{ name: 'Refused', value: 'tools/call x with HTTP 401' }] })

test('a flow is told from the refusal to the use of the token, with who said what to whom', () => {
  const arrows = arrowsOf(
    flowOf([
      refused,
      step('resource-metadata', { trips: [trip({ to: 'server', url: 'https://mcp.example/.well-known/x?y' })] }),
      step('server-metadata', { trips: [trip({ status: 404, tone: 'plain' }), trip({ status: 0, tone: 'bad' })] }),
      step('authorization'),
      step('callback'),
      step('token', { trips: [trip({ method: 'POST', url: 'https://as.example/token' })] }),
      step('use', { state: 'failed', says: 'The server refused it: HTTP 401 to tools/call x' }),
    ]),
  )
  expect(arrows.map(({ from, to, label, answer }) => `${from} → ${to}: ${label} ${answer}`.trim()).join('\n')).toBe(
    `loupe → server: tools/call x 401
loupe → server: GET /.well-known/x 200
loupe → authorization-server: GET /.well-known/oauth-authorization-server 404
loupe → authorization-server: GET /.well-known/oauth-authorization-server no answer
loupe → authorization-server: You open the login page
authorization-server → loupe: code
loupe → authorization-server: POST /token 200
loupe → server: The request again, with the token 401`,
  )
  expect(arrows.filter(({ title }) => title !== undefined)).toHaveLength(7)
})

test('what has not happened is not drawn, and an answer that is not used is not called a code', () => {
  expect(
    arrowsOf(
      flowOf([step('authorization', { state: 'waiting' }), step('callback', { state: 'needs-you' }), step('use', { state: 'waiting' })]),
    ),
  ).toEqual([])
  expect(arrowsOf(flowOf([step('callback', { state: 'failed' })]))[0]?.label).toBe('an answer that is not used')
})

test('the identity provider has a lane only when it was spoken to', () => {
  expect(lanesOf([])).toEqual(['loupe', 'server', 'authorization-server'])
  const signedOn = arrowsOf(flowOf([step('sign-on'), step('callback')]))
  expect(signedOn.map(({ from, to }) => [from, to])).toEqual([
    ['loupe', 'identity-provider'],
    ['identity-provider', 'loupe'],
  ])
  expect(lanesOf(arrowsOf(flowOf([step('identity', { trips: [trip({ to: 'identity-provider' })] })])))).toContain('identity-provider')
})

test('arrows stand beneath each other, steps apart, and long labels keep both ends', () => {
  const { rows, height } = placed(arrowsOf(flowOf([refused, step('server-metadata', { trips: [trip({}), trip({})] })])))
  const [first = 0, second = 0, third = 0] = rows.map(({ y }) => y)
  expect(second - first).toBeGreaterThan(third - second)
  expect(height).toBeGreaterThan(third)
  expect(fitted('GET /.well-known/oauth-protected-resource/a/mcp', 128)).toBe('GET /.well…rce/a/mcp')
  expect(fitted('GET /x', 128)).toBe('GET /x')
})
