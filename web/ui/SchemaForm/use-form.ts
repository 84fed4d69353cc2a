// A form that is sent: what stands against it, and what pressing its button does. Something wrong stops it once and moves
// to the field; "Send anyway" stands beside; what cannot be written at all is never sent.
import { useState } from 'react'
import type { Json } from '#mcp/json.ts'
import { draftToArguments, type Assessment } from './draft.ts'
import type { Draft } from './field-draft.ts'
import { focusField } from './focus.ts'
import { judged, knownJudged, useJudged } from './judged.ts'

export interface FormUse {
  assessment: Assessment
  /** It was pressed and something stood against it: show what is wrong with untouched fields, too. */
  asked: boolean
  /** It was stopped by what can be sent anyway. */
  stopped: boolean
  press: (anyway?: boolean) => void
}

export function useForm(schema: Json, draft: Draft, idPrefix: string, send: (what: Json) => void): FormUse {
  const [asked, setAsked] = useState(false)
  const built = draftToArguments(schema, draft)
  const assessment = useJudged(schema, built)
  const decide = ({ arguments: what, problems }: Assessment, anyway: boolean) => {
    const first = problems.find(({ level }) => level === 'fatal' || (level === 'bad' && !anyway))
    setAsked(first !== undefined)
    if (first === undefined) return send(what)
    requestAnimationFrame(() => focusField(idPrefix, first.at))
  }
  const press = (anyway = false) => {
    const known = knownJudged(schema, built)
    if (known !== undefined || anyway) decide(known ?? built, anyway)
    else void judged(schema, built).then((now) => decide(now, anyway))
  }
  const { problems } = assessment
  const stopped = asked && problems.some(({ level }) => level === 'bad') && !problems.some(({ level }) => level === 'fatal')
  return { assessment, asked, stopped, press }
}
