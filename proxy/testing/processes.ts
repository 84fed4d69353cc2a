// Looks at processes as the system sees them: a zombie is dead, though it still answers a signal.
import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Resolves when the process is gone; rejects after `limit` milliseconds. The system tells nobody of a death of strangers, so this looks. */
export async function isGone(pid: number, limit = 5_000): Promise<void> {
  const end = Date.now() + limit
  while (isAlive(pid)) {
    if (Date.now() > end) throw new Error(`Process ${pid} still lives after ${limit} ms`)
    await after(10)
  }
}
