// Shapes that published servers use: what a person does in the form, and the exact arguments that must leave.
import { describe, expect, test } from 'vitest'
import { parseJson, writeJson } from '#mcp/json.ts'
import { changeAt, removeRow, renameRow } from './draft-edit.ts'
import { assessDraft } from './check.ts'
import { person } from './draft-test-person.ts'
import { draftToArguments } from './draft.ts'
import { argumentsToDraft } from './from-arguments.ts'
import { modelOf } from './normalise.ts'
import type { Node } from './node.ts'
import { isOpenChoice } from './touched.ts'

describe('shapes of published servers', () => {
  test('S01 optional scalars that are null by default stay away', () => {
    person(
      '{"type":"object","properties":{"city":{"type":"string","title":"City"},"country":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"title":"Country"},"limit":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"Limit"},"metric":{"anyOf":[{"type":"boolean"},{"type":"null"}],"default":null,"title":"Metric"}},"required":["city"]}',
    )
      .types(['city'], 'Oslo')
      .types(['limit'], '0')
      .sends('{"city":"Oslo","limit":0}')
  })

  test('S03 text or list: the typed text goes along into the first row', () => {
    const schema =
      '{"type":"object","properties":{"entity":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"area":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}],"default":null}},"required":["entity"]}'
    person(schema)
      .types(['entity'], 'light.hall')
      .branches(['entity'], 'List')
      .adds(['entity'])
      .types(['entity', 1], 'light.attic')
      .sends('{"entity":["light.hall","light.attic"]}')
  })

  test('S03 lines that are pasted can become a list; commas never split', () => {
    const at = person(
      '{"type":"object","properties":{"area":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}],"default":null}}}',
    ).types(['area'], 'a,b\r\nc\n')
    at.sends('{"area":"a,b\\r\\nc\\n"}')
    at.listed(['area']).sends('{"area":["a,b","c"]}')
    at.branches(['area'], 'Text').sends('{"area":"a,b\\r\\nc\\n"}')
  })

  test('S05 null that clears, and a value of several types', () => {
    person(
      '{"type":"object","properties":{"method":{"type":"string","enum":["create","update"]},"number":{"type":"number"},"kind":{"anyOf":[{"type":"string","minLength":1},{"type":"null"}],"description":"null clears it"},"fields":{"type":"array","items":{"type":"object","additionalProperties":false,"properties":{"field_name":{"type":"string"},"value":{"type":["string","number","boolean"]},"delete":{"type":"boolean"}},"required":["field_name"]}}},"required":["method"]}',
    )
      .picks(['method'], 'update')
      .types(['number'], '42')
      .sets(['kind'], 'null')
      .adds(['fields'])
      .types(['fields', 0, 'field_name'], 'Estimate')
      .branches(['fields', 0, 'value'], 'Number')
      .types(['fields', 0, 'value'], '3')
      .sends('{"method":"update","number":42,"kind":null,"fields":[{"field_name":"Estimate","value":3}]}')
  })

  test('S07 a free object is JSON, a map has rows', () => {
    person(
      '{"type":"object","properties":{"workflow":{"type":"string"},"inputs":{"type":"object","description":"inputs the workflow accepts"},"data":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"type":"string"}}},"required":["workflow"]}',
    )
      .types(['workflow'], 'deploy.yml')
      .types(['inputs'], '{"env":"staging","dry":true}')
      .adds(['data'], 'text/plain')
      .types(['data', 'text/plain'], 'hi')
      .sends('{"workflow":"deploy.yml","inputs":{"env":"staging","dry":true},"data":{"text/plain":"hi"}}')
  })

  test('S09 recursion: nothing below what was opened', () => {
    person(
      '{"type":"object","properties":{"blocks":{"type":"array","items":{"$ref":"#/$defs/block"}}},"required":["blocks"],"$defs":{"block":{"type":"object","properties":{"type":{"enum":["paragraph","toggle"]},"text":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/block"}}},"required":["type"]}}}',
    )
      .adds(['blocks'])
      .picks(['blocks', 0, 'type'], 'toggle')
      .types(['blocks', 0, 'text'], 'More')
      .adds(['blocks', 0, 'children'])
      .picks(['blocks', 0, 'children', 0, 'type'], 'paragraph')
      .types(['blocks', 0, 'children', 0, 'text'], 'inner')
      .sends('{"blocks":[{"type":"toggle","text":"More","children":[{"type":"paragraph","text":"inner"}]}]}')
  })

  test('S11 a required text left empty, a line break, a default', () => {
    person(
      '{"type":"object","properties":{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","properties":{"oldText":{"type":"string"},"newText":{"type":"string"}},"required":["oldText","newText"],"additionalProperties":false}},"dryRun":{"type":"boolean","default":false}},"required":["path","edits"],"$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":false}',
    )
      .types(['path'], 'notes/a b.md')
      .adds(['edits'])
      .types(['edits', 0, 'oldText'], 'x\n')
      .sends('{"path":"notes/a b.md","edits":[{"oldText":"x\\n","newText":""}],"dryRun":false}')
  })

  test('S13 text that looks like numbers', () => {
    person(
      '{"type":"object","properties":{"channel":{"type":"string"},"thread_ts":{"type":"string"},"limit":{"type":"string","default":"1d"},"types":{"type":"string","description":"comma separated"},"max":{"type":"number","default":20},"cursor":{"type":"string","default":""}},"required":["channel","thread_ts"]}',
    )
      .types(['channel'], 'C01')
      .types(['thread_ts'], '1718000000.123450')
      .types(['limit'], '50')
      .types(['types'], 'im,mpim')
      .sends('{"channel":"C01","thread_ts":"1718000000.123450","limit":"50","types":"im,mpim","max":20,"cursor":""}')
  })

  test('S15 a URL goes out as typed; bounds are said', () => {
    const at = person(
      '{"type":"object","properties":{"url":{"type":"string","format":"uri","minLength":1},"max_length":{"type":"integer","default":5000,"exclusiveMinimum":0,"exclusiveMaximum":1000000},"start_index":{"type":"integer","default":0,"minimum":0},"raw":{"type":"boolean","default":false}},"required":["url"]}',
    )
      .types(['url'], 'https://example.test/å?q=1')
      .picks(['raw'], true)
    at.sends('{"url":"https://example.test/å?q=1","max_length":5000,"start_index":0,"raw":true}')
    expect(at.types(['max_length'], '1000000').problems).toEqual(['/max_length: 1000000 must be less than 1000000.'])
    expect(at.types(['max_length'], '10.5').problems).toEqual(['/max_length: 10.5 is a number; the schema wants integer.'])
    expect(at.types(['max_length'], '').sent).toBe('{"url":"https://example.test/å?q=1","start_index":0,"raw":true}')
  })

  test('S17 a required wrapper goes even when empty; defaults that break their type do not', () => {
    const schema =
      '{"type":"object","properties":{"query_model":{"$ref":"#/$defs/Q"}},"required":["query_model"],"$defs":{"Q":{"type":"object","properties":{"query":{"type":"string","default":null},"team_ids":{"type":"array","items":{"type":"string"},"default":null},"limit":{"type":"integer","default":20,"maximum":100}}}}}'
    person(schema).sends('{"query_model":{"limit":20}}')
    person(schema).sets(['query_model', 'limit'], 'unset').sends('{"query_model":{}}')
  })

  test('S19 tuples', () => {
    person(
      '{"type":"object","properties":{"range":{"type":"array","prefixItems":[{"type":"integer","minimum":1},{"type":"integer","minimum":1}],"items":false,"minItems":2,"maxItems":2},"point":{"type":"array","prefixItems":[{"type":"string"},{"type":"object","additionalProperties":true}],"minItems":2}},"required":["range"],"$schema":"https://json-schema.org/draft/2020-12/schema"}',
    )
      .types(['range', 0], '3')
      .types(['range', 1], '9')
      .types(['point', 0], 'p')
      .types(['point', 1], '{"z":1}')
      .sends('{"range":[3,9],"point":["p",{"z":1}]}')
  })

  test('S21 allOf at the root; a required boolean is chosen, not assumed', () => {
    const at = person(
      '{"type":"object","allOf":[{"$ref":"#/$defs/base"},{"type":"object","properties":{"title":{"type":"string"},"done":{"type":"boolean"}},"required":["title","done"]}],"unevaluatedProperties":false,"$defs":{"base":{"type":"object","properties":{"userId":{"type":"integer"}},"required":["userId"]}}}',
    )
      .types(['userId'], '1')
      .types(['title'], 'Wash up')
    expect(at.problems).toEqual(['/done: Choose true or false.'])
    at.picks(['done'], false).sends('{"userId":1,"title":"Wash up","done":false}')
  })

  test('S23 true schemas, null first, an offset that stays', () => {
    person(
      '{"type":"object","properties":{"data":true,"labels":{"type":["null","array"],"items":{"type":"string"}},"count":{"type":["integer","null"]},"when":{"type":["null","string"],"format":"date-time"}},"required":["data"]}',
    )
      .types(['data'], '{"any":[1,"two",null]}')
      .sets(['labels'], 'null')
      .types(['when'], '2026-11-27T09:00:00+01:00')
      .sends('{"data":{"any":[1,"two",null]},"labels":null,"when":"2026-11-27T09:00:00+01:00"}')
  })

  test('S25 exactly one of two, in words; an erased text is not sent', () => {
    const at = person(
      '{"type":"object","properties":{"prompt":{"type":"string"},"image_url":{"type":"string","format":"uri"},"image_base64":{"type":"string"}},"required":["prompt"],"oneOf":[{"required":["image_url"]},{"required":["image_base64"]}]}',
    ).types(['prompt'], 'describe')
    expect(at.problems).toEqual([': Exactly one of these is needed: image_url, image_base64.'])
    at.types(['image_url'], 'https://x.test').types(['image_url'], '').types(['image_base64'], 'aGk=')
    at.sends('{"prompt":"describe","image_base64":"aGk="}')
  })

  test('S27 titled choices send their constants', () => {
    const at = person(
      '{"type":"object","properties":{"hero":{"type":"string","oneOf":[{"const":"h-1","title":"Night Owl"},{"const":"h-2","title":"Tide"}],"default":"h-1"},"fish":{"type":"array","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"f-1","title":"Tuna"},{"const":"f-2","title":"Cod"}]}},"pet":{"type":"string","enum":["p-1","p-2"],"enumNames":["Cat","Dog"]},"level":{"type":"integer","enum":[1,2,3]}},"required":["hero"]}',
    )
    at.picks(['hero'], 'h-2').ticks(['fish'], 'f-2').picks(['level'], 2)
    at.sends('{"hero":"h-2","fish":["f-2"],"level":2}')
    const { node } = modelOf(at.schema)
    const labels =
      node.kind === 'object'
        ? node
            .shape({})
            .properties.map(({ node }) =>
              'options' in node() ? (node() as Extract<Node, { kind: 'enum' }>).options.map(({ label }) => label) : [],
            )
        : []
    expect(labels).toEqual([
      ['Night Owl', 'Tide'],
      ['Tuna', 'Cod'],
      ['Cat', 'Dog'],
      ['1', '2', '3'],
    ])
  })

  test('S29 absent, empty and filled lists', () => {
    const schema =
      '{"type":"object","properties":{"id":{"type":"string"},"groups":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"members":{"type":"array","items":{"type":"string"}}},"required":["name","members"]}},"tags":{"type":"array","items":{"type":"string"},"minItems":1}},"required":["id"]}'
    person(schema).types(['id'], 'w1').sets(['groups'], 'empty').sends('{"id":"w1","groups":[]}')
    person(schema).types(['id'], 'w1').sends('{"id":"w1"}')
  })
})

