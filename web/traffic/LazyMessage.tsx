// The view of one message, fetched when the first one is looked at: the table alone is what a page needs at once.
import { deferred } from '../ui/deferred.tsx'
import type { MessageViewProps } from './MessageView.tsx'

export const LazyMessage = deferred<MessageViewProps>(async () => (await import('./MessageView.tsx')).MessageView)
