// Which control each shape of schema gets, told in one line: kind, `?` for "or null", `*` for required, what is inside.
import { expect, test } from 'vitest'
import { parseJson, writeJson } from '#mcp/json.ts'
import { assessDraft, checkValue } from './check.ts'
import { argumentsToDraft } from './from-arguments.ts'
import type { Node } from './node.ts'
import { modelOf } from './normalise.ts'

function told(node: Node, depth = 0): string {
  const word = node.kind + (node.nullable ? '?' : '')
  if (depth > 3) return word
  const inside = (one: Node) => told(one, depth + 1)
  switch (node.kind) {
    case 'object':
      return `{${node
        .shape({})
        .properties.map(({ name, required, node: child }) => `${name}${required ? '*' : ''} ${inside(child())}`)
        .join(', ')}}${node.nullable ? '?' : ''}`
    case 'list':
      return `[${inside(node.item())}]`
    case 'union':
      return node.branches.map(({ label, node: child }) => `${label}: ${inside(child())}`).join(' | ')
    case 'enum':
      return `${word}(${node.options.map(({ label }) => label).join(' ')})`
    default:
      return word
  }
}

const shape = (schema: string) => told(modelOf(parseJson(schema)).node)
const notes = (schema: string) => modelOf(parseJson(schema)).notes.map(({ at, says }) => `${at} ${says}`)

test.each([
  [
    'an $id inside, by its name, its address and what is in it',
    '{"$id":"https://x.test/root","properties":{"a":{"$ref":"item"},"b":{"$ref":"https://x.test/item#/properties/n"}},"$defs":{"i":{"$id":"item","type":"object","properties":{"n":{"type":"integer"},"p":{"$ref":"#/$defs/q"}},"$defs":{"q":{"type":"boolean"}}}}}',
    '{a {n number, p boolean}, b number}',
  ],
  [
    'anchors, also as older drafts write them',
    '{"properties":{"b":{"$ref":"#addr"},"d":{"$ref":"#loc"}},"$defs":{"A":{"$anchor":"addr","type":"string"},"B":{"$id":"#loc","type":"integer"}}}',
    '{b text, d number}',
  ],
  [
    '$dynamicRef: the outermost stands in',
    '{"$id":"https://x.test/strict","$dynamicAnchor":"node","$ref":"tree","properties":{"extra":{"type":"string"}},"$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","type":"object","properties":{"kids":{"type":"array","items":{"$dynamicRef":"#node"}}}}}}',
    '{kids [{kids [object], extra text}], extra text}',
  ],
  [
    '$recursiveRef likewise',
    '{"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"https://x.test/strict","$recursiveAnchor":true,"$ref":"tree","properties":{"extra":{"type":"string"}},"$defs":{"t":{"$id":"tree","$recursiveAnchor":true,"type":"object","properties":{"kids":{"type":"array","items":{"$recursiveRef":"#"}}}}}}',
    '{kids [{kids [object], extra text}], extra text}',
  ],
  [
    'definitions where OpenAPI has them, odd patterns and all',
    '{"type":"object","properties":{"a":{"$ref":"#/components/schemas/X"}},"components":{"schemas":{"X":{"type":"object","properties":{"y":{"$ref":"#/components/schemas/Y"}}},"Y":{"type":"string","pattern":"[[[bad"}}}}',
    '{a {y text}}',
  ],
  [
    'names that are escaped in a reference',
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/a%25b%20c~1d"},"e":{"$ref":"#/$defs/%C3%A9"}},"$defs":{"a%b c/d":{"type":"integer"},"é":{"type":"boolean"}}}',
    '{a number, e boolean}',
  ],
  [
    'every spelling of "or null"',
    '{"type":"object","properties":{"a":{"oneOf":[{"type":"null"},{"type":"integer"}]},"b":{"type":["string","null"],"enum":["x",null]},"c":{"anyOf":[{"const":null},{"type":"string"}]},"d":{"anyOf":[{"enum":[null]},{"enum":["p"]}]},"e":{"type":"string","x-nullable":true},"f":{"allOf":[{"$ref":"#/$defs/S"}],"nullable":true},"g":{"const":"x","nullable":true},"h":{"$ref":"#/$defs/S","nullable":true,"title":"H"},"i":{"nullable":true,"enum":["a"]}},"$defs":{"S":{"type":"string"}}}',
    '{a number?, b enum?(x), c text?, d enum?(p), e text?, f text?, g const?, h text?, i enum?(a)}',
  ],
  [
    'branches named by OpenAPI’s discriminator, which is filled in',
    '{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"discriminator":{"propertyName":"pet","mapping":{"cat":"#/$defs/Cat"}},"$defs":{"Cat":{"type":"object","properties":{"pet":{"type":"string"}},"required":["pet"]},"Dog":{"type":"object","properties":{"pet":{"type":"string"}},"required":["pet"]}}}',
    'cat: {pet* const} | Dog: {pet* const}',
  ],
  [
    'branches named by the constant in which they differ',
    '{"oneOf":[{"type":"object","properties":{"v":{"const":1},"op":{"const":"a"}}},{"type":"object","properties":{"v":{"const":1},"op":{"enum":["b","c"]}}}]}',
    'a: {v const, op const} | b, c: {v const, op enum(b c)}',
  ],
  [
    'unions in unions',
    '{"anyOf":[{"anyOf":[{"type":"string"},{"type":"null"}]},{"type":"integer"}]}',
    'Text or null: text? | Integer: number',
  ],
  [
    'a choice that is one branch of another',
    '{"anyOf":[{"$ref":"#/$defs/P"},{"type":"string"}],"$defs":{"P":{"title":"Parent","oneOf":[{"type":"object","properties":{"page":{"type":"string"}},"required":["page"]},{"type":"integer"}]}}}',
    'page: {page* text} | Integer: number | Text: text',
  ],
  [
    'a choice that is a branch of itself',
    '{"$ref":"#/$defs/V","$defs":{"V":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/W"}]},"W":{"anyOf":[{"type":"integer"},{"$ref":"#/$defs/V"}]}}}',
    'Text: text | Integer: number',
  ],
  ['a value twice, and no value', '{"properties":{"a":{"enum":["x","x",1]},"b":{"enum":[]}}}', '{a enum(x 1), b json}'],
  [
    'types in the words of languages',
    '{"properties":{"a":{"type":"str"},"b":{"type":"Int"},"c":{"type":"any"},"d":{"type":[]}}}',
    '{a text, b number, c json, d json}',
  ],
])('%s', (_, schema, words) => expect(shape(schema)).toBe(words))

