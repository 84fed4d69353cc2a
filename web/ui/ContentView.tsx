// What servers send as content, everywhere the same: in results, resources, prompts and sampling. Every block is
// shown in its order; one that cannot be drawn says why and takes no neighbour with it.
import { startTransition, useEffect, useMemo, useState } from 'react'
import { essence } from '#mcp/content/sniff.ts'
import { heldText } from '#mcp/held.ts'
import { isObject, writeJson } from '#mcp/json.ts'
import type { Annotations, ContentBlock, ResourceContents } from '#mcp/model.ts'
import { linkTo } from '../route/route.ts'
import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { Icons } from './Icons.tsx'
import { JsonView } from './JsonView.tsx'
import { Note } from './Note.tsx'
import { OutsideLink } from './OutsideLink.tsx'
import { count, isWebUrl, reveal, size } from './format.ts'
import { BlobViewer, BytesViewer, type BytesViewerProps } from './viewers/BytesViewer.tsx'
import { TextViewer } from './viewers/TextViewer.tsx'
import { Viewer, type Shown } from './viewers/Viewer.tsx'
import { Oddities, ViewerBar } from './viewers/ViewerBar.tsx'
import style from './ContentView.module.css'

/** Blocks drawn at a time, and at once. */
const STEP = 50
const FIRST = 10

export interface ContentBlocksProps {
  blocks: readonly ContentBlock[]
  /** Reads a resource in place; without it "Read resource" leads to the resources panel. */
  onOpenResource?: (uri: string) => void
}

export function ContentBlocks({ blocks, onOpenResource }: ContentBlocksProps) {
  const [shown, setShown] = useState(FIRST)
  const more = blocks.length > FIRST
  // What is in sight comes at once, the rest right after it, in slices that give way to a person's keys.
  useEffect(() => {
    if (more) startTransition(() => setShown((shown) => Math.max(shown, STEP)))
  }, [more])
  return (
    <div className={style.blocks}>
      {blocks.slice(0, shown).map((block, at) => (
        // Blocks have no identity but their place.
        <div key={at} className={style.block} data-block={block.kind}>
          <Boundary what={`Content block ${at + 1} (${block.kind})`}>
            <Block block={block} onOpenResource={onOpenResource} />
          </Boundary>
        </div>
      ))}
      {blocks.length > Math.max(shown, STEP) && (
        <p className={style.more}>
          <Button onClick={() => startTransition(() => setShown(shown + 4 * STEP))}>
            Show {count(Math.min(4 * STEP, blocks.length - shown), 'more block')}
          </Button>{' '}
          of {(blocks.length - shown).toLocaleString('en')} not shown
        </p>
      )}
    </div>
  )
}

export interface ResourceViewProps extends Omit<Shown, 'name'> {
  contents: ResourceContents
}

/** One entry of `resources/read`, or the resource of an embedded block. */
export function ResourceView({ contents, ...shown }: ResourceViewProps) {
  const { mimeType = '', text, blob, uri, raw, flaws = [] } = contents
  const told = [...(shown.notes ?? []), ...flaws]
  if (text !== undefined) {
    const both = blob === undefined && isObject(raw) && raw.blob !== undefined
    const notes = [...told, ...(both ? ['It has both “text” and “blob”; the text is shown.'] : [])]
    const held = heldText(raw, 'text')
    if (essence(mimeType) === 'image/svg+xml' && held === undefined)
      return <SvgText {...shown} text={text} mimeType={mimeType} name={uri} notes={notes} />
    return <TextViewer {...shown} text={text} held={held} mimeType={mimeType} name={uri} notes={notes} />
  }
  if (blob !== undefined)
    return <BlobViewer {...shown} notes={told} base64={blob} held={heldText(raw, 'blob')} mimeType={mimeType} name={uri} />
  return (
    <>
      <ViewerBar kind={mimeType || 'resource'} facts={shown.facts}>
        {shown.acts}
      </ViewerBar>
      {shown.lead}
      <Oddities notes={[...told, 'It has neither “text” nor “blob” to show. As it came:']} />
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
  const { raw, flaws: notes } = block
  const facts = annotationFacts(block.annotations)
  switch (block.kind) {
    case 'text':
      return <TextViewer text={block.text} held={block.held ?? heldText(raw, 'text')} kind="text" facts={facts} notes={notes} raw={raw} />
    case 'image':
    case 'audio':
      return (
        <BlobViewer
          base64={block.data}
          held={heldText(raw, 'data')}
          mimeType={block.mimeType}
          name={block.kind}
          facts={facts}
          notes={notes}
          raw={raw}
        />
      )
    case 'resource':
      return (
        <ResourceView
          contents={block.resource}
          facts={facts}
          notes={notes}
          raw={raw}
          lead={<Uri uri={block.resource.uri} />}
          acts={<OpenResource uri={block.resource.uri} onOpenResource={onOpenResource} />}
        />
      )
    case 'resource_link':
      return (
        <Viewer
          kind="resource link"
          facts={[block.mimeType, block.size === undefined ? undefined : size(block.size), ...facts]}
          notes={notes}
          acts={<OpenResource uri={block.uri} onOpenResource={onOpenResource} />}
          copy={block.uri}
          raw={raw}
          find={false}
        >
          <div className={style.link}>
            <Icons icons={block.icons} />
            <b>{reveal(block.title ?? (block.name || 'no name'))}</b>
            {block.title !== undefined && block.title !== block.name && <span className={style.dim}> {reveal(block.name)}</span>}
            {block.description !== undefined && <p>{reveal(block.description)}</p>}
          </div>
          <Uri uri={block.uri} />
        </Viewer>
      )
    case 'tool_use':
      return (
        <Viewer
          kind={`tool use: ${block.name}`}
          facts={[block.id, ...facts]}
          notes={notes}
          raw={raw}
          copy={() => writeJson(block.input, 2)}
        >
          <JsonView value={block.input} label={`Input of ${block.name}`} bare />
        </Viewer>
      )
    case 'tool_result':
      return (
        <Viewer
          kind={`tool result${block.isError ? ', an error' : ''}`}
          facts={[`for ${block.toolUseId}`, ...facts]}
          notes={notes}
          raw={raw}
          find={false}
        >
          <div className={style.inner}>
            <ContentBlocks blocks={block.content} onOpenResource={onOpenResource} />
            {block.structuredContent !== undefined && <JsonView value={block.structuredContent} label="Structured content" bare />}
          </div>
        </Viewer>
      )
    case 'unknown':
      return (
        <>
          <div className={style.unknown}>
            <Note tone="warn" title={block.type === '' ? 'A block that cannot be drawn' : `A block of type “${reveal(block.type)}”`}>
              {capital(block.why)}. It is shown as it came.
            </Note>
          </div>
          <JsonView value={raw} label="Block as it came" />
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
  return (
    <a className={style.read} href={linkTo({ panel: 'resources', item: uri })}>
      Read resource
    </a>
  )
}

function Uri({ uri }: { uri: string }) {
  if (uri === '') return <Oddities notes={['It has no “uri”.']} />
  return <div className={style.uri}>{isWebUrl(uri) ? <OutsideLink href={uri} /> : reveal(uri)}</div>
}

/** `for user`, `priority 0.8`, `modified 2026-01-01T…`. */
export function annotationFacts({ audience, priority, lastModified }: Annotations): string[] {
  const facts: string[] = []
  if (audience !== undefined && audience.length > 0) facts.push(`for ${audience.join(' and ')}`)
  if (priority !== undefined) facts.push(`priority ${priority}`)
  if (lastModified !== undefined) facts.push(`modified ${lastModified}`)
  return facts
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
