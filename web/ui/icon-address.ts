// Which icon of a definition is drawn. Icons are as hostile as the rest: only what came with the definition is shown, since any
// other address would be a request that nobody asked for; only as an image, by what its bytes are and not by what they are
// called; and only up to a size.
import type { Icon } from '#mcp/model.ts'

/** Characters of an address: an icon that large is none. */
const LARGEST = 512 * 1024
/** How the base64 of each kind begins. */
const BEGINNINGS: { [type: string]: RegExp } = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  gif: /^R0lGOD/,
  webp: /^UklGR/,
}

/** The address to draw; undefined when there is none that may be. */
export function iconAddress(icons: readonly Icon[]): string | undefined {
  return icons.find(({ src }) => src.length <= LARGEST && isImage(src))?.src
}

function isImage(src: string): boolean {
  const [, type, base64, data = ''] = /^data:image\/(png|jpeg|jpg|gif|webp|svg\+xml)(?:;[\w=.-]+)*?(;base64)?,(.{0,64})/is.exec(src) ?? []
  if (type === undefined) return false
  // As an image an SVG runs and loads nothing.
  if (type.toLowerCase() === 'svg+xml') return true
  return base64 !== undefined && Object.values(BEGINNINGS).some((beginning) => beginning.test(data))
}
