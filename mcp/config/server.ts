// A server as a configuration of any kind names it.
import type { Target } from '../transport/target.ts'

export interface ConfigServer {
  /** '' when the text names it not. */
  name: string
  /** Undefined when there is nothing to start and nowhere to connect; the notes say why. */
  target: Target | undefined
  disabled: boolean
  notes: string[]
}
