// The rows of the list of keys: those that are registered now and those that controls have by themselves, each key once.
import { isSingle, type Shortcut } from '../session/shortcuts.ts'

export interface HelpKey {
  keys: string
  title: string
  /** It is switched off in Settings. */
  off?: true
}

/** Keys that controls have by themselves. */
const EVERYWHERE: HelpKey[] = [
  { keys: 'mod+enter', title: 'Call, read, get: the main act of a form' },
  { keys: 'Tab', title: 'To the next control; in JSON that you write it indents, and leaves after Esc' },
  { keys: '↑ ↓', title: 'Within a list; Home and End jump, Enter goes into the form' },
]
/** Likewise, in a shared record, where there is nothing to send and no form. */
const APART: HelpKey[] = [
  { keys: '↑ ↓', title: 'In the table, message by message; Home and End jump' },
  { keys: '→ ←', title: 'Open and close a call that others are folded under' },
  { keys: 'Tab', title: 'To the next control' },
]
const CANCELS = 'Cancel what runs'
const CLOSES = 'close a dialog or a menu; a question is set aside, with what was typed'

/** `characters`: whether keys of a single character do anything. */
export function helpKeys(shortcuts: readonly Pick<Shortcut, 'keys' | 'title'>[], characters: boolean): HelpKey[] {
  const own = new Map(shortcuts.map(({ keys, title }) => [keys, title]))
  // More than one may want it: what is nearest has it first.
  const cancels =
    shortcuts
      .filter(({ keys }) => keys === 'escape')
      .map(({ title }) => title)
      .reverse()
      .join('; ') || CANCELS
  own.delete('escape')
  return [
    ...[...own].map(([keys, title]) => ({ keys, title, ...(!characters && isSingle(keys) ? { off: true as const } : {}) })),
    ...EVERYWHERE.filter(({ keys }) => !own.has(keys)),
    { keys: 'escape', title: `${cancels}; ${CLOSES}` },
  ]
}

/** The same of a shared record. */
export function sharedKeys(shortcuts: readonly Pick<Shortcut, 'keys' | 'title'>[]): HelpKey[] {
  const own = new Map(shortcuts.map(({ keys, title }) => [keys, title]))
  const closes = own.get('escape')
  own.delete('escape')
  return [
    ...[...own].map(([keys, title]) => ({ keys, title })),
    ...APART,
    {
      keys: 'escape',
      title: `${closes === undefined ? '' : `${closes}; `}close a dialog or a menu; empty the filter`.replace(/^./, (letter) =>
        letter.toUpperCase(),
      ),
    },
  ]
}
