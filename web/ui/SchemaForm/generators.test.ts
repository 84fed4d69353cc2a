// Shapes as zod, pydantic, TypeBox, Go and OpenAPI write them, and what is odd in published schemas: the exact arguments
// when nothing is touched, and when a person fills in what the line says.
import { expect, test } from 'vitest'
import { parseJson } from '#mcp/json.ts'
import { person, type Person } from './draft-test-person.ts'
import { typeWords } from './field-state.ts'
import { modelOf } from './normalise.ts'
import type { Node } from './node.ts'

const of = (properties: string, more = '') => `{"type":"object","properties":{${properties}}${more}}`

/** What it is, its schema, what leaves when nothing is touched, what is done, what leaves then. */
const CASES: [what: string, schema: string, untouched: string, does: (at: Person) => unknown, filled: string][] = [
  [
    'pydantic: a union by its discriminator, whose tag has a default',
    of(
      '"shape":{"discriminator":{"mapping":{"c":"#/$defs/C","s":"#/$defs/S"},"propertyName":"kind"},"oneOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/S"}]}',
      ',"required":["shape"],"$defs":{"C":{"type":"object","title":"C","properties":{"kind":{"const":"c","default":"c","type":"string"},"r":{"type":"number"}},"required":["r"]},"S":{"type":"object","title":"S","properties":{"kind":{"const":"s","default":"s","type":"string"},"side":{"type":"number"}},"required":["side"]}}',
    ),
    '{}',
    (at) => at.branches(['shape'], 's').types(['shape', 'side'], '2.50'),
    '{"shape":{"kind":"s","side":2.50}}',
  ],
  [
    'TypeBox: the tag of a branch is sent with it though nothing demands it',
    of(
      '"t":{"anyOf":[{"type":"object","properties":{"kind":{"const":"email"},"to":{"type":"string"}},"required":["to"]},{"type":"object","properties":{"kind":{"const":"sms"},"no":{"type":"string"}},"required":["no"]}]}',
    ),
    '{}',
    (at) => at.branches(['t'], 'sms').types(['t', 'no'], '1'),
    '{"t":{"kind":"sms","no":"1"}}',
  ],
  [
    'a linked list through "or null"',
    of(
      '"head":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}],"default":null}',
      ',"$defs":{"N":{"type":"object","properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}],"default":null}},"required":["v"]}}',
    ),
    '{}',
    (at) => at.types(['head', 'v'], '1').types(['head', 'next', 'v'], '2').sets(['head', 'next', 'next'], 'null'),
    '{"head":{"v":1,"next":{"v":2,"next":null}}}',
  ],
  [
    'or null with a default that is a value',
    of(
      '"n":{"anyOf":[{"type":"integer","minimum":0},{"type":"null"}],"default":5},"l":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}],"default":["a"]}',
    ),
    '{"n":5,"l":["a"]}',
    (at) => at.sets(['n'], 'null').sets(['l'], 'unset'),
    '{"n":null}',
  ],
  [
    'a map of a union with null',
    of('"m":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]}}'),
    '{}',
    (at) =>
      at
        .adds(['m'], 'a')
        .branches(['m', 'a'], 'Number')
        .types(['m', 'a'], '1e3')
        .adds(['m'], 'b')
        .sets(['m', 'b'], 'null')
        .adds(['m'], 'c/~')
        .branches(['m', 'c/~'], 'Text')
        .types(['m', 'c/~'], 'x'),
    '{"m":{"a":1e3,"b":null,"c/~":"x"}}',
  ],
  [
    'zod: a record of listed names has a field for each',
    of('"score":{"type":"object","propertyNames":{"type":"string","enum":["low","high"]},"additionalProperties":{"type":"number"}}'),
    '{}',
    (at) => at.types(['score', 'high'], '3'),
    '{"score":{"high":3}}',
  ],
  [
    'zod: a tuple without a least length is asked for, not made up',
    of('"box":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}', ',"required":["box"]'),
    '{}',
    (at) => at.types(['box', 0], '1').types(['box', 1], '-0.5'),
    '{"box":[1,-0.5]}',
  ],
  [
    'draft-07: a tuple, closed',
    of(
      '"pt":{"type":"array","items":[{"type":"integer"},{"enum":["N","S"]}],"additionalItems":false,"minItems":2}',
      ',"$schema":"http://json-schema.org/draft-07/schema#"',
    ),
    '{}',
    (at) => at.types(['pt', 0], '4').picks(['pt', 1], 'S'),
    '{"pt":[4,"S"]}',
  ],
  [
    'a required map is asked for; empty is a choice',
    of('"labels":{"type":"object","additionalProperties":{"type":"string"}}', ',"required":["labels"]'),
    '{}',
    (at) => at.sets(['labels'], 'empty'),
    '{"labels":{}}',
  ],
  [
    'a required object or null is asked for',
    of('"o":{"anyOf":[{"type":"object","properties":{"x":{"type":"string"}}},{"type":"null"}]}', ',"required":["o"]'),
    '{}',
    (at) => at.sets(['o'], 'null'),
    '{"o":null}',
  ],
  [
    'Go: null first, required, and closed',
    of(
      '"Name":{"type":"string"},"Tags":{"type":["null","array"],"items":{"type":"string"}},"Any":{},"Opts":{"type":["null","object"],"properties":{"V":{"type":"boolean"}},"additionalProperties":false}',
      ',"required":["Name","Tags"],"additionalProperties":false',
    ),
    '{"Name":""}',
    (at) => at.sets(['Tags'], 'null').types(['Any'], '[1]').picks(['Opts', 'V'], false),
    '{"Name":"","Tags":null,"Any":[1],"Opts":{"V":false}}',
  ],
  [
    'conditions in a chain',
    of(
      '"mode":{"enum":["a","b"]}',
      ',"required":["mode"],"allOf":[{"if":{"properties":{"mode":{"const":"a"}},"required":["mode"]},"then":{"properties":{"ax":{"type":"string"}},"required":["ax"]}},{"if":{"properties":{"mode":{"const":"b"}},"required":["mode"]},"then":{"properties":{"bx":{"type":"integer"}},"required":["bx"]}}]',
    ),
    '{}',
    (at) => at.picks(['mode'], 'a').types(['ax'], 'x').picks(['mode'], 'b').types(['bx'], '7'),
    '{"mode":"b","bx":7}',
  ],
  [
    'an object that conditions alone describe can be filled in',
    '{"type":"object","dependentRequired":{"a":["b"]}}',
    '{}',
    (at) => at.adds([], 'a').types(['a'], '1').types(['b'], '"x"'),
    '{"b":"x","a":1}',
  ],
  [
    'an enum of everything',
    of('"e":{"enum":["a",1,"1",true,null,{"x":1},[1],""]}'),
    '{}',
    (at) => at.picks(['e'], { x: 1 }),
    '{"e":{"x":1}}',
  ],
  [
    'constants',
    of(
      '"v":{"const":"2"},"o":{"const":{"a":1}},"n":{"const":9007199254740993},"f":{"const":false},"z":{"const":null}',
      ',"required":["v","o","n","f","z"]',
    ),
    '{"v":"2","o":{"a":1},"n":9007199254740993,"f":false,"z":null}',
    () => {},
    '{"v":"2","o":{"a":1},"n":9007199254740993,"f":false,"z":null}',
  ],
  [
    'two lists of choices at once are chosen one after the other',
    of(
      '"x":{"allOf":[{"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"a":{"const":2}},"required":["a"]}]},{"anyOf":[{"properties":{"b":{"const":"p"},"q":{"type":"string"}},"required":["b"]},{"properties":{"b":{"const":"r"}},"required":["b"]}]}]}',
    ),
    '{}',
    (at) => at.branches(['x'], '2').types(['x', 'q'], 'z'),
    '{"x":{"a":2,"b":"p","q":"z"}}',
  ],
  [
    'a choice that may be written freely, too',
    of('"m":{"anyOf":[{"type":"string","enum":["s","m","l"]},{"type":"string"}]}'),
    '{}',
    (at) => at.branches(['m'], 'Text').types(['m'], 'xl'),
    '{"m":"xl"}',
  ],
  [
    'any JSON, spelled out by recursion',
    of(
      '"v":{"$ref":"#/$defs/J"}',
      ',"required":["v"],"$defs":{"J":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/J"}},{"type":"object","additionalProperties":{"$ref":"#/$defs/J"}}]}}',
    ),
    '{}',
    (at) =>
      at
        .branches(['v'], 'Object')
        .adds(['v'], 'k')
        .branches(['v', 'k'], 'List')
        .adds(['v', 'k'])
        .branches(['v', 'k', 0], 'Number')
        .types(['v', 'k', 0], '0'),
    '{"v":{"k":[0]}}',
  ],
  [
    'the same value as text and as number',
    of('"id":{"anyOf":[{"type":"integer"},{"type":"string","pattern":"^\\\\d+$"}]}', ',"required":["id"]'),
    '{}',
    (at) => at.branches(['id'], 'Text').types(['id'], '007'),
    '{"id":"007"}',
  ],
  [
    'OpenAPI: nullable beside allOf, definitions among its components',
    of(
      '"a":{"nullable":true,"allOf":[{"$ref":"#/components/schemas/A"}]},"c":{"type":"array","nullable":true,"items":{"type":"string"}}',
      ',"components":{"schemas":{"A":{"type":"object","properties":{"id":{"type":"integer","format":"int64"}},"required":["id"]}}}',
    ),
    '{}',
    (at) => at.types(['a', 'id'], '123456789012345678901').sets(['c'], 'null'),
    '{"a":{"id":123456789012345678901},"c":null}',
  ],
  [
    'names that are hard to write down',
    of(
      '"a/b":{"type":"string"},"a~b":{"type":"string"},"":{"type":"integer"},"😀":{"type":"string"},"$ref":{"type":"string"},"properties":{"type":"string"},"type":{"type":"string"},"__proto__":{"type":"object","properties":{"x":{"type":"string"}}}',
      ',"required":["a/b"]',
    ),
    '{"a/b":""}',
    (at) =>
      at.types(['a~b'], '~').types([''], '1').types(['😀'], '!').types(['$ref'], '#').types(['__proto__', 'x'], 'y').types(['type'], 't'),
    '{"a/b":"","a~b":"~","":1,"😀":"!","$ref":"#","type":"t","__proto__":{"x":"y"}}',
  ],
  [
    'a definition that lies in the part that wants it',
    of(
      '"x":{"type":"object","properties":{"y":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"integer"}}},"z":{"$ref":"#/$defs/p%20q"}',
      ',"$defs":{"p%20q":{"type":"boolean"}}',
    ),
    '{}',
    (at) => at.types(['x', 'y'], '1').picks(['z'], true),
    '{"x":{"y":1},"z":true}',
  ],
  [
    'a required text that its pattern keeps from being empty, with what only backtracking knows',
    of('"a":{"type":"string","pattern":"^(?!\\\\s*$).+"},"b":{"type":"string","pattern":"(?<!x)y"}', ',"required":["a","b"]'),
    '{}',
    (at) => at.types(['a'], 'q').types(['b'], 'ay'),
    '{"a":"q","b":"ay"}',
  ],
  [
    'defaults of a required object and of rows',
    of(
      '"ro":{"type":"object","properties":{"p":{"type":"integer","default":3},"q":{"type":"string"}}},"rows":{"type":"array","items":{"type":"object","properties":{"d":{"type":"boolean","default":false},"n":{"type":"string"}},"required":["n"]}}',
      ',"required":["ro"]',
    ),
    '{"ro":{"p":3}}',
    (at) => at.adds(['rows']).types(['rows', 0, 'n'], 'a'),
    '{"ro":{"p":3},"rows":[{"d":false,"n":"a"}]}',
  ],
]

