// Whether the call is to become a task, where its server leaves that to us.
import { Check } from '../ui/Field.tsx'
import { OwnNumberField } from '../ui/NumberField.tsx'
import type { TaskSupport } from './task-support.ts'
import type { ToolDraft } from './tool-draft.ts'
import style from './Tools.module.css'

export interface TaskChoiceProps {
  support: TaskSupport
  task: ToolDraft['task']
  onTask: (task: NonNullable<ToolDraft['task']>) => void
}

export function TaskChoice({ support, task, onTask }: TaskChoiceProps) {
  if (support === 'forbidden') return null
  const on = task?.on ?? support === 'required'
  return (
    <fieldset className={`${style.client} ${style.extras}`}>
      <legend>Task</legend>
      <Check
        label="Run as a task"
        hint={
          support === 'required'
            ? 'This tool must be: without it, expect an error.'
            : 'The server works on by itself, and is asked for the result.'
        }
        checked={on}
        onChange={(next) => onTask({ ...task, on: next })}
      />
      {on && (
        <OwnNumberField
          label="Keep it for"
          unit="seconds; empty: as the server likes"
          value={task?.seconds}
          usual={0}
          onChange={(seconds) => onTask({ on, ...(seconds === undefined ? {} : { seconds }) })}
        />
      )}
    </fieldset>
  )
}
