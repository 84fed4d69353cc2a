// The rules of docs/components.md that a machine can see: one spacing scale, the few colours and sizes of letters.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..', 'web')
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css') || name.endsWith('tokens.css'))
  .map((name) => [name, readFileSync(join(web, name), 'utf8')])

/** Pixels. 232 is the width of the columns before it. 1 and 3 stand beside a hairline, so that the two make a step of the scale. */
const SCALE = new Set([0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 36, 48, 52, 232])
const LETTERS = new Set([11, 12, 13, 15, 17, 18])

const strays = (pattern, bad) =>
  sheets.flatMap(([name, text]) =>
    [...text.matchAll(pattern)].filter(([, value]) => bad(value)).map(([whole]) => `${name}: ${whole.trim()}`),
  )
const pixels = (value) => [...value.matchAll(/(\d+(?:\.\d+)?)px/g)].map(([, number]) => Number(number))

test('distances are steps of one scale', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const off = (value) => !value.includes('calc') && pixels(value).some((number) => !SCALE.has(number))
  expect(strays(/(?<!scroll-)\b(?:padding|margin|gap)[a-z-]*: ([^;]+);/g, off)).toEqual([])
})

test('colours are those of tokens.css', () => {
  const colours = strays(/^ +(?!--)[a-z][a-z-]*: ([^;\n]*#[0-9a-f]{3,8}[^;\n]*);/gim, () => true)
  // A page of a server stands on white paper, as a browser draws it.
  expect(colours.filter((one) => !one.startsWith('ui/viewers/viewers.module.css: background: #fff'))).toEqual([])
})

test('letters have a few sizes', () => {
  expect(strays(/font(?:-size)?: (\d+)px/g, (value) => !LETTERS.has(Number(value)))).toEqual([])
})
