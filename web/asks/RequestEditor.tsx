// A sampling request with every part open to change. What differs from what came is marked, and can be put back by itself.
import type { ReactNode } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { BlocksEditor } from './BlockEditor.tsx'
import { JsonField } from './JsonField.tsx'
import { blocksIn, contentOf, differs, messagesOf, paramsOf, withMember, type Params } from './sampling-edit.ts'
import style from './Asks.module.css'

export interface RequestEditorProps {
  original: Json
  params: Json
  onChange: (params: Json) => void
}

const PRIORITIES = [
  ['costPriority', 'Cost'],
  ['speedPriority', 'Speed'],
  ['intelligencePriority', 'Intelligence'],
] as const
const KNOWN = new Set(
  'messages systemPrompt modelPreferences maxTokens temperature stopSequences includeContext metadata tools toolChoice'.split(' '),
)

export function RequestEditor({ original, params, onChange }: RequestEditorProps) {
  const value = paramsOf(params)
  const came = paramsOf(original)
  const set = (name: string, next: Json | undefined) => onChange(withMember(params, name, next))
  const part = (name: string, title: string, body: ReactNode) => (
    <Part key={name} title={title} name={name} edited={differs(came[name], value[name])} onUndo={() => set(name, came[name])}>
      {body}
    </Part>
  )
  const others = Object.keys({ ...came, ...value }).filter((name) => !KNOWN.has(name))
  return (
    <div className={style.editor}>
      {part(
        'systemPrompt',
        'System prompt',
        <textarea
          aria-label="System prompt"
          rows={2}
          value={typeof value.systemPrompt === 'string' ? value.systemPrompt : ''}
          placeholder="none"
          onChange={(event) => set('systemPrompt', event.target.value === '' ? undefined : event.target.value)}
        />,
      )}
      {part('messages', 'Messages', <Messages original={original} params={params} onChange={(messages) => set('messages', messages)} />)}
      {part(
        'modelPreferences',
        'Model preferences',
        <Preferences value={value.modelPreferences} onChange={(next) => set('modelPreferences', next)} />,
      )}
      <div className={style.cells}>
        {part(
          'maxTokens',
          'Max tokens',
          <NumberBox label="Max tokens" value={value.maxTokens} onChange={(next) => set('maxTokens', next)} />,
        )}
        {part(
          'temperature',
          'Temperature',
          <NumberBox label="Temperature" value={value.temperature} onChange={(next) => set('temperature', next)} />,
        )}
        {part(
          'includeContext',
          'Include context',
          <Choice
            label="Include context"
            choices={['none', 'thisServer', 'allServers']}
            value={value.includeContext}
            onChange={(next) => set('includeContext', next)}
          />,
        )}
        {part(
          'toolChoice',
          'Tool choice',
          <Choice
            label="Tool choice"
            choices={['auto', 'required', 'none']}
            value={isObject(value.toolChoice) ? value.toolChoice.mode : value.toolChoice}
            onChange={(mode) => set('toolChoice', mode === undefined ? undefined : { ...paramsOf(value.toolChoice ?? null), mode })}
          />,
        )}
      </div>
      {part(
        'stopSequences',
        'Stop sequences',
        <textarea
          aria-label="Stop sequences, one a line"
          rows={1}
          placeholder="none; one a line"
          value={Array.isArray(value.stopSequences) ? value.stopSequences.map(String).join('\n') : ''}
          onChange={(event) => set('stopSequences', event.target.value === '' ? undefined : event.target.value.split('\n'))}
        />,
      )}
      {part('tools', 'Tools', <JsonField label="Tools" value={value.tools} onChange={(next) => set('tools', next)} />)}
      {part('metadata', 'Metadata', <JsonField label="Metadata" value={value.metadata} onChange={(next) => set('metadata', next)} />)}
      {others.map((name) => part(name, reveal(name), <JsonField label={name} value={value[name]} onChange={(next) => set(name, next)} />))}
    </div>
  )
}

interface PartProps {
  title: string
  name: string
  edited: boolean
  onUndo: () => void
  children: ReactNode
}

function Part({ title, name, edited, onUndo, children }: PartProps) {
  return (
    <div className={style.partBody} role="group" aria-label={`Part: ${title}`} data-member={name}>
      <div className={style.partTitle}>
        <span className={style.role}>{title}</span>
        <Mark edited={edited} what={title} onUndo={onUndo} />
      </div>
      {children}
    </div>
  )
}

