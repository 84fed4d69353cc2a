// The flow as a file without secrets, seen before it leaves.
import { useEffect, useState } from 'react'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { exportTrace } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { download } from '../ui/viewers/download.ts'
import { traceMarkdown } from './trace-markdown.ts'
import style from './Auth.module.css'

export interface TraceDialogProps {
  connection: string
  name: string
  flow: FlowState
  onClose: () => void
}

export function TraceDialog({ connection, name, flow, onClose }: TraceDialogProps) {
  const [as, setAs] = useState('markdown')
  const [json, setJson] = useState<string>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    exportTrace(connection)
      .then((blob) => blob.text())
      .then(setJson, (error: Error) => setFault(error.message))
  }, [connection])
  const text = as === 'json' ? json : traceMarkdown(flow)
  const file = `${name.replaceAll(/[^\w.-]+/g, '-')}-authorization.${as === 'json' ? 'json' : 'md'}`
  return (
    <Dialog
      title="Export the authorization"
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {text !== undefined && <CopyButton text={text} />}
          <Button
            look="primary"
            disabled={text === undefined}
            onClick={() => text !== undefined && download(file, text, as === 'json' ? 'application/json' : 'text/markdown')}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={style.trace}>
        <p>Codes, tokens, secrets and keys are masked. Addresses, client ids and scopes are in it: read it before you send it on.</p>
        <Tabs
          label="Format"
          look="segmented"
          selected={as}
          onSelect={setAs}
          tabs={[
            { id: 'markdown', title: 'Markdown' },
            { id: 'json', title: 'JSON' },
          ]}
        />
        {fault !== undefined && as === 'json' && <Note tone="bad" role="alert" title={reveal(fault)} />}
        {text !== undefined && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          <pre className={style.preview} tabIndex={0} aria-label="Preview">
            {reveal(text)}
          </pre>
        )}
      </div>
    </Dialog>
  )
}
