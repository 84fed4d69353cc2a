// The form, fetched when the first one is drawn: RJSF is heavy, and a list needs none of it.
import { deferred } from '../deferred.tsx'
import type { SchemaFormProps } from './SchemaForm.tsx'

export const LazySchemaForm = deferred<SchemaFormProps>(async () => (await import('./SchemaForm.tsx')).SchemaForm)
