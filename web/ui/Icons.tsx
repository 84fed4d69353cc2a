// Icons that a server names: what came with the definition is drawn, anything else is an address, fetched on a click.
import type { Icon } from '#mcp/model.ts'
import { isWebUrl } from './format.ts'
import { iconAddress } from './icon-address.ts'
import { RemotePicture } from './RemotePicture.tsx'
import style from './DefinitionHead.module.css'

export function Icons({ icons }: { icons: readonly Icon[] }) {
  const drawn = iconAddress(icons)
  if (drawn !== undefined) return <img className={style.icon} src={drawn} alt="" />
  const remote = icons.find(({ src }) => isWebUrl(src))
  return remote === undefined ? null : (
    <span className={style.remote}>
      icon elsewhere: <RemotePicture src={remote.src} alt="Icon" small />
    </span>
  )
}
