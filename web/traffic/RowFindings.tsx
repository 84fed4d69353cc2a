// What the checks found in one message: which rule, in which words, and where the specification says so.
import { useMemo } from 'react'
import { go } from '../route/route.ts'
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { useStandings } from '../session/checks.ts'
import { useMark } from '../session/findings.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import style from './MessageView.module.css'

export interface RowFinding {
  rule: CheckState
  finding: CheckFinding
}

const NONE: RowFinding[] = []

/** Asks only where the row is marked. Of a rule that is broken very often, no more than the first are kept. */
export function useRowFindings(connection: string, seq: number): RowFinding[] {
  const mark = useMark(connection, seq)
  const marked = mark === 'fail' || mark === 'warn'
  const standings = useStandings(marked ? connection : '')
  return useMemo(() => (marked && standings !== undefined ? findingsOf(standings, seq) : NONE), [marked, standings, seq])
}

/** The gravest first; what is merely noted is left to the panel. */
export function findingsOf(standings: readonly CheckState[], seq: number): RowFinding[] {
  const weight = { fail: 0, warn: 1, info: 2, inconclusive: 3 }
  return standings
    .flatMap((rule) => rule.findings.flatMap((finding) => (finding.seq === seq && finding.outcome !== 'info' ? [{ rule, finding }] : [])))
    .sort((a, b) => weight[a.finding.outcome] - weight[b.finding.outcome])
}

/** By JSON Pointer, for the tree. */
export function notesAt(found: readonly RowFinding[]): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  for (const { rule, finding } of found)
    if (finding.pointer !== undefined) {
      const before = notes.get(finding.pointer)
      notes.set(finding.pointer, `${before === undefined ? '' : `${before}; `}${rule.id}: ${finding.says}`)
    }
  return notes
}

export function RowFindings({ found }: { found: readonly RowFinding[] }) {
  return found.map(({ rule, finding }) => (
    <div key={`${rule.id} ${finding.says}`} className={style.why}>
      <Note
        tone={finding.outcome === 'fail' ? 'bad' : finding.outcome === 'warn' ? 'warn' : 'info'}
        title={`${rule.id} ${rule.level}: ${rule.says}`}
        actions={
          <Button look="quiet" onClick={() => go({ panel: 'checks', item: undefined })}>
            Checks
          </Button>
        }
      >
        {reveal(finding.says)} {finding.pointer !== undefined && finding.pointer !== '' && <code>{reveal(finding.pointer)}</code>}{' '}
        {rule.page !== undefined && (
          <a href={rule.page} target="_blank" rel="noopener noreferrer">
            Specification
          </a>
        )}
      </Note>
    </div>
  ))
}
