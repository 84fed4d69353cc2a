// Compares long texts apart from the page.
import type { Compared } from './diff-rows.ts'
import { compare } from './diff-rows.ts'

export interface ToCompare {
  id: number
  before: string
  after: string
  asResults: boolean
}

export type FromCompare = { id: number } & ({ compared: Compared } | { fault: string })

self.onmessage = ({ data: { id, before, after, asResults } }: MessageEvent<ToCompare>) => {
  let answer: FromCompare
  try {
    answer = { id, compared: compare(before, after, asResults) }
  } catch (error) {
    answer = { id, fault: (error as Error).message }
  }
  self.postMessage(answer)
}
