// What no client can be much faster than, on the machine of the moment: a page whose worker fetches a flood, cuts it into events, parses
// each, keeps its text and counts, and does nothing else. Machines of one name differ fourfold in what a browser costs on them, and
// a figure of one stands beside that of another by its ratio to this.
import { createServer } from 'node:http'
import { unwatched } from './unwatched.mjs'

const WORKER = `
onmessage = async ({ data: { url, count } }) => {
  const params = { name: 'flood_' + count, arguments: {} }
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) })
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const kept = []
  let rest = ''
  let told = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    rest += decoder.decode(value, { stream: true })
    let from = 0
    for (;;) {
      const end = rest.indexOf('\\n\\n', from)
      if (end < 0) break
      const text = rest.slice(from + 6, end)
      if (JSON.parse(text).method !== undefined) kept.push(text)
      from = end + 2
    }
    rest = rest.slice(from)
    if (performance.now() - told < 16) continue
    told = performance.now()
    postMessage(kept.length)
  }
  postMessage(kept.length)
}`
const PAGE = `<!doctype html><title>A bare reader</title><main>0</main>
<script>
  const worker = new Worker('/worker.js')
  window.read = (url, count) => {
    window.bench = {}
    setTimeout(() => {
      const start = performance.now()
      worker.onmessage = ({ data }) => {
        document.querySelector('main').textContent = data
        if (data < count) return
        const drawn = new MessageChannel()
        drawn.port1.onmessage = () => Object.assign(window.bench, { ms: performance.now() - start, over: true })
        requestAnimationFrame(() => drawn.port2.postMessage(undefined))
      }
      worker.postMessage({ url, count })
    }, 1500)
  }
</script>`

/** Milliseconds from the call of `flood_<count>` at a server over HTTP until the frame is drawn that counts them all. */
export async function bareReader(url, count, patience) {
  const server = createServer(({ url: path }, response) =>
    path === '/worker.js'
      ? response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(WORKER)
      : response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await unwatched()
  try {
    await browser.page.goto(`http://127.0.0.1:${server.address().port}/`)
    const begin = () => browser.page.evaluate(({ url, count }) => window.read(url, count), { url, count })
    if (!(await browser.alone(begin, patience))) throw new Error(`The bare reader had not read ${count} within ${patience} ms`)
    return await browser.page.evaluate(() => window.bench.ms)
  } finally {
    await browser.close()
    server.close()
  }
}
