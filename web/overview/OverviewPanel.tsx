// The server at a glance: who it says that it is, what it can do, how it is reached, and the acts on the connection.
import { useQueryClient } from '@tanstack/react-query'
import { readImplementation } from '#mcp/model-read.ts'
import { isObject } from '#mcp/json.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnection } from '../session/connections.ts'
import type { Listing } from '../session/list-query.ts'
import { openDoctor } from '../session/doctor.ts'
import { linkTo } from '../route/route.ts'
import { closeServer, reopenServer } from '../session/opening.ts'
import { useSentGreeting } from '../session/sent-greeting.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { count, isWebUrl, reveal } from '../ui/format.ts'
import { freshWords } from '../ui/Freshness.tsx'
import { NoiseNote } from '../ui/NoiseNote.tsx'
import pane from '../ui/Pane.module.css'
import { reflow } from '../ui/reflow.ts'
import { RemotePicture } from '../ui/RemotePicture.tsx'
import { RouteTable } from '../ui/RouteTable.tsx'
import { useNow } from '../ui/use-now.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { Abilities } from './Abilities.tsx'
import { Facts } from './Facts.tsx'
import { Greeting } from './Greeting.tsx'
import { Ping } from './Ping.tsx'
import { ProcessFacts } from './ProcessFacts.tsx'
import { SaveRecord } from './SaveRecord.tsx'
import style from './OverviewPanel.module.css'

export function OverviewPanel() {
  const connection = useConnection()
  if (connection?.facts === undefined)
    return <EmptyState title="Nothing is known of this server yet">It has not answered the handshake in this page.</EmptyState>
  return <Overview connection={connection} facts={connection.facts} />
}

function Overview({ connection, facts }: { connection: ConnectionState; facts: NonNullable<ConnectionState['facts']> }) {
  const narrow = useNarrow()
  const greeting = useSentGreeting(connection)
  const { process, route, id } = connection
  const server = facts.serverInfo ?? readImplementation(isObject(facts.greeting) ? facts.greeting.serverInfo : undefined)
  const up = connection.status === 'connected'
  return (
    <div className={pane.pane}>
      <div className={pane.bar}>
        <h2>Overview</h2>
        <span className={pane.end}>
          {connection.record === undefined && (
            <Button look="quiet" title="Goes through the way to this server, step by step" onClick={() => openDoctor(connection.id)}>
              Doctor
            </Button>
          )}
          <SaveRecord />
        </span>
      </div>
      <div className={style.body}>
        <div className={style.column}>
          <Server server={server} />
          {facts.instructions !== undefined && facts.instructions !== '' && (
            <section aria-labelledby="overview-instructions">
              <h3 id="overview-instructions">
                Instructions <span className={style.dim}>the server’s words, meant for a model</span>
              </h3>
              <blockquote className={style.words}>{reveal(reflow(facts.instructions))}</blockquote>
            </section>
          )}
          <section aria-labelledby="overview-abilities">
            <h3 id="overview-abilities">Capabilities</h3>
            <Abilities theirs={facts.capabilities} greeting={greeting} server={connection.name} />
          </section>
          <section aria-labelledby="overview-greeting">
            <h3 id="overview-greeting">Answer to {facts.greetedBy}</h3>
            <Greeting value={facts.greeting} />
          </section>
        </div>
        <div className={style.column}>
          <section aria-labelledby="overview-connection">
            <h3 id="overview-connection">Connection</h3>
            <Facts connection={connection} facts={facts} asked={greeting?.revision ?? ''} />
            {facts.pings && <Ping connection={connection} />}
            {narrow && connection.record === undefined && (
              <div className={style.ping}>
                <Button onClick={() => void reopenServer(id)}>Reconnect</Button>
                {up && <Button onClick={() => void closeServer(id)}>Disconnect</Button>}
              </div>
            )}
          </section>
          <section aria-labelledby="overview-counts">
            <h3 id="overview-counts">So far</h3>
            <Counts connection={connection} />
          </section>
          {process !== undefined && (
            <section aria-labelledby="overview-process">
              <h3 id="overview-process">Process</h3>
              {process.noiseLines > 0 && (
                <NoiseNote
                  lines={process.noiseLines}
                  first={process.noise[0] ?? ''}
                  href={linkTo({ panel: 'traffic', query: { without: 'requests,answers,notifications,http,process' } })}
                />
              )}
              <ProcessFacts name={connection.name} process={process} target={connection.target} />
            </section>
          )}
          {route !== undefined && (
            <section aria-labelledby="overview-route">
              <h3 id="overview-route">Way to the server</h3>
              <RouteTable {...route} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

function Server({ server }: { server: ReturnType<typeof readImplementation> }) {
  if (server === undefined)
    return (
      <section aria-label="Server">
        <p>The server did not say who it is: its answer to the greeting has no “serverInfo” object.</p>
      </section>
    )
  const { name, version, title, description, websiteUrl, icons } = server
  // Images are shown only where nothing has to be fetched for them.
  const icon = icons?.find(({ src }) => /^data:image\//i.test(src))
  const remote = icons?.filter(({ src }) => !/^data:/i.test(src)) ?? []
  return (
    <section aria-label="Server" className={style.server}>
      {icon !== undefined && <img className={style.icon} src={icon.src} alt="" width={40} height={40} />}
      <div>
        {title !== undefined && <b className={style.title}>{reveal(title)}</b>}
        <div>
          <span className="mono">{reveal(name) || <i>no name</i>}</span> <span className={style.dim}>{reveal(version)}</span>
        </div>
        {description !== undefined && <p>{reveal(description)}</p>}
        {websiteUrl !== undefined &&
          (isWebUrl(websiteUrl) ? (
            <a href={websiteUrl} target="_blank" rel="noopener noreferrer">
              {reveal(websiteUrl)}
            </a>
          ) : (
            <span className={style.dim}>Website, not a web address: {reveal(websiteUrl)}</span>
          ))}
        {remote.length > 0 && (
          <p className={style.dim}>
            {remote.length === 1 ? 'An icon is' : `${remote.length} icons are`} elsewhere and not fetched:{' '}
            {remote.map(({ src }) => (
              <RemotePicture key={src} src={src} alt="Icon" small />
            ))}
          </p>
        )}
      </div>
    </section>
  )
}

function Counts({ connection }: { connection: ConnectionState }) {
  const client = useQueryClient()
  const now = useNow(1000)
  const listed = (['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const).flatMap((method) => {
    const data = client.getQueryData<Listing>(['mcp', connection.id, method, connection.generation])
    return data === undefined
      ? []
      : [`${data.items.length} from ${method}${data.fresh === undefined ? '' : ` (${freshWords(data.fresh, now)})`}`]
  })
  const { messages, dropped, consoleLines, generation } = connection
  return (
    <p>
      {count(messages, 'message')}
      {dropped > 0 && ` and ${dropped.toLocaleString('en')} older ones that were dropped`}, {count(consoleLines, 'line')} in the console,{' '}
      {generation === 1 ? 'connected once' : `${generation} attempts to connect`}.{listed.length > 0 && ` Listed: ${listed.join(', ')}.`}
    </p>
  )
}
