// The proxy's HTTP routes. Every request passes the guard first; none hands out the token, and none changes anything on GET.
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { stageOrigin, type StagePlace } from '#mcp/apps/stage.ts'
import type { Bridge } from './bridge.ts'
import { isCallback, securityHeaders, type Guard } from './guard.ts'
import { recordRoute } from './served-records.ts'
import type { FileServer } from './web-files.ts'

export interface AppOptions {
  guard: Guard
  version: string
  bridge: Bridge
  /** The built page; in development the page comes from `dev`. */
  files: FileServer
  /** Files of records that the page may have. */
  records?: readonly string[]
  dev?: { nonce: string; middleware: RequestHandler }
  /** Where the sandbox of apps is, if there is one. */
  stage?: StagePlace
}

export function createApp({ guard, version, bridge, files, records = [], dev, stage }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((request, response, next) => {
    const refused = guard.refuse(request)
    // Of a request that is refused, the name it asked by is anybody's.
    const stages = stage === undefined || refused !== undefined ? [] : originsOf(stage, request.headers.host ?? '')
    response.set(securityHeaders(request.url, dev?.nonce, stages))
    if (refused === undefined) next()
    else say(response, refused.status, refused.why)
  })
  app.get('/api/health', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ name: 'mcp-loupe', version })
  })
  app.get('/api/record/:number', recordRoute(records, guard))
  app.use('/mcp/:id', (request: Request<{ id: string }>, response) => bridge.handle(request.params.id, request, response))
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next()
    else say(response.set('Allow', 'GET, HEAD'), 405, `There is nothing here to ${request.method} to.`)
  })
  app.use((request, _response, next) => {
    if (isCallback(request.path)) request.url = request.url.replace(/^\/callback(?:\/|\/index\.html)?(?=\?|$)/, '/callback/index.html')
    next()
  })
  if (dev !== undefined) app.use(dev.middleware)
  app.use(async (request, response) => {
    if (!(await files(request, response))) say(response, 404, 'There is no such page. The page of Loupe is at /.')
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    process.stderr.write(`A request failed: ${error instanceof Error ? error.stack : String(error)}\n`)
    if (response.headersSent) response.destroy()
    else say(response, 500, 'Loupe failed to answer this; its terminal says why.')
  })
  return app
}

/** Whether TLS stands before us is not told by the request. */
function originsOf(stage: StagePlace, host: string): string[] {
  return [...new Set(['http', 'https'].map((scheme) => stageOrigin(`${scheme}://${host}`, stage)))]
}

function say(response: Response, status: number, why: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(`${why}\n`)
}
