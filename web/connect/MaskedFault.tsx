// Says which fields hold a mask in the place of a secret.
import type { Draft } from './draft.ts'
import { maskedWords } from './masked.ts'

export function MaskedFault({ draft }: { draft: Draft }) {
  return <>{maskedWords(draft)}</>
}