test('what was read otherwise than written is said, once', () => {
  expect(notes('{"properties":{"a":{"type":"str"},"b":{"type":"string","nullable":true},"c":{"type":"string","nullable":true}}}')).toEqual([
    '/properties/a/type “str” is not a type of JSON Schema: it is read as “string”.',
    '/properties/b “nullable” is OpenAPI’s word, not one of JSON Schema: it is read as “or null”.',
  ])
  expect(notes('{"properties":{"a":{"$ref":"https://x.test/other"},"b":{"$ref":"#gone"}}}')).toEqual([
    '/properties/a/$ref The reference “https://x.test/other” points outside the schema and is never fetched: any JSON can be sent here.',
    '/properties/b/$ref The reference “#gone” leads nowhere: any JSON can be sent here.',
  ])
})

test('values are judged through the same references', () => {
  const schema = parseJson(
    '{"$id":"https://x.test/root","type":"object","properties":{"a":{"$ref":"item"},"t":{"type":"str"},"n":{"allOf":[{"$ref":"#/$defs/i/properties/n"}],"nullable":true}},"$defs":{"i":{"$id":"item","type":"object","properties":{"n":{"type":"integer","minimum":0}}}}}',
  )
  const judge = (value: string) => {
    const { arguments: sent, problems } = assessDraft(schema, argumentsToDraft(schema, parseJson(value)))
    expect(writeJson(sent)).toBe(value)
    return problems.map(({ at, says }) => `${at} ${says}`)
  }
  expect(judge('{"a":{"n":1},"t":"x","n":null}')).toEqual([])
  expect(judge('{"a":{"n":-1},"n":-2}')).toEqual(['/a/n -1 is less than 0.', '/n -2 is less than 0.'])
})

test('a dialect that is not known is said, with those that are; its form works, unchecked', () => {
  const schema = '{"$schema":"https://x.test/own-dialect","type":"object","properties":{"n":{"type":"integer","minimum":5}}}'
  expect(notes(schema)[0]).toContain('“https://x.test/own-dialect” is not known')
  expect(notes(schema)[0]).toContain('draft-07, 2019-09 and 2020-12')
  expect(shape(schema)).toBe('{n number}')
  expect(assessDraft(parseJson(schema), argumentsToDraft(parseJson(schema), { n: 1 }))).toEqual({ arguments: { n: 1 }, problems: [] })
})

test.each([
  'http://json-schema.org/draft-04/schema#',
  'https://json-schema.org/draft-07/schema',
  'https://json-schema.org/draft/2019-09/schema',
  undefined,
])('the dialect %s is checked', (dialect) => {
  const schema = {
    ...(dialect === undefined ? {} : { $schema: dialect }),
    type: 'object',
    properties: { n: { type: 'integer', minimum: 5 } },
  }
  expect(assessDraft(schema, argumentsToDraft(schema, { n: 1 })).problems.map(({ says }) => says)).toEqual(['1 is less than 5.'])
  expect(modelOf(schema).notes).toEqual([])
})

test('what a reference outside would demand is not taken for met: where a value stands, it is said', () => {
  const schema = parseJson(
    '{"type":"object","properties":{"a":{"$ref":"https://x.test/a.json"},"b":{"type":"string"},"c":{"type":"array","items":{"$ref":"other.json#/d"}}}}',
  )
  expect(checkValue(schema, { b: 'x' })).toEqual([])
  expect(checkValue(schema, { a: 1, c: [9007199254740993n] }).map(({ at, says, level }) => `${at} ${level} ${says}`)).toEqual([
    '/a bad This cannot be checked: the schema refers to “https://x.test/a.json”, which is not part of it and is never fetched.',
    '/c/0 bad This cannot be checked: the schema refers to “other.json#/d”, which is not part of it and is never fetched.',
  ])
})

test('a schema without a dialect is read as 2020-12, unless it is written as draft-07 was', () => {
  const old = parseJson('{"type":"object","properties":{"t":{"type":"array","items":[{"type":"string"},{"type":"integer"}]}}}')
  expect(modelOf(old).notes).toEqual([
    { at: '/properties/t/items', says: 'No dialect is named, and this is how draft-07 writes it: it is read as draft-07.' },
  ])
  expect(checkValue(old, { t: ['a', 'b'] }).map(({ at }) => at)).toEqual(['/t/1'])
  const newer = parseJson('{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"integer"}]}},"definitions":{}}')
  expect(modelOf(newer).notes).toEqual([])
  expect(checkValue(newer, { t: ['a'] }).map(({ at }) => at)).toEqual(['/t/0'])
})
