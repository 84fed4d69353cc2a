// What a server gave: lists, JSON, contents, differences, addresses.
import { readToolResult } from '#mcp/content-read.ts'
import { AddressView } from '../ui/AddressView.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { DefinitionHead } from '../ui/DefinitionHead.tsx'
import { DiffView } from '../ui/DiffView.tsx'
import { ItemList } from '../ui/ItemList.tsx'
import type { ListItem } from '../ui/item-rows.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { RouteTable } from '../ui/RouteTable.tsx'
import { Shown } from './Shown.tsx'
import style from './Gallery.module.css'

const nothing = () => undefined
const ITEMS: ListItem[] = [
  {
    index: 0,
    name: 'chosen',
    title: 'A title',
    description: 'Two lines: its title and what it is for.',
    mark: 'read-only',
    group: 'A group',
  },
  { index: 1, name: 'one_line', mark: 'destructive', tone: 'bad', note: '2 notes', group: 'A group' },
  { index: 2, name: 'struck', struck: 'A client must leave it out: its header is declared twice.', group: 'Another' },
  {
    index: 3,
    name: 'a_name_that_is_longer_than_the_list_is_wide_at_any_size',
    description: 'It ends in dots.',
    tone: 'ok',
    mark: 'new',
    group: 'Another',
  },
]
const JSON_VALUE = { text: 'some text', big: 12345678901234567890n, list: [1, true, null], deep: { deeper: {} } }
const { content: BLOCKS } = readToolResult({
  content: [
    { type: 'text', text: 'A text, as a tool gives it.' },
    { type: 'text', text: '{"json": "in a text", "count": 2}' },
    { type: 'resource_link', uri: 'demo://notes.txt', name: 'notes.txt', mimeType: 'text/plain', description: 'A link to a resource.' },
    { type: 'image', data: 'no base64', mimeType: 'image/png' },
  ],
})

export function Data() {
  return (
    <div className={style.column}>
      <Shown name="ItemList">
        <div className={style.list}>
          <ItemList label="Items" noun="item" items={ITEMS} selected={0} onSelect={nothing} search="" onSearch={nothing} />
        </div>
      </Shown>
      <Shown name="DefinitionHead">
        <div>
          <DefinitionHead
            name="notes"
            title="Notes"
            description="What the server says of it."
            address="demo://notes.txt"
            facts={['text/plain', '42 B']}
            raw={{ name: 'notes' }}
          />
        </div>
      </Shown>
      <Shown name="JsonView">
        <div>
          <JsonView value={JSON_VALUE} label="JSON" />
        </div>
      </Shown>
      <Shown name="JsonEditor">
        <div>
          <JsonEditor label="JSON that breaks" text={'{\n  "a": 1,\n  "b": \n}'} onChange={nothing} />
        </div>
      </Shown>
      <Shown name="ContentView">
        <div>
          <ContentBlocks blocks={BLOCKS} onOpenResource={nothing} />
        </div>
      </Shown>
      <Shown name="DiffView">
        <div>
          <DiffView label="Difference" before={'one\ntwo\nthree'} after={'one\n2\nthree\nfour'} />
        </div>
      </Shown>
      <Shown name="AddressView">
        <AddressView url="https://login.example.com/authorize?client_id=loupe&scope=read%20write&state=abc" />
      </Shown>
      <Shown name="RouteTable">
        <div>
          <RouteTable
            via="proxy"
            why="The server does not let the page read mcp-session-id."
            asked={['content-type', 'mcp-protocol-version']}
            allowed={['content-type']}
            exposed={null}
            notes={['It was asked with OPTIONS.']}
          />
        </div>
      </Shown>
    </div>
  )
}
