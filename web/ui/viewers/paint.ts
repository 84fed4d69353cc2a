// Where a source text has which colour. The page marks ranges of its plain text, so that colouring adds no element and
// moves nothing.

import { patientPort } from '#mcp/transport/patient-port.ts'

export interface ToPaint {
  id: number
  language: string
  text: string
}

export interface Painted {
  id: number
  /** Triples: from, to, place in PAINTS. */
  runs: Uint32Array<ArrayBuffer>
}

/** Names of the highlights that the style sheet knows; the first means none. */
export const PAINTS = ['', 'keyword', 'string', 'number', 'comment', 'name', 'attribute', 'type', 'added', 'removed'] as const

const GROUPS: { [scope: string]: (typeof PAINTS)[number] } = {
  keyword: 'keyword',
  built_in: 'keyword',
  literal: 'number',
  'selector-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  link: 'string',
  char: 'string',
  number: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'name',
  section: 'name',
  name: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  bullet: 'attribute',
  type: 'type',
  class_: 'type',
  addition: 'added',
  deletion: 'removed',
}

/** The paint for a scope as the grammars name it (`hljs-string`); 0 when it has none. */
export function paintOf(classes: readonly string[]): number {
  for (const name of classes) {
    const paint = GROUPS[name.replace(/^hljs-/, '')]
    if (paint !== undefined) return PAINTS.indexOf(paint)
  }
  return 0
}

/** Characters that are coloured; beyond, source is as plain as prose. */
export const MOST_PAINTED = 200_000
/** Milliseconds that colouring may take, its code's coming included. */
const PATIENCE = 4_000

let worker: Worker | undefined
let port: { postMessage(message: ToPaint): void }
let lastId = 0
const waiting = new Map<number, (runs: Uint32Array<ArrayBuffer>) => void>()

/** Colours a text; nothing is coloured when that takes too long. Never rejects. */
export function paint(language: string, text: string): Promise<Uint32Array<ArrayBuffer>> {
  if (text.length > MOST_PAINTED) return Promise.resolve(new Uint32Array())
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const timer = setTimeout(end, PATIENCE)
    waiting.set(id, (runs) => {
      clearTimeout(timer)
      resolve(runs)
    })
    worker ??= start()
    port.postMessage({ id, language, text })
  })
}

function start(): Worker {
  const made = new Worker(new URL('./paint.worker.ts', import.meta.url), { type: 'module', name: 'loupe-paint' })
  const patient = patientPort<ToPaint, Painted | 'up', Transferable, MessageEvent<Painted | 'up'>>(made)
  patient.onmessage = ({ data }) => {
    if (data === 'up') return
    waiting.get(data.id)?.(data.runs)
    waiting.delete(data.id)
  }
  port = patient
  made.onerror = end
  return made
}

function end(): void {
  worker?.terminate()
  worker = undefined
  for (const done of waiting.values()) done(new Uint32Array())
  waiting.clear()
}
