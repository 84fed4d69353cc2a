// What all fields that hold fields share: drawing a child at its place, and a default that can be taken over.
import { createContext, type ComponentType, type ReactNode } from 'react'
import type { FieldProps } from '@rjsf/utils'
import { Button } from '../Button.tsx'
import { PlaceContext, type Place } from './form-store.ts'
import { plainSchema } from './plain.ts'
import style from './SchemaForm.module.css'

/** Draws one field by RJSF's dispatch, at a place. */
export function Child({ place, props }: { place: Place; props: FieldProps }) {
  const { SchemaField } = props.registry.fields as { SchemaField: ComponentType<FieldProps> }
  return (
    <PlaceContext value={place}>
      <SchemaField {...props} name={place.label} required={place.required} schema={plainSchema(place.node)} formData={undefined} />
    </PlaceContext>
  )
}

export function Preset({ text, id, onEdit }: { text: string; id: string; onEdit: () => void }) {
  return (
    <div className={style.preset}>
      <code>{text.length > 200 ? `${text.slice(0, 199)}…` : text}</code>
      <Button id={id} onClick={onEdit}>
        Change the default
      </Button>
    </div>
  )
}

/** Acts on a row, drawn in the frame of what stands in it. */
export const ActsContext = createContext<ReactNode>(undefined)
