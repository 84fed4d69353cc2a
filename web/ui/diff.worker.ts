// Compares long texts apart from the page, and keeps them while they are looked at.
import { compare } from './diff-rows.ts'
import { DiffDrawing, type DiffWindow } from './diff-window.ts'

export type ToCompare =
  | { kind: 'compare'; id: number; before: string; after: string; asResults: boolean }
  | { kind: 'window'; id: number; ask: number; open: readonly number[]; most: number }
  | { kind: 'close'; id: number }

export type FromCompare = { ask: number } & ({ drawn: DiffWindow } | { fault: string })

const drawings = new Map<number, DiffDrawing | Error>()

self.onmessage = ({ data }: MessageEvent<ToCompare>) => {
  if (data.kind === 'close') return void drawings.delete(data.id)
  if (data.kind === 'compare') return void drawings.set(data.id, made(data))
  self.postMessage({ ask: data.ask, ...answer(data) } satisfies FromCompare)
}

function made({ before, after, asResults }: Extract<ToCompare, { kind: 'compare' }>): DiffDrawing | Error {
  try {
    return new DiffDrawing(compare(before, after, asResults))
  } catch (error) {
    return error as Error
  }
}

function answer({ id, open, most }: Extract<ToCompare, { kind: 'window' }>): { drawn: DiffWindow } | { fault: string } {
  const drawing = drawings.get(id)
  if (drawing instanceof DiffDrawing) return { drawn: drawing.window(open, most) }
  return { fault: drawing?.message ?? 'The comparison was ended.' }
}
