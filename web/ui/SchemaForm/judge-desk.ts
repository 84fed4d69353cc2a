// Checks values against schemas apart from the page, one after the other, each within a time: no schema and no pattern
// of a server holds up what a person does.
import { isObject, type Json } from '#mcp/json.ts'
import type { Problem } from './draft.ts'
import { isCheapCheck, patternsOf } from './pattern-cost.ts'

/** `schema` is sent once per worker; after that its number stands for it. */
export interface ToJudge {
  id: number
  schemaId: number
  schema?: Json
  value?: Json
  /** Where the value comes from, when it is too large to come through the page: one message, see Handed. */
  from?: MessagePort
}

/** What comes through such a port. */
export type Handed = { value: Json } | { fault: string }

/** A value that lies elsewhere. Opened when its turn has come; what it gives is handed on to the worker. */
export interface Away {
  open: () => MessagePort
}
export type FromJudge =
  | { kind: 'ready' }
  | { kind: 'judged'; id: number; problems: Problem[] }
  /** The value did not come. */
  | { kind: 'missing'; id: number; why: string }

export interface JudgePort {
  postMessage(message: ToJudge, transfer?: Transferable[]): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromJudge>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

export interface Verdict {
  problems: Problem[]
  /** Why nothing was checked. */
  unchecked?: string
}

/** Milliseconds for a check in which a pattern may run away, and for any other. */
export interface JudgeLimits {
  wary: number
  patient: number
  /** For the worker's own code to come. */
  start: number
}

const LIMITS: JudgeLimits = { wary: 300, patient: 5_000, start: 20_000 }
const TOO_LONG =
  'Checking this against its schema takes too long, most likely for one of its patterns. Nothing was checked; it can be sent.'

/** Of a value elsewhere, nothing is known: a pattern must be cheap for a long text. */
const AWAY = 'x'.repeat(10_000)

interface Job {
  schema: Json
  value: Json | undefined
  away?: Away
  resolve: (verdict: Verdict) => void
}

export class JudgeDesk {
  readonly #make: () => JudgePort
  readonly #limits: JudgeLimits
  readonly #ids = new WeakMap<object, { id: number; patterns: readonly string[] }>()
  #lastId = 0
  #queue: Job[] = []
  #running: (Job & { id: number }) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #worker: JudgePort | undefined
  #ready = false
  /** Schemas that the worker knows by their number. */
  #sent = new Set<number>()

  constructor(make: () => JudgePort, limits: JudgeLimits = LIMITS) {
    this.#make = make
    this.#limits = limits
  }

  /** Never rejects. A check that nobody waits for any more (`signal`) is not begun; it counts as unchecked. */
  judge(schema: Json, value: Json, signal?: AbortSignal): Promise<Verdict> {
    return this.#take({ schema, value }, signal)
  }

  /** The same for a value that is not in the page. */
  judgeAway(schema: Json, away: Away, signal?: AbortSignal): Promise<Verdict> {
    return this.#take({ schema, value: undefined, away }, signal)
  }

  #take(order: Omit<Job, 'resolve'>, signal: AbortSignal | undefined): Promise<Verdict> {
    return new Promise((resolve) => {
      const job: Job = { ...order, resolve }
      signal?.addEventListener(
        'abort',
        () => {
          if (!this.#queue.includes(job)) return
          this.#queue = this.#queue.filter((one) => one !== job)
          resolve({ problems: [], unchecked: 'Nobody waits for it.' })
        },
        { once: true },
      )
      this.#queue.push(job)
      this.#next()
    })
  }

  #next(): void {
    if (this.#running !== undefined || this.#queue.length === 0) return
    try {
      this.#worker ??= this.#start()
    } catch (error) {
      return this.#giveUp(`The check could not be started: ${(error as Error).message}`)
    }
    if (!this.#ready) return
    const job = this.#queue.shift()!
    const id = ++this.#lastId
    this.#running = { ...job, id }
    const { id: schemaId, patterns } = this.#known(job.schema)
    const { wary, patient } = this.#limits
    this.#timer = setTimeout(() => this.#stop(TOO_LONG), isCheapCheck(patterns, job.value ?? AWAY) ? patient : wary)
    try {
      const from = job.away?.open()
      const order: ToJudge = { id, schemaId, ...(this.#sent.has(schemaId) ? {} : { schema: job.schema }) }
      if (from === undefined) this.#worker.postMessage({ ...order, value: job.value ?? null })
      else this.#worker.postMessage({ ...order, from }, [from])
      this.#sent.add(schemaId)
    } catch (error) {
      this.#stop(`The check could not be made: ${(error as Error).message}`)
    }
  }

  #start(): JudgePort {
    const worker = this.#make()
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') {
        this.#ready = true
        clearTimeout(this.#timer)
        this.#next()
      } else if (data.id === this.#running?.id)
        this.#answer(data.kind === 'judged' ? { problems: data.problems } : { problems: [], unchecked: data.why })
    }
    worker.onerror = () => this.#giveUp('The check failed to run. Nothing was checked; it can be sent.')
    this.#timer = setTimeout(() => this.#giveUp('The check did not start. Nothing was checked; it can be sent.'), this.#limits.start)
    return worker
  }

  #answer(verdict: Verdict): void {
    clearTimeout(this.#timer)
    const job = this.#running
    this.#running = undefined
    job?.resolve(verdict)
    this.#next()
  }

  #stop(unchecked: string): void {
    this.#end()
    this.#answer({ problems: [], unchecked })
  }

  #giveUp(unchecked: string): void {
    this.#end()
    const jobs = this.#queue
    this.#queue = []
    for (const job of jobs) job.resolve({ problems: [], unchecked })
    this.#answer({ problems: [], unchecked })
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = undefined
    this.#ready = false
    this.#sent = new Set()
  }

  #known(schema: Json): { id: number; patterns: readonly string[] } {
    const found = isObject(schema) ? this.#ids.get(schema) : undefined
    if (found !== undefined) return found
    const made = { id: ++this.#lastId, patterns: patternsOf(schema).patterns }
    if (isObject(schema)) this.#ids.set(schema, made)
    return made
  }
}
