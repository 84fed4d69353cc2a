// RJSF asks a validator of its own; it judges drafts here only in name, since arguments are judged apart from it.
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { isObject, type Json } from '#mcp/json.ts'
import { modelOf } from './normalise.ts'

export const validator: ValidatorType<unknown, RJSFSchema> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema, formData) => !isObject(schema) || modelOf(schema as Json).judge.errors((formData ?? null) as Json).length === 0,
  rawValidation: <Result>(schema: RJSFSchema, formData?: unknown) => ({
    errors: modelOf(schema as Json).judge.errors((formData ?? null) as Json) as Result[],
  }),
}
