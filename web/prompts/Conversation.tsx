// The messages of a prompt as a conversation: who says it, and everything that they say.
import type { PromptMessage } from '#mcp/model.ts'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { reveal } from '../ui/format.ts'
import style from './PromptsPanel.module.css'

export function Conversation({ description, messages }: { description?: string; messages: readonly PromptMessage[] }) {
  return (
    <>
      {description !== undefined && description !== '' && <p className={style.description}>{reveal(description)}</p>}
      {messages.length === 0 && <p className={style.quiet}>The answer has no messages.</p>}
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
