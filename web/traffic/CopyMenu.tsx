// Ways to copy one thing, in a menu; it says itself that it was done, or how far it is where that takes its time.
import { useEffect, useRef, useState } from 'react'
import { announce } from '../ui/announce.ts'
import { Menu } from '../ui/Menu.tsx'

/** What making a text hears and tells: it may be given up, and says what share of it is done, from 0 to 1. */
export interface Making {
  signal: AbortSignal
  tell: (share: number) => void
}

export interface CopyMenuProps {
  /** Texts are made when they are asked for. `masked`: it is of no use before somebody puts the secrets in, which is said. */
  items: { id: string; title: string; parted?: boolean; masked?: boolean; text: (making: Making) => string | Promise<string> }[]
}

export function CopyMenu({ items }: CopyMenuProps) {
  const [said, setSaid] = useState<string>()
  /** What share of a text is written; undefined: none is being made that takes its time. */
  const [share, setShare] = useState<number>()
  const making = useRef<AbortController>(null)
  useEffect(() => () => making.current?.abort(), [])
  useEffect(() => {
    if (said === undefined) return
    announce(said)
    const timer = setTimeout(() => setSaid(undefined), 1600)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (text: (making: Making) => string | Promise<string>, masked: boolean) => {
    making.current?.abort()
    const { signal } = (making.current = new AbortController())
    const told = (now: string) => signal.aborted || setSaid(now)
    try {
      const made = await text({ signal, tell: (part) => signal.aborted || setShare(part) })
      await navigator.clipboard.writeText(made).then(
        () => told(masked ? 'Copied, secrets masked' : 'Copied'),
        () => told('The browser refused'),
      )
    } catch (error) {
      told(`Not copied: ${(error as Error).message}`)
    }
    if (!signal.aborted) setShare(undefined)
  }
  const stop = () => {
    making.current?.abort()
    setShare(undefined)
    setSaid('Stopped')
  }
  return (
    <Menu
      label="Copy as"
      subject={share === undefined ? 'copy' : 'stop'}
      button={share === undefined ? (said ?? 'Copy as') : `Writing, ${Math.floor(share * 100)} %`}
      items={
        share !== undefined
          ? [{ id: 'stop', title: 'Stop writing', onSelect: stop }]
          : items.map(({ id, title, parted = false, masked = false, text }) => ({
              id,
              title,
              parted,
              onSelect: () => void copy(text, masked),
            }))
      }
    />
  )
}
