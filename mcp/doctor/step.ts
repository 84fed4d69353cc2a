// One checklist for a connection that failed or is slow. A step is data: an id, a title, and how to find out; what needs
// a network or a process is handed in as probes, so that page, command line and tests run the same steps.
import type { McpError } from '../errors.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import type { Implementation } from '../model.ts'
import type { EraChoice, EraVerdict, Session } from '../session-types.ts'
import type { Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import type { PreflightAnswer, PreflightRequest, ReachAnswer } from '../transport/tunnel-frames.ts'

/** 'skipped': does not apply, or nobody here can find out. 'not-reached': an earlier step ended the matter. */
export type StepState = 'running' | 'ok' | 'warn' | 'bad' | 'skipped' | 'not-reached'

export interface Snippet {
  /** What it does, for the head of the block. */
  title: string
  /** As Markdown names it. */
  language: 'js' | 'sh' | 'http'
  text: string
}

export interface Found {
  state: Exclude<StepState, 'running' | 'not-reached'>
  /** One sentence. */
  says: string
  evidence?: string[]
  todo?: string[]
  snippet?: Snippet
  /** Nothing after it can be looked at. */
  ends?: boolean
  /** Milliseconds, where the step did not wait itself. */
  ms?: number
}

export interface StepReport {
  id: string
  title: string
  state: StepState
  says: string
  evidence: string[]
  todo: string[]
  snippet?: Snippet
  /** Milliseconds; undefined for what did not run. */
  ms?: number
}

export interface Peer {
  fetch: FetchHandler
  /** Ends the process or the socket; a plain URL needs nothing. */
  end(): Promise<void>
  /** What is known of the process, as of now. */
  process?: () => { pid?: number; stderr: readonly string[]; noise: readonly string[]; exit?: string }
}

/** One HTTP exchange. `status` is undefined until, or unless, there was a response. */
export interface Reply {
  verb: string
  url: string
  /** The method of the message that was posted. */
  method: string
  status?: number
  type: string | null
  headers: Headers
  /** The first words of a refusal. */
  text: string
  /** Milliseconds until the status came, or until it failed. */
  ms: number
}

export interface Opened {
  peer?: Peer
  session?: Session
  /** Why there is none. */
  error?: McpError
  verdict?: EraVerdict
  replies: readonly Reply[]
  /** Milliseconds until the greeting was settled. */
  ms: number
  /** Resolves with the reply to a GET, undefined when none came in time. */
  listened(patience: number): Promise<Reply | undefined>
}

export interface Probes {
  /** Looks at DNS, TCP and TLS; undefined where nobody can. */
  reach?: (url: string) => Promise<ReachAnswer>
  preflight?: (question: PreflightRequest) => Promise<PreflightAnswer>
  /** Sends a request with the headers that were chosen for it (`chooseHeaders`), to the letter; undefined where nobody can. */
  exact?: FetchHandler
  /** Opens a way to the server of its own, beside any that is open already. @throws McpError */
  open(traffic: Traffic): Promise<Peer>
}

export interface Patient {
  target: Target
  era: EraChoice
  /** Of the page that connects, or would. */
  origin: string
  clientInfo: Implementation
  /** Milliseconds for the greeting, and for each list. */
  limit: number
  signal: AbortSignal
  probes: Probes
}

export interface Case extends Patient {
  /** The greeting, sent once, when the first step wants it. */
  opened(): Promise<Opened>
}

export interface Step {
  id: string
  title: string
  applies(target: Target): boolean
  run(of: Case): Promise<Found> | Found
}

export const isHttp = (target: Target): boolean => target.kind === 'http' && /^https?:/i.test(target.url)
export const isRemote = (target: Target): boolean => target.kind === 'http'
export const isStdio = (target: Target): boolean => target.kind === 'stdio'
