// For tests: the proofs of all rules.
import { CONVERSATION_PROOFS } from './proofs/conversation.ts'
import { HTTP_PROOFS } from './proofs/http.ts'
import { JSON_RPC_PROOFS } from './proofs/json-rpc.ts'
import { MODERN_PROOFS } from './proofs/modern.ts'
import { OFFER_PROOFS } from './proofs/offers.ts'
import type { Proof } from './proofs/proof.ts'
import { UTILITY_PROOFS } from './proofs/utilities.ts'

export const PROOFS: readonly Proof[] = [
  ...JSON_RPC_PROOFS,
  ...HTTP_PROOFS,
  ...CONVERSATION_PROOFS,
  ...MODERN_PROOFS,
  ...OFFER_PROOFS,
  ...UTILITY_PROOFS,
]
