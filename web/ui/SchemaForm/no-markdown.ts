// Stands in for RJSF's markdown renderer in the build: its templates that use it are not drawn, and it would be a
// third of the chunk. Descriptions are shown as plain text.
export function Markdown(): null {
  return null
}
