// What HTTP says around the greeting: status, content type, authorization; then the stream and the guard of a local server.
import type { McpError } from '../errors.ts'
import type { Opened, Reply } from './step.ts'
import { findMetadata, metadataIn } from './metadata.ts'
import { challengeSnippet, hostSnippet, notAllowedSnippet, typeSnippet } from './snippets.ts'
import { isHttp, type Case, type Found, type Step } from './step.ts'

const SLOW = 3000
const LISTENING = 3000

const urlOf = (of: Case): string => (of.target.kind === 'http' ? of.target.url : '')
const posts = ({ replies }: Opened): Reply[] => replies.filter(({ verb }) => verb === 'POST')
const typed = (type: string | null): string => (type ?? '').split(';')[0]!.trim().toLowerCase()
const GOOD_TYPE = /^(?:application\/json|text\/event-stream)$/

const line = ({ verb, method, status, type, ms }: Reply): string =>
  `${verb}${method === '' ? '' : ` ${method}`}: ${status === undefined ? 'no response' : `HTTP ${status}`}${type === null ? '' : `, ${type}`}, ${ms.toFixed(0)} ms`

/** The reply that decided, on failure: the last that was posted for. */
function decisive(opened: Opened): Reply | undefined {
  return posts(opened).findLast(({ status }) => status !== undefined)
}

const adviceOf = (error: McpError | undefined): string[] => (error?.advice === undefined ? [] : [error.advice])

export const HTTP_STEPS: readonly Step[] = [
  {
    id: 'status',
    title: 'Status',
    applies: isHttp,
    async run(of) {
      const opened = await of.opened()
      const { error, session, replies } = opened
      const evidence = replies.map(line)
      const last = decisive(opened)
      const ms = posts(opened).at(0)?.ms ?? opened.ms
      if (session !== undefined)
        return {
          state: ms > SLOW ? 'warn' : 'ok',
          ms,
          says: ms > SLOW ? 'It answers, but slowly.' : 'It answers.',
          evidence,
          ...(ms > SLOW ? { todo: ['Look at what the server does before its first answer.'] } : {}),
        }
      if (last?.status === undefined)
        return { state: 'bad', ends: true, ms, says: error?.message ?? 'There was no response.', evidence, todo: adviceOf(error) }
      const { status, text, headers } = last
      if (text !== '') evidence.push(text.replace(/\s+/g, ' ').slice(0, 300))
      if (status >= 200 && status < 300) return { state: 'ok', ms, says: `It answers with HTTP ${status}.`, evidence }
      if (status === 401 || (status === 403 && headers.has('www-authenticate')))
        return { state: 'warn', ms, says: `It answers with HTTP ${status}: it wants to know who asks.`, evidence }
      const url = new URL(urlOf(of))
      const guarded = status === 421 || (status === 403 && /host|origin/i.test(text))
      const retry = headers.get('retry-after')
      if (retry !== null) evidence.push(`Retry-After: ${retry}`)
      return {
        state: 'bad',
        ends: true,
        ms,
        says: error?.message ?? `It answers with HTTP ${status}.`,
        evidence,
        todo: adviceOf(error),
        ...(guarded ? { snippet: hostSnippet(url.host, of.origin) } : {}),
      }
    },
  },
  {
    id: 'content-type',
    title: 'Content type',
    applies: isHttp,
    async run(of) {
      const opened = await of.opened()
      const answers = posts(opened).filter(({ status, type }) => status !== undefined && status < 300 && (status !== 202 || type !== null))
      const odd = answers.find(({ type }) => !GOOD_TYPE.test(typed(type)))
      const evidence = [...new Set(answers.map(({ method, type }) => `${method}: ${type ?? 'no Content-Type'}`))]
      if (answers.length === 0) return { state: 'skipped', says: 'No answer came that has one to judge.' }
      if (odd === undefined) return { state: 'ok', says: 'As the specification has it.', evidence, ms: 0 }
      const page = /html/.test(typed(odd.type))
      return {
        state: opened.session === undefined ? 'bad' : 'warn',
        ends: opened.session === undefined,
        ms: 0,
        says: page
          ? 'A web page came instead of a message.'
          : `${odd.type ?? 'No type'} is neither application/json nor text/event-stream: strict clients refuse it.`,
        evidence,
        todo: page ? ['Check the path: many servers listen at /mcp. Or it is the page of a login.'] : ['Name the type of what is sent.'],
        ...(page ? {} : { snippet: typeSnippet() }),
      }
    },
  },
  {
    id: 'authorization',
    title: 'Authorization',
    applies: isHttp,
    async run(of) {
      const opened = await of.opened()
      const { target } = of
      const sent =
        target.kind === 'http' && ((target.bearer ?? '') !== '' || target.headers.some(({ name }) => /^authorization$/i.test(name)))
      const refused = posts(opened).findLast(({ status, headers }) => status === 401 || (status === 403 && headers.has('www-authenticate')))
      if (opened.session !== undefined || refused === undefined)
        return { state: 'ok', ms: 0, says: sent ? 'The credentials are taken.' : 'None is asked for.' }
      const challenge = refused.headers.get('www-authenticate')
      const evidence = [`HTTP ${refused.status}`, challenge === null ? 'no WWW-Authenticate' : `WWW-Authenticate: ${challenge}`]
      const error = /error="([^"]*)"/.exec(challenge ?? '')?.[1]
      const todo = sent
        ? [`The token is refused${error === undefined ? '' : ` (${error})`}: get a new one, and check its audience and its scopes.`]
        : ['Enter a bearer token or an Authorization header for this server (in its form, or with -H).']
      const told = metadataIn(challenge, refused.url) !== undefined
      const { peer } = opened
      const metadata = peer === undefined ? undefined : await findMetadata(refused.url, challenge, peer.fetch, of.signal)
      if (metadata !== undefined) {
        evidence.push(...metadata.evidence)
        todo.push(...metadata.todo)
      }
      return {
        state: 'bad',
        ends: true,
        ms: 0,
        says: sent ? 'The credentials are refused.' : 'Credentials are asked for, and none were sent.',
        evidence,
        todo: told ? todo : [...todo, 'The challenge does not say where the metadata is, so clients must guess.'],
        ...(told ? {} : { snippet: challengeSnippet(refused.url) }),
      }
    },
  },
]

