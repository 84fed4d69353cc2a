// Tasks of the connection in view: how each stands, what it brought, and what can be done about it.
import { useState } from 'react'
import { isObject } from '#mcp/json.ts'
import { readToolResult } from '#mcp/content-read.ts'
import { linkTo, useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { expiryOf, isOver } from '../session/task-read.ts'
import type { Task } from '../session/task-read.ts'
import { cancelTask, forgetTask, listTasks, pollNow, useTasks } from '../session/tasks.ts'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { clock, reveal } from '../ui/format.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { Said } from '../ui/Said.tsx'
import { TaskProgress } from '../ui/TaskProgress.tsx'
import style from './TasksPanel.module.css'

export function TasksPanel() {
  const connection = useConnection()
  const all = useTasks(({ tasks }) => tasks)
  const { item } = useRoute()
  const [says, setSays] = useState('')
  if (connection === undefined) return null
  const tasks = [...all.values()].filter((task) => task.connection === connection.id).toReversed()
  const { tasks: declared } = connection.facts?.capabilities ?? {}
  const lists = isObject(declared) && declared.list !== undefined
  return (
    <section className={style.panel} aria-label="Tasks">
      <div className={style.head}>
        <h2>Tasks</h2>
        {lists && (
          <Button
            onClick={() =>
              void listTasks(connection.id).then(
                (count) => setSays(`The server lists ${count}.`),
                (error: Error) => setSays(error.message),
              )
            }
          >
            Ask for its list
          </Button>
        )}
        <Said className={style.hint}>{says}</Said>
      </div>
      {tasks.length === 0 ? (
        <EmptyState title="No tasks">
          A task is a call on which the server works on by itself. In 2025-11-25 you ask for one beside the form of a tool that allows it;
          in the newer era a server makes one when it likes. Tasks stand here until you forget them, over reconnects and reloads too.
        </EmptyState>
      ) : (
        <ul className={style.list}>
          {tasks.map((task) => (
            <TaskRow key={task.key} task={task} chosen={task.taskId === item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TaskRow({ task, chosen }: { task: Task; chosen: boolean }) {
  const [open, setOpen] = useState(chosen)
  const over = isOver(task.status)
  return (
    <li className={chosen ? style.chosen : undefined}>
      <div className={style.head}>
        <b>{task.tool === '' ? 'A task that the server lists' : reveal(task.tool)}</b>
        <span className="mono">{clock(task.since)}</span>
        {task.pushed === true && (
          <span className={style.hint} title="subscriptions/listen: it is asked for twice a minute all the same">
            the server tells of it
          </span>
        )}
        {task.tool !== '' && <a href={linkTo({ panel: 'tools', item: task.tool })}>Its tool</a>}
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </Button>
      </div>
      <TaskProgress task={task} expiry={expiryOf(task)} over={over}>
        <Button onClick={() => pollNow(task.key)}>{task.idle === true || over ? 'Follow' : 'Ask now'}</Button>
        {!over && <Button onClick={() => void cancelTask(task.key)}>Cancel</Button>}
        <Button look="quiet" title="Here alone: the server is not told" onClick={() => forgetTask(task.key)}>
          Forget
        </Button>
      </TaskProgress>
      {task.error !== undefined && (
        <Note tone="bad" title={`Error ${task.error.code}`}>
          {task.error.message}
        </Note>
      )}
      {open && <Details task={task} />}
    </li>
  )
}

function Details({ task }: { task: Task }) {
  const content = task.result === undefined ? [] : readToolResult(task.result).content
  return (
    <>
      {content.length > 0 && <ContentBlocks blocks={content} />}
      {task.result !== undefined && <JsonView value={task.result} label="Result of the task" />}
      <ol className={style.history} aria-label="What it went through">
        {task.history.map(({ at, status, message }) => (
          <li key={`${at} ${status} ${message ?? ''}`}>
            <span className="mono">{clock(at)}</span> {status.replaceAll('_', ' ')} {message !== undefined && reveal(message)}
          </li>
        ))}
      </ol>
    </>
  )
}
