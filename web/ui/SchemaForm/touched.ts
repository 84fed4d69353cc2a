// Whether a person had a hand in a field or in something in it: until then its default is what is sent.
import type { FieldDraft } from './field-draft.ts'
import type { Node } from './node.ts'

export function isActive(node: Node, draft: FieldDraft | undefined): boolean {
  if (draft === undefined) return false
  if (draft.state !== undefined) return draft.state !== 'unset'
  if (draft.branch !== undefined || (draft.rows?.length ?? 0) > 0 || (draft.picked?.length ?? 0) > 0) return true
  if (draft.members !== undefined && node.kind === 'object') return Object.values(draft.members).some((member) => isTouched(member))
  return Object.values(draft.branches ?? {}).some(isTouched)
}

/** A choice among which an object would come first, and nobody has made it: shown as the first, it would look made, and open without
 *  being sent. A single value is there to be typed at once. */
export function isOpenChoice(node: Node, draft: FieldDraft | undefined): boolean {
  return node.kind === 'union' && node.branches[0]?.node().kind === 'object' && !isActive(node, draft)
}

function isTouched(draft: FieldDraft): boolean {
  // Set to "not sent", it keeps what is in it for later.
  if (draft.state !== undefined) return draft.state !== 'unset'
  if ((draft.rows?.length ?? 0) > 0 || (draft.picked?.length ?? 0) > 0 || draft.branch !== undefined) return true
  return Object.values(draft.members ?? {}).some(isTouched) || Object.values(draft.branches ?? {}).some(isTouched)
}
