// Annotations, wherever they stand: on content and on what is listed.
import { isText } from './items.ts'
import { quote, type Look } from './rule.ts'
import type { Obj } from './seen.ts'

/** What is wrong with them; undefined when all is well. */
export const annotations = ({ audience, priority, lastModified }: Obj): Look => {
  if (audience !== undefined && !(Array.isArray(audience) && audience.every((one) => one === 'user' || one === 'assistant')))
    return { says: `the audience is ${quote(audience)}`, at: '/audience' }
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    return { says: `the priority is ${quote(priority)}`, at: '/priority' }
  if (
    lastModified !== undefined &&
    !(isText(lastModified) && /^\d{4}-\d\d-\d\dT/.test(lastModified) && !Number.isNaN(Date.parse(lastModified)))
  )
    return { says: `lastModified is ${quote(lastModified)}`, at: '/lastModified' }
  return undefined
}
