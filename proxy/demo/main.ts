// The demo server's command: over stdio, or with --http on a port of this machine.
import type { AddressInfo } from 'node:net'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { cutLines } from '../lines.ts'
import { createHttpDemo } from './http.ts'
import { createDemo } from './server.ts'

const USUAL_PORT = 4665

const argv = process.argv.slice(2)
const at = argv.indexOf('--port')
const port = at < 0 ? USUAL_PORT : Number(argv[at + 1])

if (argv.includes('--http')) serveHttp()
else serveStdio()

function serveStdio(): void {
  const demo = createDemo((message) => process.stdout.write(`${message}\n`))
  const decoder = new TextDecoder()
  const lines = cutLines((block) => eachLine(block, (bytes) => demo.receive(decoder.decode(bytes))))
  process.stdin.on('data', (chunk: Buffer) => lines.push(chunk))
  process.stdin.on('end', () => {
    lines.end()
    demo.close()
  })
  process.stdout.on('error', () => process.exit(0)) // nobody listens any more
  process.stderr.write('Loupe demo is ready. This line came over stderr, where servers say what is for people.\n')
}

function serveHttp(): void {
  const server = createHttpDemo()
  server.on('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(
      `Loupe demo could not listen on port ${port}: ${error.code === 'EADDRINUSE' ? 'it is taken. Choose another with --port.' : error.message}\n`,
    )
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () => {
    process.stdout.write(`Loupe demo: http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`)
  })
}
