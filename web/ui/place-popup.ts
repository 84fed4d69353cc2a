// Where a popup stands beside the field it belongs to: beneath it, above it where there is more room, never beyond the
// edges it is given.

export interface PopupPlace {
  /** Pixels from the top of the window. */
  top: number
  /** The most it may take; what it holds scrolls in that. */
  height: number
}

const GAP = 2
const EDGE = 8
const ENOUGH = 96

/**
 * @param field top and bottom of the field, in pixels of the window
 * @param height what the popup would take
 * @param end the window's end
 * @param clear tops of what is to be pressed next: kept free where that leaves some room
 */
export function placePopup(field: { top: number; bottom: number }, height: number, end: number, clear: readonly number[] = []): PopupPlace {
  const place = within(field, height, Math.min(end, ...clear))
  return place.height >= Math.min(height, ENOUGH) ? place : within(field, height, end)
}

function within(field: { top: number; bottom: number }, height: number, floor: number): PopupPlace {
  const below = floor - EDGE - (field.bottom + GAP)
  const above = field.top - GAP - EDGE
  if (height <= below || below >= above) return { top: field.bottom + GAP, height: Math.max(0, Math.min(height, below)) }
  const fits = Math.min(height, above)
  return { top: field.top - GAP - fits, height: fits }
}
