// Skills at work: for each server and URI the entry that is held, and what came of each file that was read under it. One file that does
// not match ends the skill until its entry is asked for again.
import { create } from 'zustand'
import { heldAt } from '#mcp/held.ts'
import { parseJson, type Json } from '#mcp/json.ts'
import { isObject } from '#mcp/json.ts'
import type { SkillEntry, SkillFile } from '#mcp/skills/skill-entry.ts'
import { request } from '../session/engine.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'

export type FileState =
  | { kind: 'reading' }
  /** `checked`: size and digest are those of the entry. */
  | { kind: 'good'; contents: Json; checked: boolean; seq: number }
  | { kind: 'refused'; why: string; seq?: number }

export interface HeldSkill {
  entry: SkillEntry
  /** SKILL.md was read and is what the entry says. */
  loaded: boolean
  /** Why nothing more of it is read. */
  broken?: string
  files: { [uri: string]: FileState }
}

export const useHeldSkills = create<{ held: { [key: string]: HeldSkill } }>(() => ({ held: {} }))

/** A URI names a skill only together with its server. */
export function skillKey(server: string, uri: string): string {
  return `${server}\n${uri}`
}

/** Holds an entry; what was read under another one counts no more. */
export function hold(key: string, entry: SkillEntry): void {
  useHeldSkills.setState(({ held }) => ({ held: { ...held, [key]: { entry, loaded: false, files: {} } } }))
}

/** Reads one file and judges it; what came of it is in the store. Never rejects. */
export async function readFile(key: string, connection: string, file: Pick<SkillFile, 'uri'> & Partial<SkillFile>): Promise<void> {
  const { entry } = useHeldSkills.getState().held[key] ?? {}
  if (entry === undefined) return
  const put = (state: FileState, more: Partial<HeldSkill> = {}): void =>
    useHeldSkills.setState(({ held }) => {
      const now = held[key]
      // The entry was renewed meanwhile: this is of the one before.
      if (now?.entry !== entry) return {}
      return { held: { ...held, [key]: { ...now, ...more, files: { ...now.files, [file.uri]: state } } } }
    })
  const refuse = (why: string, seq: number): void => put({ kind: 'refused', why, seq }, { broken: `${file.uri}: ${why}` })
  put({ kind: 'reading' })
  try {
    const { bytesRead, frontmatterFaults, verifyFile } = await import('#mcp/skills/verify.ts')
    const answer = await request(connection, 'resources/read', { uri: file.uri })
    const seq = answer.answerSeq
    const result = heldAt(answer.result) === undefined ? answer.result : parseJson(await wholeJson(answer.result))
    const read = bytesRead(result, file.uri)
    if ('why' in read) return refuse(read.why, seq)
    const checked = file.digest !== undefined && file.size !== undefined
    if (checked) {
      const verdict = await verifyFile(read, { digest: file.digest!, size: file.size! })
      if (!verdict.good) return refuse(verdict.why, seq)
    }
    const manifest = file.uri === entry.uri
    if (manifest) {
      const faults = frontmatterFaults(read.text ?? new TextDecoder().decode(read.bytes), entry.frontmatter)
      if (faults.length > 0) return refuse(faults.join(' '), seq)
    }
    const contents = isObject(result) ? (result.contents ?? null) : null
    put({ kind: 'good', contents, checked, seq }, manifest ? { loaded: true } : {})
  } catch (error) {
    put({ kind: 'refused', why: (error as Error).message })
  }
}
