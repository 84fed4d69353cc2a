// What servers send as content, everywhere the same: in results, resources, prompts and sampling. Every block is
// shown in its order; one that cannot be drawn says why and takes no neighbour with it.
import { useMemo, useState, type ReactNode } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import type { Annotations, ContentBlock, ResourceContents } from '#mcp/model.ts'
import { linkTo } from '../route/route.ts'
import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { JsonView } from './JsonView.tsx'
import { Note } from './Note.tsx'
import { isWebUrl, reveal, size } from './format.ts'
import { BlobViewer, BytesViewer, type BytesViewerProps } from './viewers/BytesViewer.tsx'
import { essence } from '#mcp/content/sniff.ts'
import { TextViewer } from './viewers/TextViewer.tsx'
import { Oddities, ViewerBar } from './viewers/ViewerBar.tsx'
import style from './ContentView.module.css'

export interface ContentBlocksProps {
  blocks: readonly ContentBlock[]
  /** Reads a resource in place; without it "Read resource" leads to the resources panel. */
  onOpenResource?: (uri: string) => void
}

export function ContentBlocks({ blocks, onOpenResource }: ContentBlocksProps) {
  return (
    <div className={style.blocks}>
      {blocks.map((block, at) => (
        // Blocks have no identity but their place.
        <div key={at} className={style.block} data-block={block.kind}>
          <Boundary what={`Content block ${at + 1} (${block.kind})`}>
            <Block block={block} onOpenResource={onOpenResource} />
          </Boundary>
        </div>
      ))}
    </div>
  )
}

export interface ResourceViewProps {
  contents: ResourceContents
  facts?: readonly (string | undefined)[]
  acts?: ReactNode
}

/** One entry of `resources/read`, or the resource of an embedded block. */
export function ResourceView({ contents, facts = [], acts }: ResourceViewProps) {
  const { mimeType = '', text, blob, uri, raw } = contents
  if (text !== undefined) {
    const notes = blob === undefined && isObject(raw) && raw.blob !== undefined ? ['It has both “text” and “blob”; the text is shown.'] : []
    if (essence(mimeType) === 'image/svg+xml') return <SvgText text={text} mimeType={mimeType} name={uri} facts={facts} acts={acts} />
    return <TextViewer text={text} mimeType={mimeType} name={uri} facts={facts} notes={notes} acts={acts} />
  }
  if (blob !== undefined) return <BlobViewer base64={blob} mimeType={mimeType} name={uri} facts={facts} acts={acts} />
  return (
    <>
      <ViewerBar kind={mimeType || 'resource'} facts={facts}>
        {acts}
      </ViewerBar>
      <Oddities notes={['It has neither “text” nor “blob”. As it came:']} />
      <JsonView value={raw} bare />
    </>
  )
}

/** SVG sent as text: drawn as an image, never as a part of the page. */
function SvgText({ text, ...rest }: Omit<BytesViewerProps, 'bytes'> & { text: string }) {
  const bytes = useMemo(() => new TextEncoder().encode(text), [text])
  return <BytesViewer bytes={bytes} {...rest} />
}

function Block({ block, onOpenResource }: { block: ContentBlock; onOpenResource: ((uri: string) => void) | undefined }) {
  const [raw, setRaw] = useState(false)
  const facts = annotationFacts(block.annotations)
  const meta = metaOf(block.raw)
  const acts = (
    <Button look="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
      {meta === undefined ? 'Raw' : 'Raw, _meta'}
    </Button>
  )
  const behind = raw && (
    <div className={style.raw}>
      <JsonView value={block.raw} label="Block as it came" />
    </div>
  )
  switch (block.kind) {
    case 'text':
      return (
        <>
          <TextViewer text={block.text} kind="text" facts={facts} acts={acts} />
          {behind}
        </>
      )
    case 'image':
    case 'audio':
      return (
        <>
          <BlobViewer base64={block.data} mimeType={block.mimeType} name={block.kind} facts={facts} acts={acts} />
          {behind}
        </>
      )
    case 'resource':
      return (
        <>
          <ViewerBar kind="resource" facts={facts}>
            <OpenResource uri={block.resource.uri} onOpenResource={onOpenResource} />
          </ViewerBar>
          <Uri uri={block.resource.uri} />
          <ResourceView contents={block.resource} acts={acts} />
          {behind}
        </>
      )
    case 'resource_link':
      return (
        <>
          <ViewerBar kind="resource link" facts={[block.mimeType, block.size === undefined ? undefined : size(block.size), ...facts]}>
            <OpenResource uri={block.uri} onOpenResource={onOpenResource} />
            {acts}
          </ViewerBar>
          <div className={style.link}>
            <b>{reveal(block.title ?? block.name)}</b>
            {block.title !== undefined && block.title !== block.name && <span className={style.dim}> {reveal(block.name)}</span>}
            {block.description !== undefined && <p>{reveal(block.description)}</p>}
          </div>
          <Uri uri={block.uri} />
          {behind}
        </>
      )
    case 'tool_use':
      return (
        <>
          <ViewerBar kind={`tool use: ${block.name}`} facts={[block.id, ...facts]}>
            {acts}
          </ViewerBar>
          <JsonView value={block.input} label={`Input of ${block.name}`} bare />
          {behind}
        </>
      )
    case 'tool_result':
      return (
        <>
          <ViewerBar kind={`tool result${block.isError ? ', an error' : ''}`} facts={[`for ${block.toolUseId}`, ...facts]}>
            {acts}
          </ViewerBar>
          <div className={style.inner}>
            <ContentBlocks blocks={block.content} onOpenResource={onOpenResource} />
            {block.structuredContent !== undefined && <JsonView value={block.structuredContent} label="Structured content" bare />}
          </div>
          {behind}
        </>
      )
    case 'unknown':
      return (
        <>
          <div className={style.unknown}>
            <Note tone="warn" title={block.type === '' ? 'A block that cannot be drawn' : `A block of type “${reveal(block.type)}”`}>
              {capital(block.why)}. It is shown as it came.
            </Note>
          </div>
          <JsonView value={block.raw} label="Block as it came" />
        </>
      )
  }
}

function OpenResource({ uri, onOpenResource }: { uri: string; onOpenResource: ((uri: string) => void) | undefined }) {
  if (uri === '') return null
  if (onOpenResource !== undefined)
    return (
      <Button look="quiet" onClick={() => onOpenResource(uri)}>
        Read resource
      </Button>
    )
  return <a href={linkTo({ panel: 'resources', item: uri })}>Read resource</a>
}

function Uri({ uri }: { uri: string }) {
  if (uri === '') return <Oddities notes={['It has no “uri”.']} />
  return (
    <div className={style.uri}>
      {isWebUrl(uri) ? (
        <a href={uri} target="_blank" rel="noopener noreferrer">
          {reveal(uri)}
        </a>
      ) : (
        reveal(uri)
      )}
    </div>
  )
}

/** `for user`, `priority 0.8`, `modified 2026-01-01T…`. */
export function annotationFacts({ audience, priority, lastModified }: Annotations): string[] {
  const facts: string[] = []
  if (audience !== undefined && audience.length > 0) facts.push(`for ${audience.join(' and ')}`)
  if (priority !== undefined) facts.push(`priority ${priority}`)
  if (lastModified !== undefined) facts.push(`modified ${lastModified}`)
  return facts
}

function metaOf(raw: Json): Json | undefined {
  return isObject(raw) ? raw._meta : undefined
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
