// Blocks of content under a person's hands, in requests and answers alike: each kind has its fields, an unknown one is JSON.
import { isObject, type Json } from '#mcp/json.ts'
import { readBlocks } from '#mcp/content-read.ts'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { Menu } from '../ui/Menu.tsx'
import { JsonField } from './JsonField.tsx'
import { BLOCKS, type Params } from './sampling-edit.ts'
import style from './Asks.module.css'

export interface BlocksEditorProps {
  blocks: readonly Json[]
  onChange: (blocks: Json[]) => void
  /** Names them: "Answer", "Message 2". */
  name: string
  placeholder?: string
}

export function BlocksEditor({ blocks, onChange, name, placeholder }: BlocksEditorProps) {
  const set = (at: number, block: Json) => onChange(blocks.map((one, index) => (index === at ? block : one)))
  return (
    <div className={style.blocks}>
      {blocks.map((block, at) => (
        // Blocks have no identity but their place.
        <div key={at} className={style.blockRow}>
          <BlockEditor
            block={block}
            onChange={(next) => set(at, next)}
            name={at === 0 ? name : `${name}, block ${at + 1}`}
            placeholder={placeholder}
          />
          {(blocks.length > 1 || !isObject(block) || block.type !== 'text') && (
            <Button
              look="quiet"
              aria-label={`Remove block ${at + 1} of ${name}`}
              onClick={() => onChange(blocks.filter((_, index) => index !== at))}
            >
              ✕
            </Button>
          )}
        </div>
      ))}
      <div>
        <Menu
          label={`Add a block to ${name}`}
          button="+ Block"
          items={BLOCKS.map(({ type, title, blank }) => ({ id: type, title, onSelect: () => onChange([...blocks, blank()]) }))}
        />
      </div>
    </div>
  )
}

interface BlockEditorProps {
  block: Json
  onChange: (block: Json) => void
  name: string
  placeholder: string | undefined
}

function BlockEditor({ block, onChange, name, placeholder }: BlockEditorProps) {
  const value: Params = isObject(block) ? block : {}
  const set = (change: Params) => onChange({ ...value, ...change })
  const text = (member: string) => (typeof value[member] === 'string' ? value[member] : '')
  const line = (member: string, label: string) => (
    <label className={style.cell}>
      {label}
      <input aria-label={`${label} of ${name}`} value={text(member)} onChange={(event) => set({ [member]: event.target.value })} />
    </label>
  )
  switch (value.type) {
    case 'text':
      return (
        <textarea
          aria-label={name}
          rows={3}
          value={text('text')}
          placeholder={placeholder}
          onChange={(event) => set({ text: event.target.value })}
        />
      )
    case 'image':
    case 'audio':
      return (
        <div className={style.blockBody}>
          <span className={style.role}>{value.type}</span>
          <div className={style.cells}>
            {line('mimeType', 'Type')}
            <label className={style.cell}>
              File
              <input
                type="file"
                aria-label={`File for ${name}`}
                accept={`${value.type}/*`}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  if (file !== undefined) void base64(file).then((data) => set({ data, mimeType: file.type || text('mimeType') }))
                }}
              />
            </label>
          </div>
          {text('data') === '' ? (
            <input
              className="mono"
              aria-label={`Data of ${name}, base64`}
              placeholder="base64"
              value=""
              onChange={(event) => set({ data: event.target.value })}
            />
          ) : (
            <>
              <ContentBlocks blocks={readBlocks(block)} />
              <div>
                <Button look="quiet" onClick={() => set({ data: '' })}>
                  Remove the data
                </Button>
              </div>
            </>
          )}
        </div>
      )
    case 'tool_use':
      return (
        <div className={style.blockBody}>
          <span className={style.role}>tool use</span>
          <div className={style.cells}>
            {line('name', 'Tool')}
            {line('id', 'Id')}
          </div>
          <JsonField label={`Input of ${name}`} value={value.input} onChange={(input) => set({ input: input ?? {} })} />
        </div>
      )
    case 'tool_result':
      return (
        <div className={style.blockBody}>
          <span className={style.role}>tool result</span>
          <div className={style.cells}>
            {line('toolUseId', 'Of the tool use')}
            <label className={style.tick}>
              <input
                type="checkbox"
                aria-label={`${name} is an error`}
                checked={value.isError === true}
                onChange={(event) => set({ isError: event.target.checked })}
              />
              is an error
            </label>
          </div>
          <JsonField label={`Content of ${name}`} value={value.content} onChange={(content) => set({ content: content ?? [] })} />
        </div>
      )
    default:
      return (
        <div className={style.blockBody}>
          <JsonField label={`${name} as JSON`} value={block} onChange={(next) => onChange(next ?? {})} />
        </div>
      )
  }
}

async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
