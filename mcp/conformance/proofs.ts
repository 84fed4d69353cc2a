// For tests: the proofs of all rules.
import { APP_PROOFS } from './proofs/apps.ts'
import { ACCOUNT_PROOFS } from './proofs/accounts.ts'
import { AUTHORIZATION_PROOFS } from './proofs/authorization.ts'
import { CHANGE_PROOFS } from './proofs/changes.ts'
import { CONVERSATION_PROOFS } from './proofs/conversation.ts'
import { HTTP_PROOFS } from './proofs/http.ts'
import { HTTP_TWINS } from './proofs/http-twins.ts'
import { JSON_RPC_PROOFS } from './proofs/json-rpc.ts'
import { LENT_PROOFS } from './proofs/lent.ts'
import { MODERN_PROOFS } from './proofs/modern.ts'
import { OFFER_PROOFS } from './proofs/offers.ts'
import { PROBE_PROOFS } from './proofs/probes.ts'
import type { Proof } from './proofs/proof.ts'
import { SKILL_PROOFS } from './proofs/skills.ts'
import { REPLY_PROOFS } from './proofs/replies.ts'
import { TASK_PROOFS } from './proofs/tasks.ts'
import { OLD_TRANSPORT_PROOFS } from './proofs/old-transports.ts'
import { TRANSPORT_PROOFS } from './proofs/transports.ts'
import { UTILITY_PROOFS } from './proofs/utilities.ts'
import { WISH_PROOFS } from './proofs/wishes.ts'

export const PROOFS: readonly Proof[] = [
  ...JSON_RPC_PROOFS,
  ...HTTP_PROOFS,
  ...HTTP_TWINS,
  ...CONVERSATION_PROOFS,
  ...MODERN_PROOFS,
  ...OFFER_PROOFS,
  ...UTILITY_PROOFS,
  ...PROBE_PROOFS,
  ...AUTHORIZATION_PROOFS,
  ...WISH_PROOFS,
  ...TASK_PROOFS,
  ...CHANGE_PROOFS,
  ...TRANSPORT_PROOFS,
  ...OLD_TRANSPORT_PROOFS,
  ...APP_PROOFS,
  ...SKILL_PROOFS,
  ...LENT_PROOFS,
  ...REPLY_PROOFS,
  ...ACCOUNT_PROOFS,
]
