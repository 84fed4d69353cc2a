// The worker in which values are checked: the page ends it when a check takes too long.
import type { FromJudge, Handed, ToJudge } from './judge-desk.ts'
import { checkValue } from './check.ts'
import type { Json } from '#mcp/json.ts'

const schemas = new Map<number, Json>()
const post = (message: FromJudge) => self.postMessage(message)

self.onmessage = ({ data }: MessageEvent<ToJudge>) => {
  if (data.schema !== undefined) schemas.set(data.schemaId, data.schema)
  const schema = schemas.get(data.schemaId)
  const { id, from } = data
  const check = (value: Json) => post({ kind: 'judged', id, problems: schema === undefined ? [] : checkValue(schema, value) })
  if (from === undefined) return check(data.value ?? null)
  from.onmessage = ({ data: handed }: MessageEvent<Handed>) => {
    from.close()
    if ('value' in handed) check(handed.value)
    else post({ kind: 'missing', id, why: handed.fault })
  }
}
post({ kind: 'ready' })
