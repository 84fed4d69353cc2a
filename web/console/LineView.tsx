// One line of the console whole.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { useMessage } from '../session/use-message.ts'
import { Button } from '../ui/Button.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { clock } from '../ui/format.ts'
import { TextViewer } from '../ui/viewers/TextViewer.tsx'
import pane from '../ui/Pane.module.css'
import { sourceOf } from '../session/console-line.ts'

export interface LineViewProps {
  connection: string
  seq: number
  trafficLink: string
  onClose: () => void
}

export function LineView({ connection, seq, trafficLink, onClose }: LineViewProps) {
  const { data } = useMessage(connection, seq, '')
  const params = data?.row.kind === 'notification' && data.held === undefined ? paramsOf(data.text) : undefined
  const said = params === undefined ? undefined : params.data
  return (
    <section className={pane.pane} aria-label="Line">
      <div className={pane.bar}>
        <h2>{data == null ? '' : sourceOf(data.row)}</h2>
        {data != null && <span className={pane.hint}>{clock(data.row.at)}</span>}
        <span className={pane.end}>
          <a href={trafficLink}>In the traffic</a>
          <Button look="quiet" aria-label="Close the line" onClick={onClose}>
            ✕
          </Button>
        </span>
      </div>
      <div className={pane.body}>
        {data === null && (
          <Note tone="info" title="This line is not in the record any more">
            It was cleared, or dropped to stay within the memory limit.
          </Note>
        )}
        {data != null && data.why !== undefined && <Note tone="warn">{data.why}</Note>}
        {data != null &&
          (typeof said === 'string' ? (
            <TextViewer key={seq} text={said} kind="log message" facts={[typeof params?.logger === 'string' ? params.logger : undefined]} />
          ) : said !== undefined ? (
            <JsonView key={seq} value={said} label="Log message" />
          ) : (
            <TextViewer
              key={seq}
              text={data.text === '' ? data.row.name : data.text}
              kind={data.row.kind}
              {...(data.held === undefined ? {} : { held: data.held })}
            />
          ))}
      </div>
    </section>
  )
}

function paramsOf(text: string): { [key: string]: Json } | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) && isObject(value.params) ? value.params : undefined
  } catch {
    return undefined
  }
}