test.each(CASES)('%s', (_, schema, untouched, does, filled) => {
  const at = person(schema)
  expect(at.sent).toBe(untouched)
  does(at)
  at.sends(filled)
})

const members = (schema: string) => {
  const { node } = modelOf(parseJson(schema))
  if (node.kind !== 'object') throw new Error(`not an object but ${node.kind}`)
  return Object.fromEntries(node.shape({}).properties.map(({ name, node }) => [name, node()]))
}
const told = (node: Node | undefined) => `${node?.kind}: ${node?.notes.join(' ')}`

test('what nothing can satisfy is said at the field, and JSON is offered', () => {
  const at = members(
    of(
      '"types":{"allOf":[{"type":"string"},{"type":"integer"}]},"constants":{"allOf":[{"const":1},{"const":2}]},"beside":{"type":"string","allOf":[{"type":"object","properties":{"a":{"type":"string"}}}]},"ghost":{"type":"object","properties":{"a":{}},"required":["b"],"additionalProperties":false},"never":{"not":{}},"no":false,"length":{"type":"string","minLength":5,"maxLength":2},"values":{"type":"string","enum":[1,2]},"fine":{"allOf":[{"type":["string","null"]},{"type":"string"}]}',
    ),
  )
  expect(told(at.types)).toBe('json: Nothing can satisfy this: it would have to be text and integer at once. Any JSON can be sent.')
  expect(told(at.constants)).toBe('json: Nothing can satisfy this: it would have to be 1 and 2 at once. Any JSON can be sent.')
  expect(told(at.beside)).toMatch(/^json: Nothing can satisfy this: it would have to be object and text at once/)
  expect(at.ghost!.kind === 'object' && told(at.ghost!.shape({}).properties[1]!.node())).toMatch(
    /^json: The schema demands this member and allows none/,
  )
  expect(told(at.never)).toBe('json: The schema allows no value here.')
  expect(told(at.no)).toBe('json: The schema allows no value here.')
  expect(told(at.length)).toBe('text: Nothing can satisfy this: at least 5 and at most 2 are wanted at once.')
  expect(told(at.values)).toMatch(/^enum: What the schema lists here is not of the type that it wants/)
  expect(told(at.fine)).toBe('text: ')
})

