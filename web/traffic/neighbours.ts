// The messages before and after one, as far as the window knows them.
import type { RowWindow } from '#mcp/traffic-row.ts'

export function neighbours(
  window: RowWindow,
  seq: number | undefined,
  onSelect: (seq: number) => void,
): { onPrevious?: () => void; onNext?: () => void } {
  const at = window.rows.findIndex((row) => row.seq === seq)
  if (at < 0) return {}
  const previous = window.rows[at - 1]
  const next = window.rows[at + 1]
  return {
    ...(previous === undefined ? {} : { onPrevious: () => onSelect(previous.seq) }),
    ...(next === undefined ? {} : { onNext: () => onSelect(next.seq) }),
  }
}
