// The parts that the bars of the dock and of the panel share.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { parseFilter, type Filter } from '#mcp/traffic/filter.ts'
import type { Row, RowWindow } from '#mcp/traffic-row.ts'
import { ALL, calledAs } from '../session/all.ts'
import { connectionsNow, useConnections } from '../session/connections.ts'
import { call } from '../session/engine.ts'
import { useAllFound, useFound } from '../session/findings.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { deferred } from '../ui/deferred.tsx'
import { count, grouped } from '../ui/format.ts'
import { Said } from '../ui/Said.tsx'
import type { RowScroll } from '../ui/use-row-scroll.ts'
import { completions, findingsWords, noMatchWords, strangeRules, unknownTerms } from './filter-words.ts'
import { tagsOf } from './scope.ts'
import style from './TrafficBar.module.css'

const FilterHelp = deferred<{ onClose: () => void }>(async () => (await import('./FilterHelp.tsx')).FilterHelp)

export interface FilterInputProps {
  connection: string
  value: string
  onChange: (value: string) => void
  /** Rows in sight: their words are suggested. */
  rows: readonly Row[]
}

export function FilterInput({ connection, value, onChange, rows }: FilterInputProps) {
  const [help, setHelp] = useState(false)
  const { rules } = useFoundHere(connection)
  const connections = useConnections()
  // Those with the same name are told apart by what they are called in the table.
  const names = [...tagsOf([...connections.values()].map(calledAs)).values()].map(({ label }) => label)
  const suggested = completions(value, rows, rules, names)
  const parsed = useMemo(() => parseFilter(value), [value])
  const unknown = unknownTerms(parsed)
  // The engine knows all rules: it is asked when one is named that has no finding here.
  const { data: ids = [] } = useQuery({
    queryKey: ['rule-ids', connection],
    // They are the same for each.
    queryFn: async () => (await call('checks', [connection === ALL ? connections.keys().next().value! : connection])).map(({ id }) => id),
    enabled: connection !== '' && strangeRules(parsed, rules).length > 0,
    staleTime: (query) => ((query.state.data?.length ?? 0) > 0 ? Infinity : 0),
  })
  const strange = ids.length === 0 ? [] : strangeRules(parsed, ids)
  return (
    <>
      <div
        role="search"
        className={style.filter}
        onKeyDown={(event) => {
          // The first Escape closes the suggestions.
          if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return
          event.stopPropagation()
          onChange('')
        }}
      >
        <Combobox
          data-search=""
          discreet
          aria-label="Filter traffic"
          placeholder="Filter: text, method:, status:error, >100ms, -ping"
          value={value}
          onChange={onChange}
          suggestions={suggested.map(({ whole }) => whole)}
          shownAs={(whole) => suggested.find((one) => one.whole === whole)?.term ?? whole}
          note={unknown?.why}
        />
      </div>
      <Button look="quiet" aria-label="How to filter" title="How to filter" onClick={() => setHelp(true)}>
        ?
      </Button>
      {unknown !== undefined && (
        <span className={style.warn} title={unknown.why}>
          {unknown.says}
        </span>
      )}
      {strange.length > 0 && <span className={style.warn}>there is no rule {strange.join(', ')}</span>}
      {help && <FilterHelp onClose={() => setHelp(false)} />}
    </>
  )
}

interface FoundHere {
  rules: readonly string[]
  broken: number
  fail: number
  missed: number
  behind: number
}

/** What the checks found on a connection, or on all of them. */
export function useFoundHere(connection: string): FoundHere {
  const one = useFound(connection)
  const all = useAllFound(connection === ALL)
  const found = all === undefined ? [one] : [...connectionsNow().keys()].map((id) => all.get(id))
  const sum: FoundHere = { rules: [], broken: 0, fail: 0, missed: 0, behind: 0 }
  for (const part of found) {
    if (part === undefined) continue
    sum.rules = found.length === 1 ? part.rules : [...new Set([...sum.rules, ...part.rules])]
    sum.broken += part.broken
    sum.fail += part.counts.fail
    sum.missed += part.missed
    sum.behind += part.behind
  }
  return sum
}

/** Fewer messages than these are checked before a person has read that they are not. */
const BEHIND = 1000

const DROPPED =
  'They are no more: to stay within the memory for a record (Settings), or since a reload brings back the newest of a very long one, or before the file was written. What was found in those that were checked stays in Checks.'

export interface CountsProps {
  connection: string
  window: RowWindow
  filtered: boolean
  /** What is looked for; of another filter's hits none are counted. */
  filter: string
}

export function Counts({ connection, window, filtered, filter }: CountsProps) {
  const { behind, missed } = useFoundHere(connection)
  const known = window.filter === filter
  return (
    // Who filters hears what is found; a count that runs with the traffic would talk without end.
    <Said className={style.hint} pace quiet={!filtered}>
      {filtered ? `${known ? grouped(window.hits ?? window.count) : ''}${known && !window.scanning ? '' : '…'} of ` : ''}
      {count(window.total, 'message')}
      {window.dropped > 0 && (
        <span className={style.warn} title={DROPPED}>
          {' '}
          · {grouped(window.dropped)} older dropped{missed === window.dropped ? ', unchecked' : ''}
        </span>
      )}
      {missed > 0 && missed !== window.dropped && <span className={style.warn}> · {grouped(missed)} of them unchecked</span>}
      {behind > BEHIND && <span> · {grouped(behind)} to be checked</span>}
    </Said>
  )
}

export interface FindingsButtonProps {
  connection: string
  /** Whether they are shown alone; undefined where the button leads elsewhere. */
  pressed?: boolean
  onPress: () => void
}

/** Leads to what is broken, for who does not know what to look for. Nothing as long as there is none. */
export function FindingsButton({ connection, pressed, onPress }: FindingsButtonProps) {
  const { broken, fail, behind } = useFoundHere(connection)
  if (broken === 0) return null
  return (
    <Button
      look="quiet"
      aria-pressed={pressed}
      className={`${style.toggle} ${fail > 0 ? style.broken : style.warn}`}
      title="Messages that break a MUST or a SHOULD or do not fit the schema, alone; each says which rule"
      onClick={onPress}
    >
      {findingsWords(broken, behind > BEHIND)}
    </Button>
  )
}

/** In the place of rows: of findings there may be some yet. */
export function NoMatch({ connection, terms }: { connection: string; terms: Filter['terms'] }) {
  const { behind } = useFoundHere(connection)
  return noMatchWords(terms, behind)
}

export function FollowButton({ scroll }: { scroll: RowScroll }) {
  return (
    <Button look="quiet" aria-pressed={scroll.follow} className={style.follow} onClick={() => scroll.setFollow(!scroll.follow)}>
      follow
    </Button>
  )
}
