// What the checks found in one message: which rule, in which words, and where the specification says so.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findingsAt, gravityOf, outcomeOf, wordsOf, type FoundAtRow } from '#mcp/conformance/by-row.ts'
import type { BigNote } from '#mcp/content/big.ts'
import { go } from '../route/route.ts'
import { APART } from '../session/apart.ts'
import type { CheckState } from '../session/check-state.ts'
import { useStandings } from '../session/checks.ts'
import { call } from '../session/engine.ts'
import { useMark } from '../session/findings.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import style from './MessageView.module.css'

export type RowFinding = FoundAtRow<CheckState>

const NONE: RowFinding[] = []
const NO_RULES: string[] = []

/** Asks only where the row is marked. */
export function useRowFindings(connection: string, seq: number): RowFinding[] {
  const mark = useMark(connection, seq)
  const marked = mark === 'fail' || mark === 'warn'
  const standings = useStandings(marked ? connection : '')
  const { data: rules = NO_RULES } = useQuery({
    queryKey: ['blamed', connection, seq, mark],
    queryFn: () => call('blamedFor', [connection, seq]),
    enabled: marked,
    gcTime: 0,
  })
  return useMemo(() => (marked && standings !== undefined ? findingsAt(standings, seq, rules) : NONE), [marked, standings, seq, rules])
}

/** For the tree, at their places: one that is no more than a warning in its colour. */
export function notesAt(found: readonly RowFinding[]): BigNote[] {
  const notes = new Map<string, BigNote>()
  for (const { rule, finding } of found)
    if (finding?.pointer !== undefined) {
      const at = finding.pointer
      const before = notes.get(at)
      const mild = finding.outcome !== 'fail' && (before === undefined || before.mild === true)
      const says = `${rule.id}: ${finding.says}`
      notes.set(at, { at, says: before === undefined ? says : `${before.says}; ${says}`, ...(mild && { mild }) })
    }
  return [...notes.values()]
}

interface RowFindingsProps {
  connection: string
  found: readonly RowFinding[]
  /** Goes to a place in the message, by JSON Pointer; left out where it has none. */
  onPlace: ((pointer: string) => void) | undefined
}

export function RowFindings({ connection, found, onPlace }: RowFindingsProps) {
  return found.map((one) => {
    const { rule, finding } = one
    const outcome = outcomeOf(one)
    return (
      <div key={`${rule.id} ${finding?.says}`} className={style.why}>
        <Note
          tone={outcome === 'fail' ? 'bad' : outcome === 'warn' ? 'warn' : 'info'}
          title={`${rule.id} ${gravityOf(one)}: ${rule.says}`}
          actions={
            <>
              {rule.broken > 1 && (
                <Button look="quiet" onClick={() => go({ panel: 'traffic', query: { filter: `rule:${rule.id}` } })}>
                  All that break it
                </Button>
              )}
              {!APART && (
                <Button look="quiet" onClick={() => go({ connection, panel: 'checks', item: undefined })}>
                  Checks
                </Button>
              )}
            </>
          }
        >
          {reveal(wordsOf(one))} <Place pointer={finding?.pointer ?? ''} onPlace={onPlace} />{' '}
          {rule.page !== undefined && (
            <a href={rule.page} target="_blank" rel="noopener noreferrer">
              Specification
            </a>
          )}
        </Note>
      </div>
    )
  })
}

function Place({ pointer, onPlace }: { pointer: string } & Pick<RowFindingsProps, 'onPlace'>) {
  if (pointer === '') return null
  const shown = <code>{reveal(pointer)}</code>
  if (onPlace === undefined) return shown
  return (
    <button type="button" className={style.place} title="Goes to its place in the message" onClick={() => onPlace(pointer)}>
      {shown}
    </button>
  )
}
