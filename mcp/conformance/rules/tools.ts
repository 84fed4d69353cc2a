// Tools as they are listed, and what their calls give back.
import { isObject, type Json } from '../../json.ts'
import { bothSchemas, inputSchemas, isText, listed, TOOL_LIST } from '../items.ts'
import { ALL, MODERN, between, since } from '../revision.ts'
import { onceEach } from './once.ts'
import { each, eachOf, quote, remembering, type Look, type Rule } from '../rule.ts'
import { depthOf, schemaFault, type Draft } from '../schema-shape.ts'
import type { Obj } from '../seen.ts'
import { looksHidden } from '../words.ts'

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
const named = (tool: Obj): string => (isText(tool.name) ? tool.name : 'a tool without a name')

export const TOOL_RULES: readonly Rule[] = [
  {
    id: 'TL-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', 'schema/2024-11-05/schema.ts'],
    says: 'tools/list answers with an array of tools, each with a name and an inputSchema.',
    looksAt: 'answer to tools/list',
    yields: ['CP-02'],
    mend: 'Answer with {"tools": [{"name": …, "inputSchema": {"type": "object"}}]}.',
    ...each(TOOL_LIST, 'MUST', ({ result }) => {
      if (!Array.isArray(result.tools)) return { says: `"tools" is ${quote(result.tools)}`, at: '/result/tools' }
      for (const [index, tool] of result.tools.entries()) {
        const at = `/result/tools/${index}`
        if (!isObject(tool)) return { says: `it is ${quote(tool)}`, at }
        if (!isText(tool.name) || tool.name === '') return { says: `its name is ${quote(tool.name)}`, at }
        if (tool.inputSchema === undefined) return { says: `${tool.name} has no inputSchema`, at }
      }
      return undefined
    }),
  },
  {
    id: 'TL-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', '2025-11-25/server/tools'],
    says: 'An inputSchema is an object with "type": "object" at its root.',
    looksAt: 'tool',
    mend: 'Give a tool without parameters {"type": "object"}.',
    ...eachOf(TOOL_LIST, 'MUST', listed, (tool) => {
      const { inputSchema } = tool
      if (inputSchema === undefined) return `${named(tool)} has none`
      if (!isObject(inputSchema)) return { says: `that of ${named(tool)} is ${quote(inputSchema)}`, at: '/inputSchema' }
      return inputSchema.type === 'object'
        ? undefined
        : { says: `that of ${named(tool)} has the type ${quote(inputSchema.type)}`, at: '/inputSchema' }
    }),
  },
  {
    id: 'TL-03',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Each tool has a description.',
    looksAt: 'tool',
    mend: 'Say when to use the tool and what it gives back: models choose by it.',
    ...eachOf(TOOL_LIST, 'SHOULD', listed, (tool) => {
      // JR-28 looks at one that is no text.
      if (tool.description !== undefined && !isText(tool.description)) return null
      return tool.description !== undefined && tool.description.trim() !== '' ? undefined : `${named(tool)} has none`
    }),
  },
  {
    id: 'TL-04',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2025-11-25/server/tools'],
    says: 'No two tools have the same name.',
    looksAt: 'tool',
    mend: 'Rename one of them.',
    yields: ['PA-01'],
    ...onceEach(TOOL_LIST, 'SHOULD', 'name'),
  },
  {
    id: 'TL-05',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/server/tools', '2026-07-28/server/tools'],
    says: 'Names of tools are 1 to 128 letters, digits, underscores, hyphens and dots.',
    looksAt: 'tool',
    yields: ['TL-01'],
    mend: 'Rename the tool.',
    ...eachOf(TOOL_LIST, 'SHOULD', listed, ({ name }) =>
      !isText(name) ? null : /^[A-Za-z0-9_.-]{1,128}$/.test(name) ? undefined : { says: `${quote(name)} is none`, at: '/name' },
    ),
  },
  {
    id: 'TL-06',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['schema/2025-03-26/schema.ts'],
    says: 'Annotations of a tool are a title and the four hints.',
    looksAt: 'tool with annotations',
    mend: 'Write hints as true or false and the title as a text; audience and priority belong to resources and content.',
    ...eachOf(TOOL_LIST, 'derived', annotatedTools, (annotations) => {
      for (const [name, value] of Object.entries(annotations)) {
        if (name === 'audience' || name === 'priority') return { says: `"${name}" is misplaced here`, at: `/${name}` }
        if (name === 'title' && !isText(value)) return { says: `the title is ${quote(value)}`, at: '/title' }
        if (HINTS.includes(name) && typeof value !== 'boolean') return { says: `"${name}" is ${quote(value)}`, at: `/${name}` }
      }
      return undefined
    }),
  },
  {
    id: 'TL-07',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['schema/2025-03-26/schema.ts'],
    says: 'Hints do not contradict each other.',
    looksAt: 'tool with annotations',
    mend: 'A tool that only reads destroys nothing: leave destructiveHint out.',
    ...eachOf(TOOL_LIST, 'derived', annotatedTools, ({ readOnlyHint, destructiveHint }) =>
      readOnlyHint === true && destructiveHint === true ? 'it says readOnlyHint and destructiveHint' : undefined,
    ),
  },
  {
    id: 'TL-08',
    level: 'derived',
    revisions: between('2025-06-18', '2025-11-25'),
    spec: ['schema/2025-06-18/schema.ts', 'schema/2025-11-25/schema.ts'],
    says: 'An outputSchema is an object with "type": "object" at its root.',
    looksAt: 'tool with an outputSchema',
    mend: 'Wrap the value in an object.',
    ...eachOf(TOOL_LIST, 'derived', listed, (tool) => {
      const { outputSchema } = tool
      if (outputSchema === undefined) return null
      return isObject(outputSchema) && outputSchema.type === 'object'
        ? undefined
        : { says: `that of ${named(tool)} is not`, at: '/outputSchema' }
    }),
  },
  {
    id: 'TL-09',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools', 'schema/2026-07-28/schema.ts'],
    says: 'An outputSchema is a JSON Schema.',
    looksAt: 'tool with an outputSchema',
    mend: 'Write an object, or true or false.',
    ...eachOf(TOOL_LIST, 'derived', listed, (tool) => {
      const { outputSchema } = tool
      if (outputSchema === undefined) return null
      return isObject(outputSchema) || typeof outputSchema === 'boolean'
        ? undefined
        : { says: `that of ${named(tool)} is ${quote(outputSchema)}`, at: '/outputSchema' }
    }),
  },
  {
    id: 'TL-10',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'Schemas are valid in the dialect that they name, or in 2020-12.',
    looksAt: 'schema of a tool',
    yields: ['TL-02', 'TL-08', 'TL-09'],
    remark: 'A pattern that is no regular expression and an empty enum are warnings: JSON Schema advises against them alone.',
    whole: true,
    mend: 'Bring the keyword into the form that JSON Schema has for it.',
    ...eachOf(TOOL_LIST, 'MUST', bothSchemas, (schema) => faultOf(schema)),
  },
  {
    id: 'TL-11',
    level: 'derived',
    revisions: between('2024-11-05', '2025-06-18'),
    spec: ['schema/2025-06-18/schema.ts'],
    says: 'Schemas are valid in 2020-12 or draft-07.',
    looksAt: 'schema of a tool',
    yields: ['TL-02', 'TL-08'],
    mend: 'Bring the keyword into the form that JSON Schema has for it.',
    ...eachOf(TOOL_LIST, 'derived', bothSchemas, (schema) => faultOf(schema, ['2020-12', 'draft-07'])),
  },
  {
    id: 'TL-12',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'References in schemas stay within the schema.',
    looksAt: 'schema of a tool',
    mend: 'Put what is referred to under "$defs": clients fetch nothing.',
    ...eachOf(TOOL_LIST, 'derived', bothSchemas, (schema) => {
      const found = /"\$ref":"(?!#)([^"]*)"/.exec(textOf(schema))
      return found === null ? undefined : `it refers to ${found[1]}`
    }),
  },
  {
    id: 'TL-13',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'Schemas are of a size that models and forms can bear.',
    looksAt: 'schema of a tool',
    mend: 'Split the tool, or flatten what it takes.',
    ...eachOf(TOOL_LIST, 'SHOULD', bothSchemas, (schema) => {
      const size = textOf(schema).length
      if (size > 100_000) return `it has ${size} characters`
      const depth = depthOf(schema)
      return depth > 40 ? `it is ${depth} levels deep` : undefined
    }),
  },
  {
    id: 'TL-15',
    level: 'derived',
    revisions: between('2025-11-25', '2025-11-25'),
    spec: ['2025-11-25/server/tools', '2025-11-25/basic/utilities/tasks'],
    says: 'execution.taskSupport is forbidden, optional or required.',
    looksAt: 'tool with execution.taskSupport',
    mend: 'Use one of the three words, or leave it out; a server whose tools are called as tasks declares "tasks": {"requests": {"tools": {"call": {}}}}.',
    ...eachOf(TOOL_LIST, 'derived', listed, ({ execution }, _, { capabilities }) => {
      if (!isObject(execution) || execution.taskSupport === undefined) return null
      const { taskSupport } = execution
      const at = '/execution/taskSupport'
      if (!['forbidden', 'optional', 'required'].includes(taskSupport as string)) return { says: `it is ${quote(taskSupport)}`, at }
      const { tasks } = capabilities
      const requests = isObject(tasks) ? tasks.requests : undefined
      return taskSupport === 'required' && !isObject(requests)
        ? { says: 'it is required, and the server declares no tasks', at }
        : undefined
    }),
  },
  {
    id: 'TL-16',
    level: 'derived',
    revisions: MODERN,
    spec: ['docs/seps/2663-tasks-extension', 'schema/2026-07-28/schema.ts'],
    says: 'Nothing is left of the older tasks.',
    looksAt: 'tool',
    mend: 'Remove execution.taskSupport, and declare the extension instead.',
    ...eachOf(TOOL_LIST, 'derived', listed, ({ execution }) =>
      isObject(execution) && execution.taskSupport !== undefined
        ? { says: 'it has execution.taskSupport', at: '/execution/taskSupport' }
        : undefined,
    ),
  },
  {
    id: 'TL-17',
    level: 'derived',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/server/tools', '2026-07-28/server/tools'],
    says: 'A tool without parameters takes no others.',
    looksAt: 'tool without parameters',
    mend: 'Add "additionalProperties": false; {"type": "object"} alone takes anything.',
    ...eachOf(TOOL_LIST, 'derived', inputSchemas, (schema) => {
      const { properties, additionalProperties, type, ...rest } = schema
      const none = type === 'object' && (properties === undefined || (isObject(properties) && Object.keys(properties).length === 0))
      if (!none || Object.keys(rest).some((name) => !name.startsWith('$'))) return null
      return additionalProperties === undefined || additionalProperties === false || isObject(additionalProperties)
        ? undefined
        : 'it says that it takes anything'
    }),
  },
  {
    id: 'TL-18',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'What is required is among the properties.',
    looksAt: 'schema of a tool',
    mend: 'Describe the property, or take it out of "required".',
    ...eachOf(TOOL_LIST, 'derived', inputSchemas, ({ properties, required }) => {
      if (!Array.isArray(required)) return null
      const known = isObject(properties) ? properties : {}
      const missing = required.find((name) => typeof name === 'string' && !Object.hasOwn(known, name))
      return missing === undefined ? undefined : { says: `${quote(missing)} is required, and no property`, at: '/required' }
    }),
  },
  {
    id: 'TL-19',
    level: 'derived',
    revisions: ALL,
    spec: ['2025-03-26/index', '2026-07-28/server/tools'],
    says: 'Texts about tools hide nothing.',
    looksAt: 'tool',
    mend: 'Remove invisible characters and what addresses the model instead of describing the tool.',
    ...eachOf(TOOL_LIST, 'derived', listed, (tool) => looksHidden(textOf(tool))),
  },
  {
    id: 'TL-20',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/server/tools', '2025-11-25/server/tools'],
    says: 'A title is a text, icons are an array.',
    looksAt: 'tool with a title or icons',
    mend: 'Send "title" as a text and "icons" as an array.',
    ...eachOf(TOOL_LIST, 'derived', listed, ({ title, icons }) => {
      if (title === undefined && icons === undefined) return null
      if (title !== undefined && !isText(title)) return { says: `the title is ${quote(title)}`, at: '/title' }
      return icons === undefined || Array.isArray(icons) ? undefined : { says: `the icons are ${quote(icons)}`, at: '/icons' }
    }),
  },
  {
    id: 'TL-14',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'The list of tools comes in the same order each time.',
    looksAt: 'second tools/list',
    mend: 'Sort the list, or keep it as it was registered.',
    ...remembering(
      TOOL_LIST,
      'SHOULD',
      () => ({ order: undefined as string | undefined }),
      (seen, memory) => {
        if (seen.asked?.params.cursor !== undefined || seen.result.nextCursor !== undefined) return null
        const names = JSON.stringify([...listed(seen)].map(([, tool]) => named(tool)))
        const { order } = memory
        memory.order = names
        if (order === undefined) return null
        // Another set is a change of the list, not of its order.
        if (order === names || [...order].sort().join('') !== [...names].sort().join('')) return undefined
        return { says: 'the order is another than before', at: '/result/tools' }
      },
    ),
  },
]

function* annotatedTools(seen: Parameters<typeof listed>[0]): Generator<[string, Obj]> {
  for (const [at, tool] of listed(seen)) if (isObject(tool.annotations)) yield [`${at}/annotations`, tool.annotations]
}

/** A tool has the same schema in each revision. */
function faultOf(schema: Json, usual?: readonly Draft[]): Look {
  const fault = schemaFault(schema, usual)
  return fault === undefined ? undefined : { ...fault, echo: true }
}

function textOf(value: Json): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
}
