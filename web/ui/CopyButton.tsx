// Copies a text and says so, in place and to a screen reader.
import { Button, type ButtonProps } from './Button.tsx'
import { useCopy } from './use-copy.ts'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'value'> {
  /** The text, or a function that gives it when pressed. */
  text: string | (() => string | Promise<string>)
  label?: string
}

export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const { said, copy } = useCopy(text)
  return (
    <Button look="quiet" {...rest} onClick={copy}>
      {said ?? label}
    </Button>
  )
}
