// Bytes in the way that suits them: drawn, played, read as text, or shown in hexadecimal when nothing else fits.
import { useEffect, useMemo, useState } from 'react'
import { decodeBase64 } from '#mcp/content/base64.ts'
import type { HeldBytes } from '#mcp/content/big.ts'
import { decodeAs, fileName, look, type Look } from '#mcp/content/sniff.ts'
import type { HeldRef } from '#mcp/held.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import { Tabs } from '../Tabs.tsx'
import { size } from '../format.ts'
import { useBlobUrl } from './download.ts'
import { sourceOf } from './held-access.ts'
import { heldAccess } from './held-way.ts'
import { hexText } from './hex-lines.ts'
import { HexViewer } from './HexViewer.tsx'
import { TextViewer } from './TextViewer.tsx'
import { Viewer, type Shown } from './Viewer.tsx'
import style from './viewers.module.css'

export interface BlobViewerProps extends Shown {
  /** Base64 as it was sent, or its beginning where `held` is given. */
  base64: string
  held?: HeldRef
  /** As announced; '' when it was not. */
  mimeType: string
}

export function BlobViewer({ base64, held, ...rest }: BlobViewerProps) {
  const near = useMemo(() => (held === undefined ? decodeHere(base64) : undefined), [held, base64])
  const [far, setFar] = useState<HeldBytes>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    if (held === undefined) return
    let gone = false
    heldAccess()
      .then((access) => access.heldBytes(held.id, held.pointer))
      .then(
        (bytes) => !gone && setFar(bytes),
        (error: unknown) => !gone && setFault((error as Error).message),
      )
    return () => {
      gone = true
    }
  }, [held])
  const decoded = near ?? far
  if (fault !== undefined)
    return (
      <div className={style.pad}>
        <Note tone="bad" role="alert" title={fault} />
      </div>
    )
  if (decoded === undefined) return null
  if (decoded.kind === 'broken') return <BrokenBase64 base64={base64} held={held} broken={decoded} {...rest} />
  return <BytesViewer bytes={decoded.bytes} {...rest} notes={[...(rest.notes ?? []), ...decoded.notes]} />
}

function decodeHere(base64: string): HeldBytes {
  const decoded = decodeBase64(base64)
  if (decoded.kind === 'bytes') return decoded
  const from = Math.max(0, decoded.at - 41)
  return { ...decoded, from, around: base64.slice(from, decoded.at + 40), length: base64.length }
}

type Broken = Extract<HeldBytes, { kind: 'broken' }>

/** Nothing is guessed from damaged bytes: the first wrong character is shown where it stands. */
function BrokenBase64({ base64, held, broken, mimeType, name = '', facts = [], ...rest }: BlobViewerProps & { broken: Broken }) {
  const { at, says, from, around, length } = broken
  const whole = held === undefined ? base64 : () => sourceOf(held).copy()
  return (
    <Viewer
      {...rest}
      kind={mimeType || 'blob'}
      facts={[`${length.toLocaleString('en')} characters of base64`, ...facts]}
      copy={whole}
      file={{ name: fileName(name, 'text/plain', 'base64'), mimeType: 'text/plain', data: typeof whole === 'string' ? () => whole : whole }}
      find={false}
    >
      <div className={style.pad}>
        <Note tone="bad" role="alert" title={`${says}.`}>
          <code>
            {from > 0 && '…'}
            {around.slice(0, at - 1 - from)}
            <mark className={style.mark}>{around.slice(at - 1 - from, at - from)}</mark>
            {around.slice(at - from)}
            {length > from + around.length && '…'}
          </code>
        </Note>
      </div>
    </Viewer>
  )
}

export interface BytesViewerProps extends Omit<BlobViewerProps, 'base64' | 'held'> {
  bytes: Uint8Array<ArrayBuffer>
}

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis', 'gb18030']

export function BytesViewer({ bytes, mimeType, name = '', facts = [], notes = [], acts, raw, lead }: BytesViewerProps) {
  const looked = useMemo(() => look(bytes, mimeType), [bytes, mimeType])
  const [asHex, setAsHex] = useState(false)
  const [encoding, setEncoding] = useState<string>()
  const [found, setFound] = useState<string>()
  const read = useMemo(() => (encoding === undefined ? undefined : decodeAs(bytes, encoding)), [bytes, encoding])
  const text = read ?? (looked.kind === 'text' ? looked.text : undefined)
  const modes = looked.kind === 'hex' ? [] : [{ id: 'view', title: looked.kind === 'text' ? 'Read' : 'View' }, HEX]
  const choice = {
    modes,
    mode: asHex ? 'hex' : 'view',
    onMode: (id: string) => setAsHex(id === 'hex'),
    modesLabel: 'Bytes shown as',
  }
  if (text !== undefined && !asHex)
    return (
      <TextViewer
        text={text}
        mimeType={looked.mimeType}
        name={name}
        raw={raw}
        lead={lead}
        facts={[encoding ?? 'sent as bytes', ...facts]}
        notes={[...notes, ...looked.notes]}
        acts={
          <>
            {modes.length > 0 && <Tabs look="segmented" label="Bytes shown as" tabs={modes} selected="view" onSelect={choice.onMode} />}
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
    <Viewer
      {...choice}
      kind={looked.mimeType}
      facts={[size(bytes.length), found, ...facts]}
      notes={[...notes, ...looked.notes]}
      raw={raw}
      lead={lead}
      file={{ name: fileName(name, looked.mimeType), mimeType: looked.mimeType, data: () => bytes }}
      copy={hex ? () => hexText(bytes) : undefined}
      find={false}
      acts={
        <>
          {looked.kind === 'hex' && (
            <select aria-label="Read as text in" value="" onChange={(event) => setEncoding(event.target.value)}>
              <option value="">Read as text…</option>
              {ENCODINGS.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
          {acts}
        </>
      }
    >
      {hex ? <HexViewer bytes={bytes} /> : <MediaViewer bytes={bytes} look={looked} onFound={setFound} />}
    </Viewer>
  )
}

const HEX = { id: 'hex', title: 'Hex' }

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
          <audio
            controls
            className={style.audio}
            src={url}
            aria-label={`${look.mimeType}, ${size(bytes.length)}`}
            onError={() => setFailed(true)}
          />
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
      return navigator.pdfViewerEnabled ? (
        // The browser's own viewer, on bytes that begin as a PDF does, under a type of our own: no other document can come of it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={style.page} src={url} title={`PDF, ${size(bytes.length)}`} />
      ) : (
        <p className={style.nothing}>This browser shows no PDF by itself: save it, and open it with what does.</p>
      )
  }
}
