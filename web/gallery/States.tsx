// What is noticed, what waits, what failed: notes, states and results.
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Freshness } from '../ui/Freshness.tsx'
import { LastLines } from '../ui/LastLines.tsx'
import { LateNote } from '../ui/LateNote.tsx'
import { LimitClock } from '../ui/LimitClock.tsx'
import { NoiseNote } from '../ui/NoiseNote.tsx'
import { Note } from '../ui/Note.tsx'
import { ResultFrame, type ResultFrameProps } from '../ui/ResultFrame.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { Status, type StatusName } from '../ui/Status.tsx'
import { StrayNote } from '../ui/StrayNote.tsx'
import { TaskProgress } from '../ui/TaskProgress.tsx'
import { MOMENT } from './moment.ts'
import { Shown } from './Shown.tsx'
import style from './Gallery.module.css'

const STATUSES: StatusName[] = ['idle', 'connecting', 'connected', 'failed', 'closed', 'gone', 'waiting', 'saved', 'live']
const nothing = () => undefined
const toRow = () => '#//components'
const CLOCK = {
  at: MOMENT,
  held: false,
  ran: 250_000,
  limits: { idle: 300_000, total: 3_600_000 },
  left: { idle: 50_000, total: 3_350_000 },
}

const frame = {
  again: 'Read',
  tabs: [{ id: 'content', title: 'Content' }],
  tab: 'content',
  onTab: nothing,
  onCancel: nothing,
  linkToRow: toRow,
}
const RESULTS: Pick<ResultFrameProps, 'state' | 'answer' | 'startedAt' | 'progress' | 'error' | 'seq' | 'children'>[] = [
  { state: 'idle' },
  { state: 'running', startedAt: MOMENT - 2300, progress: { progress: 3, total: 10, message: 'three of ten' }, seq: 17 },
  { state: 'done', answer: { ms: 18, bytes: 1234, answerSeq: 18 }, children: <p>What came.</p> },
  { state: 'failed', error: { message: 'No such resource', code: -32002, data: { uri: 'demo://lost' } }, seq: 17 },
  { state: 'cancelled', seq: 17 },
]

export function States() {
  return (
    <div className={style.column}>
      <Shown name="Status">
        {STATUSES.map((status) => (
          <Status key={status} status={status} word />
        ))}
      </Shown>
      <Shown name="Note">
        {(['info', 'ok', 'warn', 'bad', 'ask'] as const).map((tone) => (
          <Note key={tone} tone={tone} title={`What is noticed (${tone})`} actions={tone === 'bad' && <Button>What to do</Button>}>
            What was tried, what happened, and what to do.
          </Note>
        ))}
        <NoiseNote lines={2} first="Server ready!" href={toRow()} />
        <StaleNote what="tools" onRefresh={nothing} />
        <StrayNote stray={{ seq: 18, says: 'An answer came with the id "1", and the request has 1.' }} linkToRow={toRow} />
        <LateNote late={{ seq: 19, after: 2500 }} linkToRow={toRow} />
      </Shown>
      <Shown name="Freshness and LimitClock">
        <Freshness fresh={{ until: MOMENT + 60_000, lasts: true, scope: 'private' }} />
        <Freshness fresh={{ until: MOMENT - 60_000, lasts: true, scope: 'public' }} />
        <LimitClock clock={CLOCK} onMore={nothing} />
      </Shown>
      <Shown name="ResultFrame">
        {RESULTS.map((result) => (
          <div key={result.state} className={style.result}>
            <ResultFrame
              {...frame}
              {...result}
              idle={<EmptyState title="Not read yet">What the server answers is shown here.</EmptyState>}
            />
          </div>
        ))}
      </Shown>
      <Shown name="LastLines">
        <LastLines lines={['Starting', 'Error: port 3000 is in use']} href={toRow()} />
      </Shown>
      <Shown name="TaskProgress">
        <TaskProgress
          task={{
            taskId: 'task-1',
            status: 'working',
            statusMessage: 'Reading the sources',
            progress: { progress: 1, total: 4 },
            polls: 3,
            nextPollAt: MOMENT + 2000,
          }}
          expiry={MOMENT + 600_000}
          over={false}
        />
        <TaskProgress task={{ taskId: 'task-2', status: 'input_required', polls: 5 }} expiry={undefined} over={false} />
        <TaskProgress
          task={{ taskId: 'task-3', status: 'failed', statusMessage: 'It ran out of paper', polls: 9 }}
          expiry={MOMENT - 1}
          over
        />
      </Shown>
      <Shown name="EmptyState">
        <EmptyState title="Nothing is here" actions={<Button>Ask anyway</Button>}>
          Why that is so, and what to do about it.
        </EmptyState>
      </Shown>
    </div>
  )
}
