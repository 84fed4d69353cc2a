import { describe, expect, test } from 'vitest'
import type { Json } from './json.ts'
import { readContent, readContents, readPromptResult, readToolResult } from './content-read.ts'
import { cutLarge, noteHeld } from './held.ts'
import { readPrompts, readResources, readTemplates, readTools } from './model-read.ts'

describe('lists', () => {
  test('one bad output schema takes no other tool with it', () => {
    const { items } = readTools({
      tools: [
        { name: 'ok', inputSchema: { type: 'object' } },
        { name: 'bad', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } },
        { name: 'worse', inputSchema: { type: 'object' }, outputSchema: 'x' },
      ],
    })
    expect(items.map((tool) => [tool.name, tool.oddities.map((oddity) => oddity.at)])).toEqual([
      ['ok', []],
      ['bad', ['/outputSchema/type']],
      ['worse', ['/outputSchema']],
    ])
    expect(items[2]!.outputSchema).toBeUndefined()
  })

  test('input schemas that are missing, empty or untyped stay callable and are noted', () => {
    const { items } = readTools({
      tools: [
        { name: 'a', inputSchema: {} },
        { name: 'b', inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' } },
        { name: 'c' },
        { name: 'd', inputSchema: { type: 'object' } },
      ],
    })
    expect(items.map((tool) => tool.oddities.length)).toEqual([1, 1, 1, 0])
    expect(items[2]!.inputSchema).toEqual({ type: 'object' })
  })

  test('malformed annotations are noted on their own entry', () => {
    const { items } = readTemplates({
      resourceTemplates: [
        { name: 'x', uriTemplate: 'a://{id}' },
        { name: 'y', uriTemplate: 'b://{id}', annotations: { priority: 'high', audience: ['user'] } },
      ],
    })
    expect(items.map((template) => template.oddities)).toEqual([
      [],
      [{ at: '/annotations/priority', says: '"priority" is a string, not a number' }],
    ])
    expect(items[1]!.annotations).toEqual({ audience: ['user'] })
  })

  test('repeated names keep their places, and any rubbish is an entry of its own', () => {
    const { items } = readResources({ resources: [{ name: 'a', uri: 'u' }, null, 7, { name: 'a', uri: 'u', size: 9n, title: null }] })
    expect(items.map((resource) => [resource.index, resource.name, resource.uri])).toEqual([
      [0, 'a', 'u'],
      [1, '', ''],
      [2, '', ''],
      [3, 'a', 'u'],
    ])
    expect(items[3]!.size).toBe(9)
    expect(items[3]!.oddities).toEqual([{ at: '/title', says: '"title" is null, not a string' }])
  })

  test('a list that is none says so', () => {
    expect(readTools({}).oddities[0]!.says).toBe('The result has no "tools"')
    expect(readTools(null).oddities[0]!.says).toBe('The result is null, not an object')
    expect(readPrompts({ prompts: {} }).oddities[0]!.says).toBe('"prompts" is an object, not a list')
  })

  test('an empty cursor is kept and noted', () => {
    const page = readTools({ tools: [], nextCursor: '' })
    expect(page.nextCursor).toBe('')
    expect(page.oddities).toHaveLength(1)
    expect(readTools({ tools: [] }).nextCursor).toBeUndefined()
  })

  test('prompt arguments', () => {
    const { items } = readPrompts({
      prompts: [{ name: 'p', arguments: [{ name: 'q', required: true }, { title: 'no name' }, { name: 'r' }] }],
    })
    expect(items[0]!.arguments).toEqual([
      { name: 'q', required: true },
      { name: 'r', required: false },
    ])
    expect(items[0]!.oddities[0]!.at).toBe('/arguments/1')
  })
})

test('a schema that was too deep to come along is blamed for that alone', () => {
  const deep = JSON.parse(`{"type":"object","properties":{"a":`.repeat(900) + '{}' + '}}'.repeat(900)) as Json
  const { value, parts } = cutLarge({ tools: [{ name: 'deep', inputSchema: deep, outputSchema: deep }] }, Infinity)
  noteHeld(value, { id: 1, parts })
  const [tool] = readTools(value).items
  expect(tool!.inputSchema).toEqual({ type: 'object' })
  expect(tool!.oddities.map(({ at }) => at)).toEqual(['/inputSchema', '/outputSchema'])
  expect(tool!.oddities[0]!.says).toContain('too deep')
})

