// A person may put arguments in as JSON and look at the form: nothing may change by that.
import { describe, expect, test } from 'vitest'
import { parseJson, writeJson } from '#mcp/json.ts'
import { draftToArguments } from './draft.ts'
import { argumentsToDraft } from './from-arguments.ts'

describe('arguments put in as JSON come out unchanged', () => {
  const schema = parseJson(
    '{"type":"object","properties":{"s":{"type":"string"},"r":{"type":"string"},"d":{"type":"integer","default":3},"n":{"type":["integer","null"]},"e":{"enum":["a","b"]},"m":{"type":"array","items":{"enum":["x","y"]}},"l":{"type":"array","items":{"type":"object","properties":{"k":{"const":"c"}},"required":["k"]}},"o":{"type":"object","properties":{"q":{"type":"boolean"}}},"u":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"number"}}]},"t":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}]}},"required":["r"]}',
  )
  for (const text of [
    '{}',
    '{"r":""}',
    '{"s":"","r":"x","n":null,"e":"b"}',
    '{"r":"x","d":9007199254740993,"m":["y","x"],"l":[{"k":"c"},{}],"o":{}}',
    '{"r":"x","u":[1.5,2],"t":["a"],"extra":{"deep":[null]}}',
    '{"r":1,"d":"text","m":["x","x"],"l":"no","o":[],"u":{"z":1}}',
    '{"r":"line\\nbreak","m":[],"l":[],"u":"1"}',
    '{"r":"x","l":[{"k":"other","more":1}],"t":["a",1,true]}',
  ])
    test(text, () => {
      expect(writeJson(draftToArguments(schema, argumentsToDraft(schema, parseJson(text))).arguments)).toBe(text)
    })
})
