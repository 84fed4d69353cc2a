// What the checks found in one message: which rule, in which words, and where the specification says so.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { go } from '../route/route.ts'
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { useStandings } from '../session/checks.ts'
import { call } from '../session/engine.ts'
import { useMark } from '../session/findings.ts'
import { Button } from '../ui/Button.tsx'
import { grouped, reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import style from './MessageView.module.css'

export interface RowFinding {
  rule: CheckState
  /** Left out when the rule is broken so often that no words of this breach were kept. */
  finding?: CheckFinding
}

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
  return useMemo(() => (marked && standings !== undefined ? findingsOf(standings, seq, rules) : NONE), [marked, standings, seq, rules])
}

/** The gravest first; what is merely noted is left to the panel. `rules`: ids of those that the row breaks. */
export function findingsOf(standings: readonly CheckState[], seq: number, rules: readonly string[] = []): RowFinding[] {
  const weight = { fail: 0, warn: 1, info: 2, inconclusive: 3 }
  return standings
    .flatMap((rule): RowFinding[] => {
      const found = rule.findings.filter((finding) => finding.seq === seq || finding.rows?.includes(seq) === true)
      if (found.length > 0) return found.filter(({ outcome }) => outcome !== 'info').map((finding) => ({ rule, finding }))
      return rule.outcome !== 'info' && rules.includes(rule.id) ? [{ rule }] : []
    })
    .sort((a, b) => weight[outcomeOf(a)] - weight[outcomeOf(b)])
}

function outcomeOf({ rule, finding }: RowFinding): CheckFinding['outcome'] {
  return finding?.outcome ?? (rule.outcome === 'fail' ? 'fail' : 'warn')
}

/** By JSON Pointer, for the tree. */
export function notesAt(found: readonly RowFinding[]): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  for (const { rule, finding } of found)
    if (finding?.pointer !== undefined) {
      const before = notes.get(finding.pointer)
      notes.set(finding.pointer, `${before === undefined ? '' : `${before}; `}${rule.id}: ${finding.says}`)
    }
  return notes
}

export function RowFindings({ connection, found }: { connection: string; found: readonly RowFinding[] }) {
  return found.map((one) => {
    const { rule, finding } = one
    const outcome = outcomeOf(one)
    return (
      <div key={`${rule.id} ${finding?.says}`} className={style.why}>
        <Note
          tone={outcome === 'fail' ? 'bad' : outcome === 'warn' ? 'warn' : 'info'}
          title={`${rule.id} ${rule.level}: ${rule.says}`}
          actions={
            <>
              {rule.broken > 1 && (
                <Button look="quiet" onClick={() => go({ panel: 'traffic', query: { filter: `rule:${rule.id}` } })}>
                  All that break it
                </Button>
              )}
              <Button look="quiet" onClick={() => go({ connection, panel: 'checks', item: undefined })}>
                Checks
              </Button>
            </>
          }
        >
          {finding === undefined
            ? `The rule is broken ${grouped(rule.broken)} times; in which way is kept of the first ${rule.findings.length}.`
            : reveal(finding.says)}{' '}
          {finding?.pointer !== undefined && finding.pointer !== '' && <code>{reveal(finding.pointer)}</code>}{' '}
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
