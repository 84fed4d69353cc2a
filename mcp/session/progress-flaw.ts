// What is wrong with a progress notification beside the one before: it must grow (basic/utilities/progress), and not beyond its total.
import { isObject, type Json } from '../json.ts'

/** A word for its row; undefined when all is well. */
export function progressFlaw(before: number | undefined, params: { [key: string]: Json }): string | undefined {
  const progress = Number(params.progress)
  if (typeof params.progress === 'string' || params.progress == null || Number.isNaN(progress)) return 'progress is no number'
  if (before !== undefined && progress < before) return 'progress goes back'
  if (before !== undefined && progress === before) return 'progress stands still'
  return typeof params.total === 'number' && progress > params.total ? 'beyond its total' : undefined
}

/** The answer began a task, of which progress may tell on. */
export function beginsTask(result: Json): boolean {
  return isObject(result) && (result.task !== undefined || result.resultType === 'task')
}

/** What a notification says of how far its request is. */
export function progressIn({ progress, total, message }: { [key: string]: Json }): { progress: number; total?: number; message?: string } {
  return {
    progress: Number(progress ?? 0),
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}
