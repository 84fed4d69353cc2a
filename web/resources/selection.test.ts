import { expect, test } from 'vitest'
import { readResources, readTemplates } from '#mcp/model-read.ts'
import { queryFor, selectionOf } from './selection.ts'

const resources = readResources({
  resources: [
    { uri: 'a://x', name: 'first' },
    { uri: 'a://x', name: 'second' },
    { uri: 'b://{id}', name: 'odd' },
  ],
}).items
const templates = readTemplates({ resourceTemplates: [{ uriTemplate: 'b://{id}', name: 'template' }] }).items

test('each of two resources with one URI can be meant, and so can a template that looks like a URI', () => {
  for (const resource of resources) {
    const route = {
      connection: 'c',
      panel: 'resources',
      item: resource.uri,
      query: queryFor({ kind: 'resource', resource }, resources, templates),
    }
    expect(selectionOf(route, resources, templates)).toEqual({ kind: 'resource', resource })
  }
  const template = templates[0]!
  const route = {
    connection: 'c',
    panel: 'resources',
    item: template.uriTemplate,
    query: queryFor({ kind: 'template', template }, resources, templates),
  }
  expect(selectionOf(route, resources, templates)).toEqual({ kind: 'template', template })
})

test('a URI that is in no list is itself', () => {
  expect(selectionOf({ connection: '', panel: '', item: 'z://9', query: {} }, resources, templates)).toEqual({ kind: 'uri', uri: 'z://9' })
  expect(selectionOf({ connection: '', panel: '', query: {} }, resources, templates)).toEqual({ kind: 'none' })
})
