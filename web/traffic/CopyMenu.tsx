// Ways to copy one thing, in a menu; it says itself that it was done.
import { useEffect, useState } from 'react'
import { announce } from '../ui/announce.ts'
import { Menu } from '../ui/Menu.tsx'

export interface CopyMenuProps {
  /** Texts are made when they are asked for. `masked`: it is of no use before somebody puts the secrets in, which is said. */
  items: { id: string; title: string; parted?: boolean; masked?: boolean; text: () => string | Promise<string> }[]
}

export function CopyMenu({ items }: CopyMenuProps) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    announce(said)
    const timer = setTimeout(() => setSaid(undefined), 1600)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (text: () => string | Promise<string>, masked: boolean) => {
    try {
      await navigator.clipboard.writeText(await text())
      setSaid(masked ? 'Copied, secrets masked' : 'Copied')
    } catch {
      setSaid('The browser refused')
    }
  }
  return (
    <Menu
      label="Copy as"
      button={said ?? 'Copy as'}
      items={items.map(({ id, title, parted = false, masked = false, text }) => ({
        id,
        title,
        parted,
        onSelect: () => void copy(text, masked),
      }))}
    />
  )
}
