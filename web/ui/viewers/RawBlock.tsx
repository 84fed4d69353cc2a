// A block as it came, beneath what is drawn of it. Its code comes when it is asked for.
import { deferred } from '../deferred.tsx'
import type { Json } from '#mcp/json.ts'
import style from './viewers.module.css'

const JsonView = deferred(async () => (await import('../JsonView.tsx')).JsonView)

export function RawBlock({ value }: { value: Json }) {
  return (
    <div className={style.behind}>
      <JsonView value={value} label="As it came" />
    </div>
  )
}
