// Two results of a tool beside each other: short ones come with the history, long ones from this page's memory or the engine.
import { useEffect, useState } from 'react'
import { DiffView } from '../ui/DiffView.tsx'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import type { PastCall } from './calls.ts'
import { recentResult } from './recent-results.ts'
import style from './History.module.css'

export interface ComparedResultsProps {
  storeKey: string
  older: PastCall
  newer: PastCall
}

export function ComparedResults({ storeKey, older, newer }: ComparedResultsProps) {
  const [texts, setTexts] = useState<{ of: string; older: string; newer: string } | { of: string; fault: string }>()
  const of = `${older.at} ${newer.at}`
  useEffect(() => {
    let gone = false
    Promise.all([textOf(storeKey, older), textOf(storeKey, newer)]).then(
      ([before, after]) => !gone && before !== undefined && after !== undefined && setTexts({ of, older: before, newer: after }),
      (error: unknown) => !gone && setTexts({ of, fault: (error as Error).message }),
    )
    return () => {
      gone = true
    }
  }, [of, storeKey, older, newer])
  if (!isHere(storeKey, older) || !isHere(storeKey, newer))
    return (
      <p className={style.quiet}>
        {older.state} → {newer.state}. Long results are kept until the page is reloaded or newer ones take their place; the record in
        Traffic has them longer.
      </p>
    )
  return (
    <div>
      <b>Result</b>
      {texts?.of !== of ? null : 'fault' in texts ? (
        <p className={style.quiet}>{texts.fault}</p>
      ) : (
        <DiffView before={texts.older} after={texts.newer} label="Result" asResults />
      )}
    </div>
  )
}

const isHere = (key: string, { at, result }: PastCall): boolean => result !== undefined || recentResult(key, at) !== undefined

async function textOf(key: string, { at, result }: PastCall): Promise<string | undefined> {
  if (result !== undefined) return result
  const kept = recentResult(key, at)
  return kept === undefined ? undefined : await wholeJson(kept)
}
