// Whether keys of a single character do anything, for those who would say so beside a control.
import { useSetting } from './use-setting.ts'

interface Stored {
  characterKeys?: boolean
}

const NOTHING: Stored = {}

/** As Settings has it, under its name there. */
export function useCharacterKeys(): boolean {
  const [{ characterKeys = true }] = useSetting<Stored>('settings', NOTHING)
  return characterKeys
}
