// RJSF with our theme. Its Form holds the form and its registry the controls, by the kind of field; its dispatch draws the root. The
// members of a group are drawn through the registry at once: RJSF's own way there is four components a field, which a form of
// 500 would wait for. Nothing that a server writes reaches RJSF, so nothing in a schema can trip it.
import { useContext, type ComponentType, type ReactNode } from 'react'
import { withTheme } from '@rjsf/core'
import type { FieldProps, RegistryFieldsType, RJSFSchema, TemplatesType, UiSchema } from '@rjsf/utils'
import { Child, ControlsContext, type Controls } from './child.tsx'
import { BooleanControl, ConstControl, EnumControl, JsonControl, ManyControl, NumberControl, TextControl } from './controls.tsx'
import { PlaceContext } from './form-store.ts'
import { ObjectField } from './groups.tsx'
import { ListField, TupleField, UnionField } from './sequences.tsx'

/** Which control draws which kind of field. The kind depends on the schema alone, never on a value. */
const controls: Controls = {
  text: TextControl,
  number: NumberControl,
  boolean: BooleanControl,
  null: ConstControl,
  const: ConstControl,
  enum: EnumControl,
  many: ManyControl,
  json: JsonControl,
  object: ObjectField,
  list: ListField,
  tuple: TupleField,
  union: UnionField,
}

/** The field at the place that the form is for, with the controls that RJSF has registered. */
function RootField({ registry }: FieldProps) {
  const place = useContext(PlaceContext)
  if (place === undefined) throw new Error('A form without a place')
  return (
    <ControlsContext value={registry.fields as unknown as Controls}>
      <Child place={place} />
    </ControlsContext>
  )
}

const bare = ({ children }: { children: ReactNode }) => children

export const ThemedForm = withTheme({
  fields: { ...(controls as unknown as { [kind: string]: ComponentType<FieldProps> }), RootField } as RegistryFieldsType,
  templates: { FieldTemplate: bare } as Partial<TemplatesType>,
})

/** All that RJSF is told of a schema. */
export const ROOT_SCHEMA: RJSFSchema = { type: 'object' }
export const ROOT_UI: UiSchema = { 'ui:field': 'RootField' }
