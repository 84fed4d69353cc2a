// For tests: the proofs of all rules.
import { JSON_RPC_PROOFS } from './proofs/json-rpc.ts'
import type { Proof } from './proofs/proof.ts'

export const PROOFS: readonly Proof[] = [...JSON_RPC_PROOFS]
