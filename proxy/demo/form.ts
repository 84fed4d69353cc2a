// The tool whose form has a field of every kind, so that a newcomer sees what a schema becomes.
import type { Params } from './peer.ts'

export const EVERY_INPUT: Params = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['name', 'amount', 'address'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'A text. It must be there, but may be empty.' },
    essay: { type: 'string', title: 'Essay', description: 'A longer text, up to 500 letters.', maxLength: 500 },
    amount: { type: 'number', title: 'Amount', description: 'Any number, such as 1.05 or -3e2.' },
    count: { type: 'integer', title: 'Count', minimum: 0, maximum: 10, default: 3 },
    big: { type: 'integer', format: 'int64', title: 'Big integer', description: 'Try 9007199254740993: it arrives digit for digit.' },
    agreed: { type: 'boolean', title: 'Agreed', description: 'Not sent, yes and no are three answers.' },
    color: { type: 'string', enum: ['red', 'green', 'blue'], title: 'Color', default: 'green' },
    size: {
      title: 'Size',
      description: 'A choice whose values have titles.',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Medium' },
        { const: 'l', title: 'Large' },
      ],
    },
    toppings: {
      type: 'array',
      title: 'Toppings',
      description: 'Several of a few.',
      items: { type: 'string', enum: ['cheese', 'olives', 'basil'] },
      uniqueItems: true,
    },
    nickname: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      title: 'Nickname',
      description: 'A text, or null, or not sent at all.',
      default: null,
    },
    when: { type: 'string', format: 'date-time', title: 'When' },
    day: { type: 'string', format: 'date', title: 'Day' },
    email: { type: 'string', format: 'email', title: 'Email' },
    site: { type: 'string', format: 'uri', title: 'Site' },
    address: {
      type: 'object',
      title: 'Address',
      description: 'An object in the object.',
      required: ['city'],
      properties: {
        city: { type: 'string', title: 'City' },
        location: {
          type: 'object',
          title: 'Location',
          properties: {
            latitude: { type: 'number', minimum: -90, maximum: 90 },
            longitude: { type: 'number', minimum: -180, maximum: 180 },
          },
        },
      },
    },
    people: {
      type: 'array',
      title: 'People',
      description: 'A list of objects.',
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } } },
    },
    scores: {
      type: 'object',
      title: 'Scores',
      description: 'Names of your own, each with a number.',
      additionalProperties: { type: 'number' },
    },
    contact: {
      title: 'Contact',
      description: 'One of two shapes.',
      oneOf: [
        {
          type: 'object',
          title: 'By mail',
          required: ['kind', 'to'],
          properties: { kind: { const: 'mail' }, to: { type: 'string', format: 'email' } },
        },
        {
          type: 'object',
          title: 'By phone',
          required: ['kind', 'number'],
          properties: { kind: { const: 'phone' }, number: { type: 'string' } },
        },
      ],
    },
    anything: { title: 'Anything', description: 'Any JSON at all.' },
  },
}