export function Mark({ edited, what, onUndo }: { edited: boolean; what: string; onUndo: () => void }) {
  if (!edited) return null
  return (
    <>
      <span className={style.edited}>edited</span>
      <Button look="quiet" aria-label={`Undo the edit of ${what}`} onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}

function Messages({ original, params, onChange }: RequestEditorProps & { onChange: (messages: Json[]) => void }) {
  const messages = messagesOf(params)
  const came = messagesOf(original)
  const set = (at: number, message: Json) => onChange(messages.map((one, index) => (index === at ? message : one)))
  return (
    <>
      {messages.map((message, at) => {
        const value: Params = isObject(message) ? message : { role: 'user', content: message }
        const name = `Message ${at + 1}`
        return (
          // Messages have no identity but their place.
          <div key={at} className={style.message}>
            <div className={style.partTitle}>
              <select
                aria-label={`Role of message ${at + 1}`}
                value={String(value.role)}
                onChange={(event) => set(at, { ...value, role: event.target.value })}
              >
                {[...new Set(['user', 'assistant', String(value.role)])].map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </select>
              {came.length === messages.length && (
                <Mark edited={differs(came[at], message)} what={name} onUndo={() => set(at, came[at]!)} />
              )}
              <Button
                look="quiet"
                aria-label={`Remove message ${at + 1}`}
                onClick={() => onChange(messages.filter((_, index) => index !== at))}
              >
                ✕
              </Button>
            </div>
            <BlocksEditor
              name={name}
              blocks={blocksIn(value.content)}
              onChange={(blocks) => set(at, { ...value, content: contentOf(blocks, Array.isArray(value.content)) })}
            />
          </div>
        )
      })}
      <div>
        <Button look="quiet" onClick={() => onChange([...messages, { role: 'user', content: { type: 'text', text: '' } }])}>
          + Message
        </Button>
      </div>
    </>
  )
}

function Preferences({ value, onChange }: { value: Json | undefined; onChange: (value: Json | undefined) => void }) {
  const now = paramsOf(value ?? null)
  const set = (name: string, next: Json | undefined) => {
    const all = withMember(now, name, next)
    onChange(Object.keys(all).length === 0 ? undefined : all)
  }
  const hints = Array.isArray(now.hints) ? now.hints.map((hint) => (isObject(hint) && typeof hint.name === 'string' ? hint.name : '')) : []
  return (
    <div className={style.cells}>
      {PRIORITIES.map(([name, title]) => {
        const set_ = typeof now[name] === 'number'
        return (
          <label key={name} className={style.cell}>
            <span>
              {title} <output className="mono">{set_ ? String(now[name]) : 'not said'}</output>
            </span>
            <span className={style.slider}>
              <input
                type="range"
                min={0}
                max={1}
                step={0.05}
                aria-label={`${title} priority`}
                aria-valuetext={set_ ? String(now[name]) : 'not said'}
                data-unset={!set_ || undefined}
                value={set_ ? Number(now[name]) : 0.5}
                onChange={(event) => set(name, Number(event.target.value))}
              />
              {set_ && (
                <Button look="quiet" aria-label={`Leave out ${title} priority`} onClick={() => set(name, undefined)}>
                  ✕
                </Button>
              )}
            </span>
          </label>
        )
      })}
      <label className={style.cell}>
        Hints, in order
        <textarea
          aria-label="Hints, one a line"
          rows={2}
          placeholder="none; one a line"
          value={hints.join('\n')}
          onChange={({ target: { value: text } }) => set('hints', text === '' ? undefined : text.split('\n').map((name) => ({ name })))}
        />
      </label>
    </div>
  )
}

function NumberBox({ label, value, onChange }: { label: string; value: Json | undefined; onChange: (value: Json | undefined) => void }) {
  return (
    <input
      type="number"
      step="any"
      aria-label={label}
      placeholder="not said"
      value={typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    />
  )
}

function Choice({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: string[]
  value: Json | undefined
  onChange: (value: string | undefined) => void
}) {
  const now = value === undefined ? '' : String(value)
  return (
    <select aria-label={label} value={now} onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}>
      <option value="">not said</option>
      {[...new Set([...choices, ...(now === '' ? [] : [now])])].map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}
