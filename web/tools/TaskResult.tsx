// A call that became a task: how that stands, and its result when there is one.
import { readToolResult } from '#mcp/content-read.ts'
import { linkTo } from '../route/route.ts'
import { expiryOf, isOver } from '../session/task-read.ts'
import { cancelTask, pollNow, useTasks } from '../session/tasks.ts'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { TaskProgress } from '../ui/TaskProgress.tsx'

export function TaskResult({ taskKey }: { taskKey: string }) {
  const task = useTasks(({ tasks }) => tasks.get(taskKey))
  if (task === undefined) return <Note tone="info">The call became a task that is not followed any more.</Note>
  const over = isOver(task.status)
  const result = task.result === undefined ? undefined : readToolResult(task.result)
  return (
    <section aria-label="Task">
      <TaskProgress task={task} expiry={expiryOf(task)} over={over}>
        {!over && (
          <>
            <Button onClick={() => pollNow(taskKey)}>Ask now</Button>
            <Button onClick={() => void cancelTask(taskKey)}>Cancel the task</Button>
          </>
        )}
        <a href={linkTo({ panel: 'tasks', item: task.taskId })}>In Tasks</a>
      </TaskProgress>
      {task.error !== undefined && (
        <Note tone="bad" title={`Error ${task.error.code}`}>
          {task.error.message}
        </Note>
      )}
      {result?.isError === true && <Note tone="bad" title="The tool says that it failed" />}
      {result !== undefined && <ContentBlocks blocks={result.content} />}
      {result?.structuredContent !== undefined && <JsonView value={result.structuredContent} label="Structured content" />}
    </section>
  )
}
