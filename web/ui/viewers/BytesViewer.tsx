// Bytes in the way that suits them: drawn, played, read as text, or shown in hexadecimal when nothing else fits.
import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Tabs } from '../Tabs.tsx'
import { size } from '../format.ts'
import { decodeBase64 } from '#mcp/content/base64.ts'
import { download, useBlobUrl } from './download.ts'
import { HexViewer } from './HexViewer.tsx'
import { decodeAs, fileName, look, type Look } from '#mcp/content/sniff.ts'
import { TextViewer } from './TextViewer.tsx'
import { Oddities, ViewerBar } from './ViewerBar.tsx'
import { Note } from '../Note.tsx'
import style from './viewers.module.css'

export interface BlobViewerProps {
  /** Base64 as it was sent. */
  base64: string
  /** As announced; '' when it was not. */
  mimeType: string
  /** What names the download: a URI or a word. */
  name?: string
  facts?: readonly (string | undefined)[]
  acts?: ReactNode
}

export function BlobViewer({ base64, mimeType, name = '', facts = [], acts }: BlobViewerProps) {
  const decoded = useMemo(() => decodeBase64(base64), [base64])
  if (decoded.kind === 'broken') {
    const from = Math.max(0, decoded.at - 41)
    return (
      <div className={style.viewer}>
        <ViewerBar kind={mimeType || 'blob'} facts={[`${base64.length.toLocaleString('en')} characters of base64`, ...facts]}>
          <Button look="quiet" onClick={() => download(fileName(name, 'text/plain', 'base64'), base64, 'text/plain')}>
            Save as sent
          </Button>
          {acts}
        </ViewerBar>
        <div className={style.pad}>
          <Note tone="bad" role="alert" title={`${decoded.says}.`}>
            <code>
              {from > 0 && '…'}
              {base64.slice(from, decoded.at - 1)}
              <mark className={style.mark}>{base64.slice(decoded.at - 1, decoded.at)}</mark>
              {base64.slice(decoded.at, decoded.at + 40)}
              {base64.length > decoded.at + 40 && '…'}
            </code>
          </Note>
        </div>
      </div>
    )
  }
  return <BytesViewer bytes={decoded.bytes} mimeType={mimeType} name={name} facts={facts} notes={decoded.notes} acts={acts} />
}

export interface BytesViewerProps extends Omit<BlobViewerProps, 'base64'> {
  bytes: Uint8Array<ArrayBuffer>
  notes?: readonly string[]
}

export function BytesViewer({ bytes, mimeType, name = '', facts = [], notes = [], acts }: BytesViewerProps) {
  const looked = useMemo(() => look(bytes, mimeType), [bytes, mimeType])
  const [asHex, setAsHex] = useState(false)
  const [encoding, setEncoding] = useState<string>()
  const [found, setFound] = useState<string>()
  const save = () => download(fileName(name, looked.mimeType), bytes, looked.mimeType)
  const read = useMemo(() => (encoding === undefined ? undefined : decodeAs(bytes, encoding)), [bytes, encoding])
  const text = read ?? (looked.kind === 'text' ? looked.text : undefined)
  const hexSwitch = looked.kind !== 'hex' && (
    <Tabs
      look="segmented"
      label="Bytes shown as"
      tabs={[
        { id: 'view', title: looked.kind === 'text' ? 'Read' : 'View' },
        { id: 'hex', title: 'Hex' },
      ]}
      selected={asHex ? 'hex' : 'view'}
      onSelect={(id) => setAsHex(id === 'hex')}
    />
  )
  if (text !== undefined && !asHex)
    return (
      <TextViewer
        text={text}
        mimeType={looked.mimeType}
        name={name}
        facts={[encoding ?? 'sent as bytes', ...facts]}
        notes={[...notes, ...looked.notes]}
        acts={
          <>
            {hexSwitch}
            {encoding !== undefined && (
              <Button look="quiet" onClick={() => setEncoding(undefined)}>
                Hex
              </Button>
            )}
            {acts}
          </>
        }
      />
    )
  const hex = asHex || looked.kind === 'hex'
  return (
    <div className={style.viewer}>
      <ViewerBar kind={looked.mimeType} facts={[size(bytes.length), found, ...facts]}>
        {hexSwitch}
        {looked.kind === 'hex' && (
          <select aria-label="Read as text in" value="" onChange={(event) => setEncoding(event.target.value)}>
            <option value="">Read as text…</option>
            {['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis', 'gb18030'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <Button look="quiet" onClick={save}>
          Save
        </Button>
        {acts}
      </ViewerBar>
      <Oddities notes={[...notes, ...looked.notes]} />
      {hex ? <HexViewer bytes={bytes} /> : <MediaViewer bytes={bytes} look={looked} onFound={setFound} />}
    </div>
  )
}

interface MediaViewerProps {
  bytes: Uint8Array<ArrayBuffer>
  look: Look
  onFound: (dimensions: string) => void
}

function MediaViewer({ bytes, look, onFound }: MediaViewerProps) {
  const url = useBlobUrl(bytes, look.mimeType)
  const [failed, setFailed] = useState(false)
  if (url === undefined) return null
  if (failed)
    return (
      <div className={style.pad}>
        <Note tone="bad" role="alert" title={`The browser could not show these ${size(bytes.length)} as ${look.mimeType}.`}>
          They may be cut short or of a kind it does not know; “Hex” shows them as they are.
        </Note>
      </div>
    )
  switch (look.kind) {
    case 'image':
      return (
        <div className={style.image}>
          <img
            src={url}
            alt={`${look.mimeType}, ${size(bytes.length)}`}
            onLoad={(event) => onFound(`${event.currentTarget.naturalWidth} × ${event.currentTarget.naturalHeight}`)}
            onError={() => setFailed(true)}
          />
        </div>
      )
    case 'audio':
      return (
        <div className={style.pad}>
          {/* A server sends no captions with its sound. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio controls src={url} aria-label={`${look.mimeType}, ${size(bytes.length)}`} onError={() => setFailed(true)} />
        </div>
      )
    case 'video':
      return (
        <div className={style.pad}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            controls
            src={url}
            className={style.video}
            aria-label={`${look.mimeType}, ${size(bytes.length)}`}
            onError={() => setFailed(true)}
          />
        </div>
      )
    default:
      return (
        <div className={style.choices}>
          <a className={style.link} href={url} target="_blank" rel="noopener noreferrer">
            Open in a new tab
          </a>
        </div>
      )
  }
}
