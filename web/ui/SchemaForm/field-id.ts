// Names the controls of a form, so that labels, problems and whoever moves the focus find them.
/** The id of a field's control, from the place of its value in the arguments (JSON Pointer). Names may hold spaces, ids may not. */
export function fieldId(idPrefix: string, pointer: string): string {
  return `${idPrefix}${encodeURIComponent(pointer)}`
}
