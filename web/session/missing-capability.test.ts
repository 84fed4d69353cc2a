import { expect, test } from 'vitest'
import { missingCapability } from './missing-capability.ts'

const off = { roots: false, sampling: false, elicitation: false }
const needs = (requiredCapabilities: object) => ({ code: -32021, data: { requiredCapabilities } as never })

test('what is missing is named, and offered where it can be switched on', () => {
  expect(missingCapability(needs({ elicitation: { url: {} }, sampling: {} }), off)).toEqual({
    says: 'It needs elicitation.url (to ask you to visit a page) and sampling (to ask for a model’s answer), and that is switched off.',
    enables: ['elicitation', 'sampling'],
  })
  expect(missingCapability(needs({ sampling: { tools: {} } }), { ...off, sampling: true })).toMatchObject({ enables: ['samplingTools'] })
  expect(missingCapability(needs({ elicitation: {}, roots: {} }), { ...off, roots: true })).toMatchObject({ enables: ['elicitation'] })
})

test('what nobody here can do, or was declared, or is not said, is not offered', () => {
  for (const required of [{ sampling: { telepathy: {} } }, { elicitation: {}, tasks: {} }, { constructor: {} }])
    expect(missingCapability(needs(required), off)).toEqual({ says: expect.stringContaining('Loupe cannot do') })
  expect(missingCapability(needs({ roots: {} }), { ...off, roots: true })).toEqual({ says: expect.stringContaining('was declared') })
  expect(missingCapability({ code: -32021 }, off)).toEqual({ says: expect.stringContaining('does not say which') })
  expect(missingCapability({ code: -32602 }, off)).toBeUndefined()
})
