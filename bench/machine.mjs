// What machine a measurement ran on, and at which pace: two of the same name, or one at two hours, may differ fivefold.
import { cpus, loadavg, release, totalmem } from 'node:os'

const STEPS = 100_000_000
const TEXT = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'a text of fifty characters or so, as they come and go' })),
)

/** Milliseconds for a hundred million steps of whole numbers, and for 1.6 MB of JSON: the best of three, as nothing else counts. */
function pace() {
  const best = (work) => Math.min(...Array.from({ length: 3 }, () => timed(work)))
  return { steps: best(() => step()), json: best(() => JSON.parse(TEXT)) }
}

function timed(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

function step() {
  let sum = 0
  for (let at = 0; at < STEPS; at++) sum = (Math.imul(sum, 31) + at) | 0
  return sum
}

/** Looks at the machine now, again with each `look()`, and says at the end what it was like. */
export function watchMachine() {
  const loads = []
  const paces = []
  const look = () => {
    loads.push(loadavg()[0])
    paces.push(pace())
  }
  look()
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
        `pace: 100 million steps of whole numbers in ${range(
          paces.map(({ steps }) => steps),
          0,
        )} ms, 1.6 MB of JSON read in ${range(
          paces.map(({ json }) => json),
          0,
        )} ms`,
      ]
      return `${parts.join('; ')}.`
    },
  }
}