test('a shape that what stands beside the choice excludes can still be chosen, and says so', () => {
  const { u } = members(of('"u":{"type":"object","anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"string"}]}'))
  expect(u?.kind === 'union' && u.branches.map(({ label, node }) => `${label} ${told(node())}`)).toEqual([
    'a object: ',
    'Text text: What stands beside the choice excludes this shape: it would have to be object and text at once.',
  ])
})

test('one broken part leaves the judge to all others, and is said', () => {
  const at = person(
    of(
      '"a":null,"b":"string","c":["string"],"d":{"type":"string","pattern":5,"minLength":"1"},"e":{"anyOf":{}},"f":{"type":"object","additionalProperties":"false","required":"x"},"n":{"type":"integer","minimum":3}',
      ',"not":null,"if":5,"required":null',
    ),
  ).types(['n'], '1')
  expect(at.problems).toEqual(['/n: 1 is less than 3.'])
  expect(modelOf(at.schema).notes.map(({ at, says }) => `${at} ${says}`)).toEqual([
    '/properties/a null is not a schema: any JSON can be sent here.',
    '/properties/b "string" is not a schema: any JSON can be sent here.',
    '/properties/c ["string"] is not a schema: any JSON can be sent here.',
    '/properties/d/pattern “pattern” is not a text and is ignored.',
    '/properties/d/minLength “minLength” is not a number and is ignored.',
    '/properties/e/anyOf “anyOf” is not a list and is ignored.',
    '/properties/f/additionalProperties “additionalProperties” is not a schema and is ignored.',
    '/properties/f/required “required” is not a list and is ignored.',
    '/not “not” is not a schema and is ignored.',
    '/if “if” is not a schema and is ignored.',
    '/required “required” is not a list and is ignored.',
  ])
})

