// What stands in the document of a shared page, as the record that was shared. It leaves the document as it is read.
import { factsOf } from '#mcp/traffic/facts-of.ts'
import { RecordReader } from '#mcp/traffic/record-format.ts'
import type { PageData } from '../../session/share/page.ts'
import { blameAll, type SharedRecord } from './record-engine.ts'

/** Milliseconds of reading before the page is drawn in between. */
const WORK = 50

/** `file`: how the page is called. `tell` hears what share of it was read, and then of what was found in it, from 0 to 1. */
export async function readPage(
  file: string,
  tell: (doing: 'read' | 'mark', share: number) => void,
): Promise<SharedRecord & { chosen: number | undefined }> {
  const [about = '{}'] = take('about')
  const { by, chosen, found, unjudged = 0 } = JSON.parse(about) as PageData
  const parts = take('record')
  const reader = new RecordReader(Number.MAX_SAFE_INTEGER)
  let since = performance.now()
  const pause = async (doing: 'read' | 'mark', share: number): Promise<void> => {
    tell(doing, share)
    await new Promise((done) => setTimeout(done))
    since = performance.now()
  }
  for (const [at, part] of parts.entries()) {
    for (const line of part.split('\n')) reader.take(line)
    if (performance.now() - since > WORK) await pause('read', (at + 1) / parts.length)
  }
  const blaming = blameAll(reader.traffic, found)
  const marks = found.rows.reduce((sum, [, , seqs]) => sum + seqs.length, 0)
  let marked = blaming.next()
  for (let done = 0; marked.done !== true; marked = blaming.next()) {
    done += 1
    if (performance.now() - since > WORK) await pause('mark', done / marks)
  }
  const { header, traffic, faults, faulty } = reader
  const target = header?.target ?? { kind: 'http', url: '', headers: [], via: 'auto' }
  const facts = header?.facts ?? factsOf(traffic, target)
  const { savedAt, redacted, notes } = header ?? {}
  const { total, dropped, consoleLines } = traffic
  const state: SharedRecord['state'] = {
    // What is marked is kept for the tab, by the id: another page opened there is another record.
    id: `record-${savedAt ?? 0}`,
    name: header?.name || file,
    target,
    status: 'closed',
    since: savedAt ?? 0,
    generation: 1,
    ...(facts === undefined ? {} : { facts }),
    record: {
      file,
      faults,
      faulty,
      ...(savedAt === undefined || Number.isNaN(savedAt) ? {} : { savedAt }),
      ...(redacted === undefined ? {} : { redacted }),
      ...(notes === undefined ? {} : { notes }),
    },
    messages: total,
    dropped,
    consoleLines,
  }
  return { state, traffic, found, told: marked.value, by, chosen, unjudged }
}

function take(name: string): string[] {
  return [...document.querySelectorAll(`script.${name}`)].map((script) => {
    script.remove()
    return script.textContent ?? ''
  })
}

/** The message to begin with: that which was chosen, the first that was marked, the first that breaks a MUST, or else a SHOULD. */
export function firstOf({ chosen, state, traffic, found }: Awaited<ReturnType<typeof readPage>>): number | undefined {
  if (chosen !== undefined && traffic.row(chosen) !== undefined) return chosen
  const marked = Object.keys(state.record?.notes ?? {})
    .map(Number)
    .filter((seq) => traffic.row(seq) !== undefined)
  const broken = (grave: string) => found.rows.flatMap(([, outcome, [seq]]) => (outcome === grave && seq !== undefined ? [seq] : []))
  const [first] = [marked, broken('fail'), broken('warn')].filter((seqs) => seqs.length > 0)
  return first === undefined ? undefined : Math.min(...first)
}
