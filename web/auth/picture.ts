// The flow as a sequence: who spoke to whom, in order. Pure: what is drawn is in SequencePicture.tsx.
import type { FlowState, Party, Step } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'

export type Lane = 'loupe' | 'server' | 'authorization-server' | 'identity-provider'

export interface Arrow {
  step: StepId
  /** Of the step, on its first arrow alone. */
  title?: string
  from: Lane
  to: Lane
  /** 'GET /.well-known/oauth-authorization-server' */
  label: string
  /** What came back: '404', 'no answer'; '' when nothing comes back this way. */
  answer: string
  tone: 'plain' | 'ok' | 'warn' | 'bad'
}

export const LANES: Record<Lane, string> = {
  loupe: 'Loupe',
  server: 'MCP server',
  'authorization-server': 'Authorization server',
  'identity-provider': 'Identity provider',
}

export function lanesOf(arrows: readonly Arrow[]): Lane[] {
  const seen = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  return (Object.keys(LANES) as Lane[]).filter((lane) => lane !== 'identity-provider' || seen.has(lane))
}

export function arrowsOf({ steps }: FlowState): Arrow[] {
  // Whose login page it is.
  const entrance = steps.some(({ id }) => id === 'sign-on') ? 'identity-provider' : 'authorization-server'
  return steps.flatMap((step) => {
    const arrows = [
      ...besides(step, 'before', entrance),
      ...step.trips.map((trip) => ofTrip(step.id, trip)),
      ...besides(step, 'after', entrance),
    ]
    return arrows.map((arrow, at) => (at === 0 ? { ...arrow, title: step.title } : arrow))
  })
}

function ofTrip(step: StepId, { to, method, url, status, ms, tone }: Step['trips'][number]): Arrow {
  return {
    step,
    from: 'loupe',
    to: laneOf(to),
    label: `${method} ${pathOf(url)}`,
    answer: status > 0 ? String(status) : ms === undefined ? '…' : 'no answer',
    tone,
  }
}

function laneOf(party: Party): Lane {
  return party === 'browser' ? 'authorization-server' : party
}

/** What a step is about besides its requests: the refusal that began it, the navigation, the request that carries the token. */
function besides({ id, state, facts, says }: Step, when: 'before' | 'after', entrance: Lane): Arrow[] {
  if (state === 'waiting' || state === 'skipped') return []
  if (id === 'challenge' && when === 'before') {
    const [, during, status] = /^(.*) with HTTP (\d+)$/.exec(facts.find(({ name }) => name === 'Refused')?.value ?? '') ?? []
    if (during === undefined || status === undefined) return []
    return [{ step: id, from: 'loupe', to: 'server', label: during, answer: status, tone: 'plain' }]
  }
  if ((id === 'authorization' || id === 'sign-on') && when === 'after' && state !== 'failed')
    return [{ step: id, from: 'loupe', to: entrance, label: 'You open the login page', answer: '', tone: 'plain' }]
  if (id === 'callback' && when === 'before' && state !== 'needs-you' && state !== 'running') {
    const error = facts.find(({ name }) => name === 'error')?.value
    return [
      {
        step: id,
        from: entrance,
        to: 'loupe',
        label: error === undefined ? (state === 'failed' ? 'an answer that is not used' : 'code') : `error ${error}`,
        answer: '',
        tone: state === 'failed' ? 'bad' : 'ok',
      },
    ]
  }
  if (id === 'use' && when === 'after') {
    const refused = /HTTP (\d+)/.exec(says)?.[1]
    return [
      {
        step: id,
        from: 'loupe',
        to: 'server',
        label: 'The request again, with the token',
        answer: state === 'failed' ? (refused ?? 'refused') : state === 'done' ? 'taken' : '',
        tone: state === 'failed' ? 'bad' : state === 'done' ? 'ok' : 'plain',
      },
    ]
  }
  return []
}

/** The path, or all of what is no URL. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}

export const HEAD = 36
const ROW = 30
/** Between what is of one step and the next. */
const GAP = 8

/** Pixels from the top; `height` is that of the whole. */
export function placed(arrows: readonly Arrow[]): { rows: { arrow: Arrow; y: number }[]; height: number } {
  let y = HEAD
  const rows = arrows.map((arrow, at) => {
    y += ROW + (at > 0 && arrow.title !== undefined ? GAP : 0)
    return { arrow, y: y - 9 }
  })
  return { rows, height: y + 12 }
}

/** A text that fits `width` pixels of the small font. */
export function fitted(text: string, width: number): string {
  const most = Math.max(4, Math.floor(width / 6.4))
  if (text.length <= most) return text
  const tail = Math.floor((most - 1) / 2)
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`
}