test.each(['', ',"$schema":"http://json-schema.org/draft-04/schema#"', ',"$schema":"http://json-schema.org/draft-07/schema#"'])(
  'bounds as draft-04 excludes them hold in every dialect %s',
  (dialect) => {
    const at = person(of('"a":{"type":"integer","minimum":0,"exclusiveMinimum":true,"maximum":10,"exclusiveMaximum":false}', dialect))
    expect(typeWords(members(of('"a":{"type":"integer","minimum":0,"exclusiveMinimum":true,"maximum":10}', dialect)).a!)).toBe(
      'integer, 1–10',
    )
    expect(at.types(['a'], '0').problems).toEqual(['/a: 0 must be more than 0.'])
    at.types(['a'], '10').sends('{"a":10}')
  },
)

test('a type is told with the limits of that type alone', () => {
  const at = members(
    of(
      '"a":{"type":"string","minimum":3},"b":{"type":"number","minLength":2},"m":{"type":"object","minProperties":1,"additionalProperties":{}},"l":{"type":"array","uniqueItems":true,"maxItems":3,"items":{"type":"string"}},"j":{"type":"array","minItems":1},"s":{"type":"string","maxLength":1},"p":{"type":"string","pattern":"^\\\\d{5}$"},"f":{"type":"string","format":"email","pattern":"@"}',
    ),
  )
  expect(Object.values(at).map(typeWords)).toEqual([
    'text',
    'number',
    'object, at least 1 member',
    'list, at most 3, each once',
    'list, at least 1',
    'text, at most 1 character',
    'text, pattern ^\\d{5}$',
    'email',
  ])
})

test('a rule on members is told as it is grouped', () => {
  const at = person(
    of('"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}', ',"anyOf":[{"required":["a"]},{"required":["b","c"]}]'),
  )
  expect(at.problems).toEqual([': At least one of these is needed: a; or b and c.'])
})
