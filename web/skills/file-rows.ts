// The files of a skill as the rows of a tree: folders once, before what they hold.
import type { SkillFile } from '#mcp/skills/skill-entry.ts'

export interface FileRowData {
  name: string
  depth: number
  /** Left out for a folder. */
  file?: SkillFile
}

/** SKILL.md of the skill itself comes first; then by path. */
export function fileRows(files: readonly SkillFile[]): FileRowData[] {
  const rows: FileRowData[] = []
  const open = new Set<string>()
  const sorted = files.toSorted((a, b) => Number(b.path === 'SKILL.md') - Number(a.path === 'SKILL.md') || (a.path < b.path ? -1 : 1))
  for (const file of sorted) {
    const parts = file.path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      if (open.has(folder)) continue
      open.add(folder)
      rows.push({ name: parts[depth - 1]!, depth: depth - 1 })
    }
    rows.push({ name: parts.at(-1)!, depth: parts.length - 1, file })
  }
  return rows
}
