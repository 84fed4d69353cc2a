// Answers that a person keeps for the next time, by name: the result of a sampling request as JSON text.
import { writeJson, type Json } from '#mcp/json.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'

export interface Template {
  name: string
  /** JSON text, so that big integers stay exact. */
  result: string
}

export const TEMPLATES = 'answers/sampling'
export const NO_TEMPLATES: Template[] = []
/** Characters; storage is small, and an image may be megabytes. */
const LONGEST = 100_000

/** Keeps an answer under a name, in place of another of that name. False: it is too long to be kept. */
export function keepTemplate(name: string, result: Json): boolean {
  const text = writeJson(result)
  if (text.length > LONGEST) return false
  const others = readSetting(TEMPLATES, NO_TEMPLATES).filter((one) => one.name !== name)
  writeSetting(TEMPLATES, [...others, { name, result: text }])
  return true
}

export function dropTemplate(name: string): void {
  writeSetting(
    TEMPLATES,
    readSetting(TEMPLATES, NO_TEMPLATES).filter((one) => one.name !== name),
  )
}