export const STREAM_STEPS: readonly Step[] = [
  {
    id: 'stream',
    title: 'Stream (GET)',
    applies: isHttp,
    async run(of): Promise<Found> {
      const opened = await of.opened()
      const { session } = opened
      if (session?.facts.era === 'modern') return { state: 'skipped', says: 'This era has no GET stream.' }
      if (session?.facts.transport === 'http+sse') return { state: 'ok', ms: 0, says: 'The stream carries the conversation itself.' }
      const reply = await opened.listened(LISTENING)
      if (reply === undefined)
        return {
          state: 'warn',
          says: 'The GET for the stream was not answered: its headers must come at once, not with the first event.',
          todo: ['Flush the headers when the stream opens, or answer 405.'],
          snippet: notAllowedSnippet(new URL(urlOf(of)).pathname),
        }
      const evidence = [line(reply)]
      if (reply.status === 405) return { state: 'ok', ms: reply.ms, says: 'There is none, and it says so (405).', evidence }
      if (reply.status === 200 && typed(reply.type) === 'text/event-stream')
        return { state: 'ok', ms: reply.ms, says: 'It is open.', evidence }
      return {
        state: 'warn',
        ms: reply.ms,
        says: `A GET is to be answered with an event stream or with 405, and not with HTTP ${reply.status}.`,
        evidence,
        todo: ['Answer 405 where there is no stream.'],
        snippet: notAllowedSnippet(new URL(urlOf(of)).pathname),
      }
    },
  },
]
