// Copies a text and says so, in place and to a screen reader.
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'value'> {
  /** The text, or a function that gives it when pressed. */
  text: string | (() => string | Promise<string>)
  label?: string
}

export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 1600)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setSaid('Copied')
    } catch {
      setSaid('The browser refused')
    }
  }
  return (
    <>
      <Button look="quiet" {...rest} onClick={() => void copy()}>
        {said ?? label}
      </Button>
      <span className="visually-hidden" aria-live="polite">
        {said ?? ''}
      </span>
    </>
  )
}
