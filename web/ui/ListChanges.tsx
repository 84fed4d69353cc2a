// The line above a list that says how it differs from the one that was last seen, and both beside each other on demand.
import { useState } from 'react'
import { writeJson, type Json } from '#mcp/json.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DiffView } from './DiffView.tsx'
import { count, reveal } from './format.ts'
import { Note } from './Note.tsx'
import style from './ListChanges.module.css'

export interface ListChange {
  name: string
  kind: 'added' | 'removed' | 'changed'
  /** Members that differ. */
  members: readonly string[]
  /** The definition as it was and as it is, where that is known. */
  before?: Json
  after?: Json
}

export interface ListChangesProps {
  /** "tools". */
  what: string
  changes: readonly ListChange[]
  onSeen: () => void
}

/** Names in the line itself. */
const MOST = 6

export function ListChanges({ what, changes, onSeen }: ListChangesProps) {
  const [comparing, setComparing] = useState(false)
  const of = (kind: ListChange['kind']) => changes.filter((one) => one.kind === kind)
  const [added, changed, gone] = [of('added'), of('changed'), of('removed')]
  if (changes.length === 0) return null
  const words = [
    added.length > 0 ? `${added.length} new` : '',
    changed.length > 0 ? `${changed.length} changed` : '',
    gone.length > 0 ? `${gone.length} gone` : '',
  ].filter(Boolean)
  return (
    <>
      <Note
        tone={gone.length + changed.length > 0 ? 'warn' : 'info'}
        role="status"
        title={gone.length === changes.length ? 'Gone since you last looked' : `Since you last looked: ${words.join(', ')}`}
        actions={
          <>
            <Button onClick={() => setComparing(true)}>Compare</Button>
            <Button aria-label="Seen: take this line away" onClick={onSeen}>
              Seen
            </Button>
          </>
        }
      >
        {gone.length > 0 && (
          <>
            {gone.length < changes.length && 'Gone: '}
            {gone
              .slice(0, MOST)
              .map(({ name }) => reveal(name))
              .join(', ')}
            {gone.length > MOST && ` and ${gone.length - MOST} more`}
          </>
        )}
      </Note>
      {comparing && (
        <Dialog title={`What changed in the ${what}`} open wide onClose={() => setComparing(false)}>
          {[...changed, ...gone, ...added].map((one) => (
            <Comparison key={`${one.kind} ${one.name}`} change={one} />
          ))}
        </Dialog>
      )}
    </>
  )
}

/** Opens the two versions of one definition, where both are known. */
export function CompareButton({ change }: { change: ListChange }) {
  const [open, setOpen] = useState(false)
  if (change.before === undefined || change.after === undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Compare</Button>
      {open && (
        <Dialog title={`What changed in ${change.name}`} open wide onClose={() => setOpen(false)}>
          <Comparison change={change} />
        </Dialog>
      )}
    </>
  )
}

const WORDS = { added: 'new', removed: 'gone', changed: 'changed' }

function Comparison({ change: { name, kind, members, before, after } }: { change: ListChange }) {
  const known = before !== undefined || after !== undefined
  return (
    <section className={style.change} aria-label={`${name}, ${WORDS[kind]}`}>
      <h3>
        {reveal(name)} <span className={style[kind]}>{WORDS[kind]}</span>
        {members.length > 0 && <span className={style.members}>{members.join(', ')}</span>}
      </h3>
      {kind === 'changed' && before === undefined ? (
        <p className={style.members}>
          How it was before is not known any more: {count(members.length, 'member')} differ from what was noted.
        </p>
      ) : (
        known && <DiffView before={text(before)} after={text(after)} label={name} />
      )}
    </section>
  )
}

function text(value: Json | undefined): string {
  return value === undefined ? '' : writeJson(value, 2)
}
