// The arguments of a prompt as a JSON Schema, so that they are written in the form that tools have.
import type { Json } from '#mcp/json.ts'
import type { Prompt } from '#mcp/model.ts'

/** Each argument is a text. One that is required and blank is asked for: empty is sent where a person says so. */
export function promptSchema({ arguments: list }: Pick<Prompt, 'arguments'>): Json {
  // Whatever the names are: `__proto__` is one, too.
  const properties = Object.fromEntries(
    list.map(({ name, title, description, required }) => [
      name,
      {
        type: 'string',
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(required ? { 'x-loupe-blank': 'ask' } : {}),
      },
    ]),
  )
  return { type: 'object', properties, required: list.filter(({ required }) => required).map(({ name }) => name) }
}
