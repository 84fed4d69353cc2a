// Moves to the field of a problem; apart from the form, so that who calls it need not load it.
import { fieldId } from './field-id.ts'

/** Moves to the field at a JSON Pointer, or to the nearest field around it that is drawn. Returns whether one was found. */
export function focusField(idPrefix: string, at: string): boolean {
  for (let pointer = at; ; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
    const id = fieldId(idPrefix, pointer)
    const control = document.getElementById(id) ?? (pointer === '' ? document.getElementById(`${id}-root-problem`) : null)
    if (control !== null) {
      control.focus()
      control.scrollIntoView({ block: 'center' })
      return true
    }
    if (pointer === '') return false
  }
}
