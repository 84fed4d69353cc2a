// The handshake's result as it came.
import { writeJson, type Json } from '#mcp/json.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import style from './OverviewPanel.module.css'

export function Greeting({ value }: { value: Json }) {
  const text = writeJson(value, 2)
  return (
    <details className={style.raw}>
      <summary>Raw JSON</summary>
      <CopyButton text={text} aria-label="Copy the answer to the greeting" />
      <pre>{text}</pre>
    </details>
  )
}
