// A server over stdio behind a WebSocket: one process for each socket, one line a message. Arguments: its command line.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocketServer } from 'ws'

const [command, ...args] = process.argv.slice(2)
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('listening', () => console.error(`listening on ws://127.0.0.1:${server.address().port}/mcp`))
server.on('connection', (socket, request) => {
  console.error(`authorization: ${request.headers.authorization ?? 'none'}`)
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  createInterface({ input: child.stdout }).on('line', (line) => socket.send(line))
  socket.on('message', (data) => child.stdin.write(`${data}\n`))
  socket.on('close', () => child.kill())
  child.on('exit', () => socket.close(1011, 'the process ended'))
})
