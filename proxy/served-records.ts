// Records that the command line named, handed to the page that has the token; nothing else of the disk is.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Request, Response } from 'express'
import type { Guard } from './guard.ts'

/** @throws Error that says which file cannot be read, and why. */
export async function checkRecords(files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      const handle = await open(file)
      const isFile = (await handle.stat()).isFile()
      await handle.close()
      if (!isFile) throw new Error('it is no file')
    } catch (error) {
      throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Answers GET /api/record/:number. The token comes in a header, which no other site and no link can send. */
export function recordRoute(files: readonly string[], guard: Guard): (request: Request<{ number: string }>, response: Response) => void {
  return async (request, response) => {
    const say = (status: number, why: string): void => void response.status(status).type('text/plain').send(`${why}\n`)
    response.set('Cache-Control', 'no-store')
    const verdict = guard.judgeToken(request.get('x-loupe-token'))
    if (verdict === 'busy') return say(429, 'Too many wrong tokens came: no token is looked at for a while.')
    if (verdict === 'wrong') {
      await guard.pace()
      return say(401, 'Send the token that Loupe printed when it started, in the header X-Loupe-Token.')
    }
    const file = /^\d+$/.test(request.params.number) ? files[Number(request.params.number)] : undefined
    if (file === undefined) return say(404, 'No such record was named when Loupe was started.')
    const stream = createReadStream(file)
    stream.once('open', () => {
      response.type('application/octet-stream')
      stream.pipe(response)
    })
    stream.once('error', (error) => {
      if (response.headersSent) response.destroy()
      else say(404, `${file} cannot be read any more: ${error.message}`)
    })
    response.once('close', () => stream.destroy())
  }
}
