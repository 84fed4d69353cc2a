// What machine a measurement ran on, and at which pace: two of the same name, or one at two hours, may differ fivefold.
import { cpus, loadavg, release, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'

const STEPS = 100_000_000
const MEGABYTES = 100
// In a function: variables of a script are slower.
const WORK = `
  const { parentPort } = require('node:worker_threads')
  function steps() {
    let sum = 0
    for (let at = 0; at < ${STEPS}; at++) sum = (Math.imul(sum, 31) + at) | 0
    return sum
  }
  const start = performance.now()
  steps()
  parentPort.postMessage(performance.now() - start)`

/**
 * Milliseconds for a hundred million steps of whole numbers, on each processor at once: of two one was seen to be five times as fast as the
 * other; and for the first touch of 100 MB.
 */
async function pace() {
  const steps = await Promise.all(
    cpus().map(() => {
      const worker = new Worker(WORK, { eval: true })
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    }),
  )
  const start = performance.now()
  const memory = Buffer.allocUnsafeSlow(MEGABYTES * 2 ** 20)
  for (let at = 0; at < memory.length; at += 4096) memory[at] = 1
  return { steps, touch: performance.now() - start }
}

/** Looks at the machine now, again with each `await look()`, and says at the end what it was like. */
export async function watchMachine() {
  const loads = []
  const paces = []
  const look = async () => {
    loads.push(loadavg()[0])
    paces.push(await pace())
  }
  await look()
  const range = (values, digits) => {
    const [least, most] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)]
    return least === most ? least : `${least} to ${most}`
  }
  return {
    look,
    /** `chromium`: its version, where a browser took part. */
    describe(chromium) {
      const parts = [
        `Measured ${new Date().toISOString().slice(0, 10)}`,
        `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.version}${chromium === undefined ? '' : `, Chromium ${chromium}`}`,
        `load ${range(loads, 1)} on ${cpus().length} processors`,
        `pace: 100 million steps of whole numbers, on all processors at once, in ${range(
          paces.flatMap(({ steps }) => steps),
          0,
        )} ms, ${MEGABYTES} MB touched for the first time in ${range(
          paces.map(({ touch }) => touch),
          0,
        )} ms`,
      ]
      return `${parts.join('; ')}.`
    },
  }
}
