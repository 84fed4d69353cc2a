// Ways to copy one thing, in a menu; it says itself that it was done.
import { useEffect, useState } from 'react'
import { announce } from '../ui/announce.ts'
import { Menu } from '../ui/Menu.tsx'

export interface CopyMenuProps {
  /** Texts are made when they are asked for. */
  items: { id: string; title: string; text: () => string | Promise<string> }[]
}

export function CopyMenu({ items }: CopyMenuProps) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    announce(said)
    const timer = setTimeout(() => setSaid(undefined), 1600)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (text: () => string | Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await text())
      setSaid('Copied')
    } catch {
      setSaid('The browser refused')
    }
  }
  return (
    <Menu
      label="Copy as"
      title="Secrets are masked"
      button={said ?? 'Copy as'}
      items={items.map(({ id, title, text }) => ({ id, title, onSelect: () => void copy(text) }))}
    />
  )
}
