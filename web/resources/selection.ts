// Which entry of the two lists the URL means. URIs may repeat, so the place in the list goes along where it must.
import type { Resource, ResourceTemplate } from '#mcp/model.ts'
import type { Route } from '../route/route.ts'

export type Selection =
  | { kind: 'none' }
  | { kind: 'resource'; resource: Resource }
  | { kind: 'template'; template: ResourceTemplate }
  /** A URI that is in no list. */
  | { kind: 'uri'; uri: string }

export function selectionOf(route: Route, resources: readonly Resource[], templates: readonly ResourceTemplate[]): Selection {
  const { item } = route
  if (item === undefined) return { kind: 'none' }
  if (route.query.as !== 'template') {
    const same = resources.filter(({ uri }) => uri === item)
    const resource = same.find(({ index }) => String(index) === route.query.n) ?? same[0]
    if (resource !== undefined) return { kind: 'resource', resource }
  }
  const same = templates.filter(({ uriTemplate }) => uriTemplate === item)
  const template = same.find(({ index }) => String(index) === route.query.n) ?? same[0]
  return template === undefined ? { kind: 'uri', uri: item } : { kind: 'template', template }
}

/** What the URL must hold beside the URI to mean just this entry. */
export function queryFor(
  picked: { kind: 'resource'; resource: Resource } | { kind: 'template'; template: ResourceTemplate },
  resources: readonly Resource[],
  templates: readonly ResourceTemplate[],
): Route['query'] {
  if (picked.kind === 'resource') {
    const { uri, index } = picked.resource
    return resources.filter((one) => one.uri === uri).length > 1 ? { n: String(index) } : {}
  }
  const { uriTemplate, index } = picked.template
  const query: Route['query'] = resources.some((one) => one.uri === uriTemplate) ? { as: 'template' } : {}
  if (templates.filter((one) => one.uriTemplate === uriTemplate).length > 1) query.n = String(index)
  return query
}
