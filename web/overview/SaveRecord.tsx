// The way to the export of the record, which the traffic panel has.
import { go } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'

export function SaveRecord() {
  return (
    <Button
      title="Every message with its headers, to keep or to send on"
      onClick={() => go({ panel: 'traffic', query: { export: 'record' } })}
    >
      Export record…
    </Button>
  )
}
