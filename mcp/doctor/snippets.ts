// What a server's author may paste to mend what a step found. For Express, as most servers in JavaScript stand on it;
// short enough to be read as a recipe by all others.
import type { Snippet } from './step.ts'

export function corsSnippet(origin: string, headers: readonly string[]): Snippet {
  return {
    title: 'Let pages of this origin in',
    language: 'js',
    text: `app.use((request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '${origin}',
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': '${headers.join(', ')}',
    'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate',
    Vary: 'Origin',
  })
  if (request.method === 'OPTIONS') return response.sendStatus(204)
  next()
})`,
  }
}

export function notAllowedSnippet(path: string): Snippet {
  return {
    title: 'Say that there is no stream',
    language: 'js',
    text: `app.get('${path}', (request, response) => {
  response.set('Allow', 'POST, DELETE').sendStatus(405)
})`,
  }
}

export function hostSnippet(host: string, origin: string): Snippet {
  return {
    title: 'Check Host and Origin, and let these in',
    language: 'js',
    text: `const HOSTS = new Set(['${host}'])
const ORIGINS = new Set(['${origin}'])

app.use((request, response, next) => {
  const { host, origin } = request.headers
  if (!HOSTS.has(host) || (origin !== undefined && !ORIGINS.has(origin))) return response.sendStatus(403)
  next()
})`,
  }
}

export function typeSnippet(): Snippet {
  return {
    title: 'Name the content type',
    language: 'js',
    text: `response.set('Content-Type', 'application/json').send(JSON.stringify(answer))`,
  }
}

export function challengeSnippet(url: string): Snippet {
  const { origin, pathname } = new URL(url)
  return {
    title: 'Say where to log in',
    language: 'http',
    text: `HTTP/1.1 401 Unauthorized
WWW-Authenticate: Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}"`,
  }
}

export function stdoutSnippet(): Snippet {
  return {
    title: 'Keep stdout for messages',
    language: 'js',
    text: `// Logs go to stderr: console.error, not console.log.
console.log = console.error`,
  }
}