describe('content', () => {
  test('all blocks of a result survive in order', () => {
    const result = readToolResult({
      content: [
        { type: 'text', text: '2 files' },
        { type: 'resource', resource: { uri: 'a://r.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' } },
        { type: 'resource_link', uri: 'a://big', name: 'big' },
        { type: 'json', data: { a: 1 } },
        { type: 'text' },
        3,
      ],
      structuredContent: null,
    })
    expect(result.content.map((block) => block.kind)).toEqual(['text', 'resource', 'resource_link', 'unknown', 'unknown', 'unknown'])
    expect(result.content[3]).toMatchObject({ type: 'json', why: 'this type is not known' })
    expect(result.structuredContent).toBeNull()
    expect(result.hasContent).toBe(true)
  })

  test('a result without content is told from one with none', () => {
    expect(readToolResult({ content: [] }).hasContent).toBe(true)
    expect(readToolResult({ isError: true })).toMatchObject({ hasContent: false, isError: true, content: [] })
    expect(readToolResult('what').content).toEqual([])
  })

  test('a message holds one block, a list, or a bare string', () => {
    const { messages, description } = readPromptResult({
      description: 'd',
      messages: [
        { role: 'user', content: { type: 'text', text: 'a' } },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a' },
            { type: 'tool_use', id: '1', name: 'n', input: {} },
          ],
        },
        { role: 'user', content: 'bare' },
        null,
      ],
    })
    expect(description).toBe('d')
    expect(messages.map((message) => message.content.map((block) => block.kind))).toEqual([
      ['text'],
      ['text', 'tool_use'],
      ['text'],
      ['unknown'],
    ])
    expect(messages[2]!.content[0]!.flaws).toEqual(['It is a bare text, where an object with a “type” must be.'])
  })

  test.each([
    ['bare', ['text'], '“content” is a string, where a list of blocks must be.'],
    [{ type: 'text', text: 'a' }, ['text'], '“content” is an object, where a list of blocks must be.'],
    [null, [], '“content” is null, where a list of blocks must be.'],
    [7, ['unknown'], '“content” is a number, where a list of blocks must be.'],
    [['a', null, { type: 'text', text: 'b' }], ['text', 'unknown', 'text'], undefined],
  ])('content %j is drawn as far as it goes, and said to be what it is', (content, kinds, flaw) => {
    const read = readToolResult({ content })
    expect(read.content.map(({ kind }) => kind)).toEqual(kinds)
    expect(read.contentFlaw).toBe(flaw)
  })

  test('what is wrong about a block that can be drawn is told', () => {
    const flaws = (block: object) => readContent(block as never).flaws
    expect(flaws({ type: 'text', text: 'a', annotations: { audience: 'user', priority: 'high', lastModified: 5 } })).toEqual([
      '"audience" is a string, not a list.',
      '"priority" is a string, not a number.',
      '"lastModified" is a number, not a string.',
    ])
    expect(flaws({ type: 'resource_link', uri: 'a://b', size: '1', title: 5 })).toEqual([
      'It has no "name".',
      '"title" is a number, not a string.',
      '"size" is a string, not a number.',
    ])
    expect(flaws({ type: 'image', data: 'AA==', mimeType: null })).toEqual(['"mimeType" is null, not a string.'])
    expect(readContents({ contents: [{ uri: 5, text: {}, blob: 'AA==' }] })[0]).toMatchObject({
      blob: 'AA==',
      flaws: ['"uri" is a number, not a string.', '"text" is an object, not a string.'],
    })
    expect(flaws({ type: 'text', text: 'a' })).toBeUndefined()
  })

  test('tool results nest', () => {
    const block = readContent({ type: 'tool_result', toolUseId: '1', content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] })
    expect(block).toMatchObject({ kind: 'tool_result', isError: false, content: [{ kind: 'image' }] })
  })

  test('contents with neither text nor blob come with neither', () => {
    expect(readContents({ contents: [{ uri: 'a', text: '' }, { uri: 'b', blob: 'AA==' }, { uri: 'c' }, 5] })).toMatchObject([
      { uri: 'a', text: '' },
      { uri: 'b', blob: 'AA==' },
      { uri: 'c' },
      { uri: '' },
    ])
    expect(readContents([])).toEqual([])
  })
})

test('a tool that clients must leave out says why, and takes no other along', () => {
  const inputSchema = { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } }
  const { items } = readTools({
    tools: [
      { name: 'out', inputSchema },
      { name: 'in', inputSchema: { type: 'object' } },
    ],
  })
  expect(items.map(({ oddities }) => oddities.map(({ at }) => at))).toEqual([['/inputSchema/properties/n/x-mcp-header'], []])
  expect(items[0]!.oddities[0]!.says).toContain('must leave this tool out')
})

test.each<[{ [member: string]: Json }, string | undefined]>([
  [{ title: 'own', annotations: { title: 'other' } }, 'own'],
  [{ annotations: { title: 'other' } }, 'other'],
  [{}, undefined],
])('a tool with %j is called %j before its name', (more, title) => {
  expect(readTools({ tools: [{ name: 'x', inputSchema: {}, ...more }] }).items[0]!.title).toBe(title)
})
