// The structural schema of each revision, and which of its definitions a message must fit. A quarter of a megabyte: loaded
// when something is judged, not before.
import type { Json } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import v2024_11_05 from './schema/2024-11-05.json' with { type: 'json' }
import v2025_03_26 from './schema/2025-03-26.json' with { type: 'json' }
import v2025_06_18 from './schema/2025-06-18.json' with { type: 'json' }
import v2025_11_25 from './schema/2025-11-25.json' with { type: 'json' }
import v2026_07_28 from './schema/2026-07-28.json' with { type: 'json' }

export const SCHEMAS = {
  '2024-11-05': v2024_11_05,
  '2025-03-26': v2025_03_26,
  '2025-06-18': v2025_06_18,
  '2025-11-25': v2025_11_25,
  '2026-07-28': v2026_07_28,
} as unknown as { [revision in Revision]: { [keyword: string]: Json } }

export const RESULTS: { [method: string]: string } = {
  initialize: 'InitializeResult',
  'server/discover': 'DiscoverResult',
  ping: 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
  'tasks/get': 'GetTaskResult',
  'tasks/list': 'ListTasksResult',
  'tasks/cancel': 'CancelTaskResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
}

export const NOTIFICATIONS: { [method: string]: string } = {
  'notifications/cancelled': 'CancelledNotification',
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/elicitation/complete': 'ElicitationCompleteNotification',
  'notifications/tasks/status': 'TaskStatusNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
}

export const REQUESTS: { [method: string]: string } = {
  ping: 'PingRequest',
  'roots/list': 'ListRootsRequest',
  'sampling/createMessage': 'CreateMessageRequest',
  'elicitation/create': 'ElicitRequest',
}
