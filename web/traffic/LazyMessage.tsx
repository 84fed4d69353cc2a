// The view of one message, fetched when the first one is looked at: the table alone is what a page needs at once.
import { lazy, Suspense } from 'react'
import type { MessageViewProps } from './MessageView.tsx'

const MessageView = lazy(async () => ({ default: (await import('./MessageView.tsx')).MessageView }))

export function LazyMessage(props: MessageViewProps) {
  return (
    <Suspense fallback={null}>
      <MessageView {...props} />
    </Suspense>
  )
}
