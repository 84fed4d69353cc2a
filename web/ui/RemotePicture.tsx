// A picture that lies elsewhere: its address first, the picture only when a person asks for it, fetched by the engine and
// drawn from its bytes.
import { useState } from 'react'
import { look } from '#mcp/content/sniff.ts'
import { Button } from './Button.tsx'
import { reveal } from './format.ts'
import { OutsideLink } from './OutsideLink.tsx'
import { useBlobUrl } from './viewers/download.ts'
import { heldAccess } from './viewers/held-way.ts'
import style from './OutsideLink.module.css'
import { Said } from './Said.tsx'

export function RemotePicture({ src, alt, small = false }: { src: string; alt: string; small?: boolean }) {
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>()
  const [said, setSaid] = useState<string>()
  const load = async () => {
    setSaid('fetching…')
    try {
      const { bytes: fetched } = await (await heldAccess()).fetchPicture(src)
      if (look(fetched, '').kind !== 'image') return setSaid('It is no image.')
      setBytes(fetched)
    } catch (error) {
      setSaid((error as Error).message)
    }
  }
  if (bytes !== undefined) return <Drawn bytes={bytes} alt={alt} small={small} />
  return (
    <OutsideLink
      href={src}
      more={
        <p className={style.load}>
          <Button onClick={() => void load()}>Fetch the picture and show it here</Button> <Said>{said}</Said>
        </p>
      }
    >
      {reveal(src)}
    </OutsideLink>
  )
}

function Drawn({ bytes, alt, small }: { bytes: Uint8Array<ArrayBuffer>; alt: string; small: boolean }) {
  const url = useBlobUrl(bytes, look(bytes, '').mimeType)
  return url === undefined ? null : <img className={small ? style.icon : style.picture} src={url} alt={alt} />
}
