// Keeps a fault of one part to that part: its neighbours stay, and the fault is said in its place.
import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

export interface BoundaryProps {
  /** What failed, for people: "The tools panel". */
  what: string
  children: ReactNode
  /** Shown instead, when given. */
  fallback?: (error: Error, retry: () => void) => ReactNode
}

export class Boundary extends Component<BoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const retry = () => this.setState({ error: undefined })
    if (this.props.fallback !== undefined) return this.props.fallback(error, retry)
    return (
      <Note
        tone="bad"
        role="alert"
        title={`${this.props.what} broke while it was drawn`}
        actions={<Button onClick={retry}>Draw it again</Button>}
      >
        {error.message}. The rest of the page and the record are not touched.
      </Note>
    )
  }
}
