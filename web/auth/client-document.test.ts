import { expect, test } from 'vitest'
import { clientDocument, documentFault } from './client-document.ts'

test('the document names its own address, and both spellings of a loopback redirect', () => {
  expect(JSON.parse(clientDocument('https://me.example/loupe.json', 'http://127.0.0.1:6274/callback', {}))).toMatchObject({
    client_id: 'https://me.example/loupe.json',
    client_name: 'Loupe',
    redirect_uris: ['http://127.0.0.1:6274/callback', 'http://localhost:6274/callback'],
    application_type: 'native',
  })
  expect(JSON.parse(clientDocument('https://me.example/l', 'https://loupe.example/callback', {}))).toMatchObject({
    application_type: 'web',
  })
})

test.each([
  ['https://me.example/loupe.json', undefined],
  ['http://me.example/loupe.json', 'https'],
  ['https://me.example', 'path'],
  ['https://me.example/a#b', 'fragment'],
  ['me', 'no URL'],
])('%s as its address: %s', (url, fault) => {
  if (fault === undefined) expect(documentFault(url)).toBeUndefined()
  else expect(documentFault(url)).toContain(fault)
})
