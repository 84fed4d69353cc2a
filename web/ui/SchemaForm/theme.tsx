// RJSF with our fields and templates in place of its own: Form, dispatch and object layout are RJSF's, what is seen is ours.
import type { ComponentType } from 'react'
import { getDefaultRegistry, withTheme } from '@rjsf/core'
import type { FieldProps, RegistryFieldsType, TemplatesType } from '@rjsf/utils'
import { BooleanControl, ConstControl, EnumControl, JsonControl, ManyControl, NumberControl, TextControl } from './controls.tsx'
import { FieldTemplate, groupField, ObjectTemplate } from './groups.tsx'
import { ListField, TupleField, UnionField } from './sequences.tsx'

const fields: { [name: string]: ComponentType<FieldProps> } = {
  StringField: TextControl,
  NumberField: NumberControl,
  BooleanField: BooleanControl,
  ArrayField: ListField,
  ObjectField: groupField(getDefaultRegistry().fields.ObjectField as ComponentType<FieldProps>),
  ConstField: ConstControl,
  EnumField: EnumControl,
  ManyField: ManyControl,
  TupleField,
  UnionField,
  JsonField: JsonControl,
}

const templates = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate } as Partial<TemplatesType>

export const ThemedForm = withTheme({ fields: fields as RegistryFieldsType, templates })
