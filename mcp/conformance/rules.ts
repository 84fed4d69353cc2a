// All rules, area by area. To add one: add its object to the file of its area in rules/ (rule.ts says what it is made of), to proofs/ the
// conversation that keeps it and the one that breaks it, and run `npm run checks`. What provokes a server is in scenarios.ts.
import { AREAS } from './areas.ts'
import type { Rule } from './rule.ts'
import { ACCOUNT_RULES } from './rules/accounts.ts'
import { APP_RULES } from './rules/apps.ts'
import { ARGUMENT_HEADER_RULES } from './rules/argument-headers.ts'
import { ASK_RULES } from './rules/asks.ts'
import { AUTHORIZATION_RULES } from './rules/authorization.ts'
import { BATCH_RULES } from './rules/batches.ts'
import { BOTH_ERA_RULES } from './rules/both-eras.ts'
import { CALL_RULES } from './rules/calls.ts'
import { CAPABILITY_RULES } from './rules/capabilities.ts'
import { CONTENT_RULES } from './rules/content.ts'
import { ERA_RULES } from './rules/eras.ts'
import { FLOW_RULES } from './rules/flow.ts'
import { HEADER_RULES } from './rules/headers.ts'
import { KEPT_RULES } from './rules/kept.ts'
import { LENT_RULES } from './rules/lent.ts'
import { LISTENING_RULES } from './rules/listening.ts'
import { REFUSAL_RULES } from './rules/refusals.ts'
import { REPLY_RULES } from './rules/replies.ts'
import { RETRY_RULES } from './rules/retries.ts'
import { SESSION_USE_RULES } from './rules/session-use.ts'
import { SESSION_RULES } from './rules/sessions.ts'
import { CONVERSATION_RULES } from './rules/conversation.ts'
import { HTTP_RULES } from './rules/http.ts'
import { HTTP_PROBE_RULES } from './rules/http-probes.ts'
import { ISSUER_RULES } from './rules/issuers.ts'
import { JSON_RPC_RULES } from './rules/json-rpc.ts'
import { MODERN_RULES } from './rules/modern.ts'
import { OFFER_RULES } from './rules/offers.ts'
import { OLD_TRANSPORT_RULES } from './rules/old-transports.ts'
import { REQUEST_RULES } from './rules/requests.ts'
import { SCHEMA_RULES } from './rules/schema.ts'
import { SKILL_FILE_RULES } from './rules/skill-files.ts'
import { SKILL_RULES } from './rules/skills.ts'
import { SLOW_CALL_RULES } from './rules/slow-calls.ts'
import { STREAM_RULES } from './rules/streams.ts'
import { SUBSCRIPTION_RULES } from './rules/subscriptions.ts'
import { TASK_RULES } from './rules/tasks.ts'
import { TASK_EXTENSION_RULES } from './rules/tasks-extension.ts'
import { TOOL_RULES } from './rules/tools.ts'
import { UTILITY_RULES } from './rules/utilities.ts'
import { VIEW_RULES } from './rules/views.ts'
import { WISH_RULES } from './rules/wishes.ts'

const place = ({ id }: Rule): number => Object.keys(AREAS).indexOf(id.slice(0, 2))

/** In the order of the areas. */
export const RULES: readonly Rule[] = [
  ...JSON_RPC_RULES,
  ...ASK_RULES,
  ...LISTENING_RULES,
  ...REFUSAL_RULES,
  ...CAPABILITY_RULES,
  ...SESSION_RULES,
  ...SESSION_USE_RULES,
  ...CONTENT_RULES,
  ...CALL_RULES,
  ...HEADER_RULES,
  ...SCHEMA_RULES,
  ...HTTP_RULES,
  ...CONVERSATION_RULES,
  ...MODERN_RULES,
  ...OFFER_RULES,
  ...TOOL_RULES,
  ...UTILITY_RULES,
  ...BATCH_RULES,
  ...HTTP_PROBE_RULES,
  ...STREAM_RULES,
  ...OLD_TRANSPORT_RULES,
  ...ERA_RULES,
  ...BOTH_ERA_RULES,
  ...SUBSCRIPTION_RULES,
  ...REQUEST_RULES,
  ...WISH_RULES,
  ...FLOW_RULES,
  ...KEPT_RULES,
  ...TASK_RULES,
  ...TASK_EXTENSION_RULES,
  ...APP_RULES,
  ...SKILL_RULES,
  ...SKILL_FILE_RULES,
  ...AUTHORIZATION_RULES,
  ...ISSUER_RULES,
  ...LENT_RULES,
  ...SLOW_CALL_RULES,
  ...ARGUMENT_HEADER_RULES,
  ...REPLY_RULES,
  ...RETRY_RULES,
  ...ACCOUNT_RULES,
  ...VIEW_RULES,
].toSorted((a, b) => place(a) - place(b))
