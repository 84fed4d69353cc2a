// The worker in which values are checked: the page ends it when a check takes too long.
import type { FromJudge, ToJudge } from './judge-desk.ts'
import { checkValue } from './check.ts'
import type { Json } from '#mcp/json.ts'

const schemas = new Map<number, Json>()
const post = (message: FromJudge) => self.postMessage(message)

self.onmessage = ({ data }: MessageEvent<ToJudge>) => {
  if (data.schema !== undefined) schemas.set(data.schemaId, data.schema)
  const schema = schemas.get(data.schemaId)
  post({ kind: 'judged', id: data.id, problems: schema === undefined ? [] : checkValue(schema, data.value) })
}
post({ kind: 'ready' })
