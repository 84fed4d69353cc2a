// How a task stands: its status and words, its progress, when it is asked for next, and how long its server keeps it.
import type { ReactNode } from 'react'
import { reveal, timeLeft } from './format.ts'
import { Note } from './Note.tsx'
import { Said } from './Said.tsx'
import { useNow } from './use-now.ts'
import style from './TaskProgress.module.css'

export interface TaskProgressProps {
  task: {
    taskId: string
    status: string
    statusMessage?: string | undefined
    progress?: { progress: number; total?: number; message?: string }
    polls: number
    nextPollAt?: number | undefined
    says?: string
    cancelling?: true
  }
  /** Milliseconds since the epoch. */
  expiry: number | undefined
  over: boolean
  /** Buttons. */
  children?: ReactNode
}

export function TaskProgress({ task, expiry, over, children }: TaskProgressProps) {
  const now = useNow(500, !over)
  const { taskId, status, statusMessage, progress, polls, nextPollAt, says, cancelling } = task
  return (
    <div className={style.task} data-task={taskId} data-status={status}>
      <div className={style.line}>
        <Said className={`${style.status} ${style[status] ?? ''}`}>{status.replaceAll('_', ' ')}</Said>
        {statusMessage !== undefined && <span>{reveal(statusMessage)}</span>}
        {cancelling === true && !over && <span className={style.hint}>asked to cancel</span>}
        <code className={style.hint}>{reveal(taskId)}</code>
      </div>
      {progress !== undefined && !over && (
        <div className={style.line}>
          <progress aria-label="Progress of the task" value={progress.progress} max={progress.total ?? undefined} />
          <span className={style.hint}>
            {progress.progress}
            {progress.total !== undefined && ` of ${progress.total}`} {progress.message !== undefined && reveal(progress.message)}
          </span>
        </div>
      )}
      <div className={`${style.line} ${style.hint}`}>
        <span>
          asked for {polls} {polls === 1 ? 'time' : 'times'}
        </span>
        {nextPollAt !== undefined && !over && <span>next in {timeLeft(nextPollAt - now)}</span>}
        {expiry !== undefined && <span>{expiry > now ? `kept for ${timeLeft(expiry - now)} more` : 'its time to live has passed'}</span>}
        {children}
      </div>
      {says !== undefined && (
        <Note tone="warn" role="status">
          {says}
        </Note>
      )}
    </div>
  )
}
