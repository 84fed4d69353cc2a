// Icons that a server names: what came with the definition is drawn, anything else is an address that nobody asked for
// yet.
import type { Icon } from '#mcp/model.ts'
import style from './DefinitionHead.module.css'

const DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/

export function Icons({ icons }: { icons: readonly Icon[] }) {
  const drawn = icons.find(({ src }) => DATA_IMAGE.test(src))
  return drawn === undefined ? null : <img className={style.icon} src={drawn.src} alt="" />
}