describe('what people reported', () => {
  test('required texts left blank are sent empty', () => {
    person('{"type":"object","properties":{"oldText":{"type":"string"},"newText":{"type":"string"}},"required":["oldText","newText"]}')
      .types(['oldText'], 'x')
      .sends('{"oldText":"x","newText":""}')
  })

  test('decimals are typed one key at a time', () => {
    const at = person('{"type":"object","properties":{"ratio":{"type":"number"}}}')
    for (const text of ['1.', '-', '1e']) expect(at.types(['ratio'], text).problems[0]).toMatch(/not yet a number/)
    at.types(['ratio'], '1.05').sends('{"ratio":1.05}')
    at.types(['ratio'], '').sends('{}')
  })

  test('64-bit integers survive digit for digit', () => {
    person('{"type":"object","properties":{"id":{"type":"integer","format":"int64"}}}')
      .types(['id'], '9007199254740993')
      .sends('{"id":9007199254740993}')
  })

  test('broken JSON is fatal: nothing stale leaves', () => {
    const at = person('{"type":"object","properties":{"cfg":{}},"required":["cfg"]}').types(['cfg'], '{"n":1}').types(['cfg'], '{"n":2,')
    const { problems, arguments: sent } = assessDraft(at.schema, at.draft)
    expect(problems.map(({ level }) => level)).toEqual(['fatal'])
    expect(sent).toEqual({})
  })

  test('a nullable enum by reference: not sent, a value, null, and back', () => {
    const at = person(
      '{"type":"object","properties":{"sort":{"anyOf":[{"$ref":"#/$defs/Sort"},{"type":"null"}],"default":null}},"$defs":{"Sort":{"enum":["asc","desc"]}}}',
    )
    at.sends('{}')
    at.picks(['sort'], 'asc').sends('{"sort":"asc"}')
    at.sets(['sort'], 'null').sends('{"sort":null}')
    at.sets(['sort'], undefined).sends('{}')
  })

  test('a union at the root: labelled by its constant, only the active branch goes, drafts stay', () => {
    const at = person(
      '{"type":"object","anyOf":[{"properties":{"kind":{"const":"email"},"address":{"type":"string"}},"required":["kind","address"]},{"properties":{"kind":{"const":"sms"},"phone":{"type":"string"}},"required":["kind","phone"]}]}',
    )
    at.types(['address'], 'a@b').sends('{"kind":"email","address":"a@b"}')
    at.branches([], 'sms').types(['phone'], '1').sends('{"kind":"sms","phone":"1"}')
    at.branches([], 'email').sends('{"kind":"email","address":"a@b"}')
  })

  test('an optional group is gone again once all in it is blank', () => {
    const at = person(
      '{"type":"object","properties":{"a":{"type":"string"},"opt":{"type":"object","properties":{"n":{"type":"string"},"m":{"type":"string"}},"required":["n"]}}}',
    )
    at.types(['opt', 'm'], 'x').sends('{"opt":{"n":"","m":"x"}}')
    at.types(['opt', 'm'], '').sends('{}')
  })

  test('map rows: blank ones stay, names are unique and follow their pattern', () => {
    const at = person(
      '{"type":"object","properties":{"hdr":{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"propertyNames":{"pattern":"^x-[a-z]+$"},"additionalProperties":false}}}',
    )
    at.adds(['hdr']).sends('{}')
    at.adds(['hdr'], 'x-a').types(['hdr', 'x-a'], '1').sends('{"hdr":{"x-a":1}}')
    at.draft = changeAt(at.draft, [{ member: 'hdr' }], (field) => renameRow(field, 0, 'x-a'))
    expect(at.problems).toEqual(['/hdr/x-a: An integer is required.', '/hdr/row:1: “x-a” is there already.'])
    at.draft = changeAt(at.draft, [{ member: 'hdr' }], (field) => removeRow(field, 0))
    at.sends('{"hdr":{"x-a":1}}')
  })

  test('members named like those of Object.prototype', () => {
    const at = person(
      '{"type":"object","properties":{"constructor":{"type":"string"},"toString":{"type":"string"},"__proto__":{"type":"string"},"a.b":{"type":"string"},"fields[mesh]":{"type":"string"},"":{"type":"string"}}}',
    )
    at.sends('{}')
    for (const name of ['constructor', 'toString', '__proto__', 'a.b', 'fields[mesh]', '']) at.types([name], 'v')
    expect(at.problems).toEqual([])
    expect(JSON.stringify(assessDraft(at.schema, at.draft).arguments)).toBe(
      '{"constructor":"v","toString":"v","__proto__":"v","a.b":"v","fields[mesh]":"v","":"v"}',
    )
  })

  test('optional booleans have three states; required lists are asked for', () => {
    const flags = person('{"type":"object","properties":{"dry_run":{"type":"boolean"},"confirm":{"type":"boolean","default":true}}}')
    flags.sends('{"confirm":true}')
    flags.sets(['confirm'], 'unset').picks(['dry_run'], false).sends('{"dry_run":false}')
    flags.sets(['dry_run'], undefined).sends('{}')
    expect(
      person('{"type":"object","properties":{"edits":{"type":"array","items":{"type":"object"}}},"required":["edits"]}').problems,
    ).toEqual(['/edits: Add a row, or send an empty list.'])
    const wanted = (least: number) =>
      person(`{"type":"object","properties":{"a":{"type":"array","minItems":${least},"items":{}}},"required":["a"]}`).problems
    expect(wanted(0)).toEqual(['/a: Add a row, or send an empty list.'])
    expect(wanted(1)).toEqual(['/a: Add a row.'])
    expect(wanted(2)).toEqual(['/a: Add rows: at least 2 are needed.'])
  })

  test('a choice of objects stands open until it is made', () => {
    const schema =
      '{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"last4":{"type":"string"}}},{"type":"object","properties":{"kind":{"const":"cash"}}}]},"to":{"anyOf":[{"type":"string"},{"type":"object"}]}}}'
    const at = person(schema)
    const isOpen = (name: string) => {
      const { node: root } = modelOf(parseJson(schema))
      const node =
        root.kind === 'object' &&
        root
          .shape({})
          .properties.find((one) => one.name === name)
          ?.node()
      return node !== undefined && node !== false && isOpenChoice(node, at.draft.members?.[name])
    }
    expect([isOpen('pay'), isOpen('to')]).toEqual([true, false])
    at.branches(['pay'], 'card')
    expect(isOpen('pay')).toBe(false)
    at.sends('{"pay":{"kind":"card"}}')
  })

  test('a pattern is told as the schema has it', () => {
    const at = person('{"type":"object","properties":{"zip":{"type":"string","pattern":"^\\\\d{5}$"}}}').types(['zip'], '12')
    expect(at.problems).toEqual(['/zip: “12” does not match the pattern ^\\d{5}$.'])
  })

  test('a row that is not filled in stays where it stands, and says what is sent in its place', () => {
    const at = person('{"type":"object","properties":{"n":{"type":"array","items":{"type":"integer"}}}}')
    const rows = [
      { id: 0, field: {} },
      { id: 1, field: { state: 'value' as const, text: '2' } },
    ]
    const { arguments: sent, problems } = draftToArguments(at.schema, { members: { n: { state: 'value', rows } } })
    expect(JSON.stringify(sent)).toBe('{"n":[null,2]}')
    expect(problems.map(({ says }) => says)).toEqual(['An integer is required. “Send anyway” sends null in its place.'])
  })

  test('a schema that demands itself without end stays finite', () => {
    const at = person('{"type":"object","properties":{"child":{"$ref":"#"}},"required":["child"]}')
    expect(at.sent.length).toBeLessThan(200)
    expect(at.problems.some((says) => says.includes('without end'))).toBe(true)
  })

  test('a pattern that would run for ever decides nothing and holds nothing up', () => {
    const { arguments: sent } = draftToArguments(
      parseJson(
        '{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$","default":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"},"m":{"type":"object","propertyNames":{"pattern":"^(x+x+)+y$"},"patternProperties":{"^(x+x+)+z$":{"type":"integer"}},"additionalProperties":{"type":"string"}}},"if":{"properties":{"a":{"pattern":"^(a|aa)+$"}}},"then":{"properties":{"more":{"type":"string"}},"required":["more"]}}',
      ),
      { members: { m: { rows: [{ id: 0, key: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', field: { state: 'value', text: 'v' } }] } } },
    )
    expect(writeJson(sent)).toBe(
      '{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!","m":{"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":"v"}}',
    )
  })

  test('a format is advice: a default that is none of it is still the default', () => {
    const at = person('{"type":"object","properties":{"since":{"type":"string","format":"date-time","default":"now"}}}')
    at.sends('{"since":"now"}')
    expect(assessDraft(at.schema, at.draft).problems.map(({ level }) => level)).toEqual(['warn'])
  })

  test('a text that may not be empty starts as not sent, and is not sent again when erased', () => {
    const at = person(
      '{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"string","pattern":"^x"}},"required":["a","b"]}',
    )
    expect(at.sent).toBe('{}')
    expect(at.problems).toEqual(['/a: A text is required.', '/b: A text is required.'])
    at.types(['a'], 'y').types(['b'], 'x').sends('{"a":"y","b":"x"}')
    expect(at.types(['a'], '').sent).toBe('{"b":"x"}')
    expect(at.sets(['a'], 'empty').sent).toBe('{"a":"","b":"x"}')
  })

  test('bytes are sent as they were written, and what is no base64 is said', () => {
    const at = person('{"type":"object","properties":{"f":{"type":"string","contentEncoding":"base64"}}}').types(['f'], 'aGk=')
    at.sends('{"f":"aGk="}')
    expect(assessDraft(at.schema, at.types(['f'], 'hé!').draft).problems).toMatchObject([{ at: '/f', level: 'warn' }])
  })

  test('choices that look alike are told apart, and a missing part is said once', () => {
    const { node } = modelOf(parseJson('{"enum":[1,"1","a"]}'))
    expect(node.kind === 'enum' && node.options.map(({ label }) => label)).toEqual(['1', '"1"', 'a'])
    const at = person(
      '{"type":"object","anyOf":[{"properties":{"id":{"type":"integer"}},"required":["id"]},{"properties":{"n":{"type":"string"}},"required":["n"]}]}',
    )
    expect(at.problems).toEqual(['/id: An integer is required.'])
    expect(person('{"type":"object","minProperties":1,"properties":{"a":{"type":"string"}}}').problems).toEqual([
      ': Too few members: at least 1 is needed.',
    ])
  })

  test('conditions open and close members', () => {
    const at = person(
      '{"type":"object","properties":{"kind":{"enum":["a","b"]},"card":{"type":"string"}},"if":{"properties":{"kind":{"const":"b"}},"required":["kind"]},"then":{"properties":{"more":{"type":"integer"}},"required":["more"]},"dependentSchemas":{"card":{"properties":{"cvc":{"type":"string"}},"required":["cvc"]}}}',
    )
    at.picks(['kind'], 'a').sends('{"kind":"a"}')
    expect(at.picks(['kind'], 'b').problems).toEqual(['/more: An integer is required.'])
    at.types(['more'], '2').types(['card'], '4').types(['cvc'], '9')
    at.sends('{"kind":"b","card":"4","more":2,"cvc":"9"}')
    at.picks(['kind'], 'a').sends('{"kind":"a","card":"4","cvc":"9"}')
  })
})

test('a schema that demands itself in itself asks for one level at a time', () => {
  const schema = parseJson(
    '{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"string"},"n":{"$ref":"#/$defs/n"}},"required":["v","n"]}}}',
  )
  const { problems } = draftToArguments(schema, { members: { v: { state: 'value', text: 'a' } } })
  expect(problems).toEqual([{ at: '/n', says: 'The schema demands this again in itself, without end.', level: 'bad' }])
})

test('a condition within what a condition brings opens members, too', () => {
  const at = person(
    '{"type":"object","properties":{"where":{"enum":["local","cloud"]}},"if":{"properties":{"where":{"const":"cloud"}},"required":["where"]},"then":{"properties":{"spot":{"type":"boolean"}},"if":{"properties":{"spot":{"const":true}},"required":["spot"]},"then":{"properties":{"bid":{"type":"number"}},"required":["bid"]}}}',
  )
    .picks(['where'], 'cloud')
    .picks(['spot'], true)
  expect(at.problems).toEqual(['/bid: A number is required.'])
  at.types(['bid'], '0.10').sends('{"where":"cloud","spot":true,"bid":0.10}')
  at.picks(['spot'], false).sends('{"where":"cloud","spot":false}')
})

test('a draft that is older than the schema is read as far as it can be', () => {
  const schema = parseJson(
    '{"type":"object","properties":{"e":{"enum":["a","b"]},"u":{"anyOf":[{"type":"string"},{"type":"integer"}]},"m":{"type":"array","items":{"enum":["x"]}}},"required":["e"]}',
  )
  const old = {
    members: { e: { state: 'value', text: 'a text' }, u: { state: 'value', branch: 7 }, m: { state: 'value', picked: ['x', '"x"'] } },
  } as const
  const { arguments: built, problems } = draftToArguments(schema, structuredClone(old) as never)
  expect(built).toEqual({ m: ['x'] })
  expect(problems).toEqual([{ at: '/e', says: 'Choose one.', level: 'bad' }])
})

test.each(['{"v":[]}', '{"v":[1]}', '{"v":{}}', '{"v":null}', '{"v":""}'])('%s finds the branch of its type', (text) => {
  const schema = parseJson('{"type":"object","properties":{"v":{"type":["string","object","array","null"]}}}')
  const { arguments: built, problems } = assessDraft(schema, argumentsToDraft(schema, parseJson(text)))
  expect([writeJson(built), problems]).toEqual([text, []])
})
