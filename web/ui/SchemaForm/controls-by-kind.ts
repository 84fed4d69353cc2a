// Which control draws which kind of field. The kind depends on the schema alone, never on a value.
import type { Controls } from './child.tsx'
import { BooleanControl, ConstControl, EnumControl, JsonControl, ManyControl, NumberControl, TextControl } from './controls.tsx'
import { ObjectField } from './groups.tsx'
import { ListField, TupleField, UnionField } from './sequences.tsx'

export const CONTROLS: Controls = {
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
