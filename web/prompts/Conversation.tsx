// The messages of a prompt as a conversation: who says it, and everything that they say.
import type { PromptMessage } from '#mcp/model.ts'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { reveal } from '../ui/format.ts'
import style from './PromptsPanel.module.css'

export interface ConversationProps {
  description?: string
  messages: readonly PromptMessage[]
  /** The answer has no list of messages at all. */
  lacking: boolean
}

export function Conversation({ description, messages, lacking }: ConversationProps) {
  return (
    <>
      {description !== undefined && description !== '' && <p className={style.description}>{reveal(description)}</p>}
      {messages.length === 0 && (
        <p className={style.quiet}>
          {lacking
            ? 'The answer has no list “messages”, which every answer must have. “Raw” shows it as it came.'
            : 'The server answered with an empty list of messages.'}
        </p>
      )}
      <ol className={style.messages}>
        {messages.map((message, at) => (
          <li key={at} className={message.role === 'assistant' ? style.assistant : style.user}>
            <h3>
              {message.role === '' ? 'no role' : reveal(message.role)}
              {message.role !== 'user' && message.role !== 'assistant' && <span className={style.odd}> must be “user” or “assistant”</span>}
            </h3>
            {message.content.length === 0 ? <p className={style.quiet}>It has no content.</p> : <ContentBlocks blocks={message.content} />}
          </li>
        ))}
      </ol>
    </>
  )
}
