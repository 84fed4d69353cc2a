import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'
import type { Target } from './target.ts'

const stdio = (command: string, ...args: string[]) => ({ kind: 'stdio' as const, command, args, env: [] })
const http: Target = { kind: 'http', url: 'https://mcp.example/mcp', headers: [], via: 'auto' }

test.each<[Target, string]>([
  [stdio('npx', '-y', '@modelcontextprotocol/server-everything@1.2.3', 'stdio'), 'server-everything'],
  [stdio('node', 'build/index.js'), 'index'],
  [{ ...stdio('node', 'build/index.js'), cwd: '/home/me/weather' }, 'weather'],
  [{ ...stdio('node', '/srv/files/dist/index.js'), cwd: '/home/me/weather' }, 'files'],
  [{ ...stdio('node', 'build/index.js'), cwd: '/' }, 'index'],
  [stdio('node', '/home/me/weather/build/index.js'), 'weather'],
  [stdio('C:\\Python\\python.exe', 'C:\\srv\\tool.py'), 'tool'],
  [stdio('uv', 'run', 'my-server'), 'my-server'],
  [stdio('/opt/bin/thing'), 'thing'],
  [http, 'mcp.example'],
  [{ kind: 'http', url: 'nonsense', headers: [], via: 'auto' }, ''],
])('suggestName %#', (target, name) => {
  expect(suggestName(target)).toBe(name)
})
