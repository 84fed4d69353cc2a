// The skills that a server lists, page by page. Nothing but the list is asked for: a file is read when a person loads the skill.
import { queryOptions } from '@tanstack/react-query'
import { isObject, type Json } from '#mcp/json.ts'
import { noteTwins, readSkill, type SkillEntry } from '#mcp/skills/skill-entry.ts'
import { itself, type Wish } from '#mcp/wish.ts'
import { request } from '../session/engine.ts'

export interface SkillList {
  skills: SkillEntry[]
  notes: string[]
  /** Row of the last answer. */
  seq: number
}

const MOST_PAGES = 100

export function skillsQuery(connection: string, generation: number) {
  return queryOptions<SkillList>({
    queryKey: ['mcp', connection, 'skills/list', generation],
    queryFn: async ({ client, queryKey }) => {
      const { dataUpdateCount = 0, errorUpdateCount = 0 } = client.getQueryState(queryKey) ?? {}
      const wish = dataUpdateCount + errorUpdateCount === 0 ? itself('the list is not known yet') : undefined
      const list = await readPages(connection, wish)
      noteTwins(list.skills)
      return list
    },
    staleTime: Infinity,
  })
}

async function readPages(connection: string, wish: Wish | undefined): Promise<SkillList> {
  const list: SkillList = { skills: [], notes: [], seq: 0 }
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await request(connection, 'skills/list', cursor === undefined ? {} : { cursor }, { wish })
    list.seq = answer.answerSeq
    const { skills, nextCursor } = isObject(answer.result) ? answer.result : ({} as { [name: string]: Json })
    if (Array.isArray(skills)) for (const one of skills) list.skills.push(readSkill(one, list.skills.length))
    else list.notes.push('The answer to skills/list has no array “skills”.')
    if (nextCursor === undefined || nextCursor === null) return list
    if (typeof nextCursor !== 'string' || seen.has(nextCursor)) {
      list.notes.push('“nextCursor” is no string, or came twice: no further page was asked for.')
      return list
    }
    seen.add(nextCursor)
    cursor = nextCursor
  }
  list.notes.push(`Asking stopped after ${MOST_PAGES} pages.`)
  return list
}

/** The entry of one skill, listed or not. @throws EngineFailure */
export async function getSkill(connection: string, uri: string): Promise<SkillEntry> {
  const { result } = await request(connection, 'skills/get', { uri })
  return readSkill(isObject(result) ? (result.skill ?? null) : null)
}
