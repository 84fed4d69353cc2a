import { expect, test } from 'vitest'
import { redirectSpellings } from './redirect-spellings.ts'

test('a loopback address has two spellings, with the same port and path, the one in use first', () => {
  expect(redirectSpellings('http://127.0.0.1:6274/callback').map(({ uri }) => uri)).toEqual([
    'http://127.0.0.1:6274/callback',
    'http://localhost:6274/callback',
  ])
  expect(redirectSpellings('http://localhost:6274/callback').map(({ uri }) => uri)).toEqual([
    'http://localhost:6274/callback',
    'http://127.0.0.1:6274/callback',
  ])
})

test('a hosted page has one, and what is no URL stays as it is', () => {
  expect(redirectSpellings('https://loupe.example/callback')).toEqual([{ uri: 'https://loupe.example/callback', says: 'in use' }])
  expect(redirectSpellings('nowhere')[0]?.uri).toBe('nowhere')
})
