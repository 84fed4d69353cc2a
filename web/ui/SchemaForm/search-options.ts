// Searching a long choice by what is typed.
import type { Option } from './node.ts'

/** The option that a typed text names, by its label or as JSON. */
export function optionFor(options: readonly Option[], typed: string): Option | undefined {
  return options.find(({ label }) => label === typed) ?? options.find(({ text }) => text === typed)
}

/** Labels that hold what is typed, those that begin with it first. */
export function searchOptions(options: readonly Option[], typed: string): string[] {
  const wanted = typed.toLowerCase()
  const begins: string[] = []
  const holds: string[] = []
  for (const { label } of options) {
    const at = label.toLowerCase().indexOf(wanted)
    if (at === 0) begins.push(label)
    else if (at > 0) holds.push(label)
  }
  return [...begins, ...holds]
}
