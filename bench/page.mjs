// docs/benchmarks.md, a section for each measurement: one that runs anew replaces its own and leaves the others.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../docs/benchmarks.md', import.meta.url)

/** `title`: '' for what stands first, beneath the page's own. */
export function writeSection(/** @type {string} */ title, /** @type {string[]} */ lines) {
  const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Measured\n'
  const sections = new Map(
    text.split(/^## /m).map((part, at) => {
      const end = part.indexOf('\n')
      return [at === 0 ? '' : part.slice(0, end), part.slice(end).trim()]
    }),
  )
  sections.set(title, lines.join('\n'))
  const parts = [...sections].map(([name, body]) => (name === '' ? `# Measured\n\n${body}\n` : `## ${name}\n\n${body}\n`))
  writeFileSync(PAGE, parts.join('\n'))
}
