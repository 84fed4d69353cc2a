// The header: which server, how it is, who waits for an answer, and the acts on the connection.
import { linkTo, useRoute } from '../route/route.ts'
import { openAsk, useAskInView, useDesk } from '../session/asks.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnection } from '../session/connections.ts'
import { closeServer, reopenServer } from '../session/opening.ts'
import { transportName } from '../session/server.ts'
import { spellKeys, useShortcut } from '../session/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { duration } from '../ui/format.ts'
import { useCharacterKeys } from '../ui/use-character-keys.ts'
import { useFinger } from '../ui/use-finger.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { ServerMenu } from './ServerMenu.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { hasRules, NO_RULES, rulesKey } from '../session/ask-rules.ts'
import style from './Header.module.css'

export interface HeaderProps {
  onPalette: () => void
  onHelp: () => void
}

export function Header({ onPalette, onHelp }: HeaderProps) {
  const connection = useConnection()
  const narrow = useNarrow()
  const finger = useFinger()
  const characters = useCharacterKeys()
  const up = connection?.status === 'connected' || connection?.status === 'connecting' || connection?.waiting !== undefined
  useShortcut('r', 'Reconnect', () =>
    connection === undefined || connection.record !== undefined ? false : void reopenServer(connection.id),
  )
  return (
    <header className={style.header}>
      <h1 className="visually-hidden">Loupe</h1>
      <a className={style.brand} href={linkTo({ connection: '', panel: '' })} aria-label="Loupe: new connection" tabIndex={-1}>
        Loupe
      </a>
      <Connection connection={connection} />
      <span className={style.end}>
        {connection !== undefined && <RulesOn server={connection.name} />}
        <AsksWaiting />
        {connection !== undefined && connection.record === undefined && !narrow && (
          <>
            <Button
              look="quiet"
              title="Connect again, keeping all that is typed"
              hint={characters ? 'R' : undefined}
              onClick={() => void reopenServer(connection.id)}
            >
              Reconnect
            </Button>
            {up && (
              <Button look="quiet" onClick={() => void closeServer(connection.id)}>
                Disconnect
              </Button>
            )}
          </>
        )}
        <button
          type="button"
          className={style.key}
          onClick={onPalette}
          aria-label={`Go to anything, ${spellKeys('mod+k')}`}
          title="Go to anything"
        >
          {narrow || finger ? <span aria-hidden="true">⌕</span> : spellKeys('mod+k')}
        </button>
        {!narrow && (
          <button
            type="button"
            className={style.key}
            onClick={onHelp}
            aria-label={characters ? 'Help and keys ?' : 'Help and keys'}
            title="Help and keys"
          >
            ?
          </button>
        )}
      </span>
    </header>
  )
}

/** The state of the connection, for people and, by its attributes, for tests that drive the page. */
function Connection({ connection }: { connection: ConnectionState | undefined }) {
  const { connection: id } = useRoute()
  const facts = connection?.facts
  const chips: { id: string; text: string; title: string }[] = []
  if (connection !== undefined) {
    const way = connection.route === undefined ? '' : ` · ${connection.route.via === 'direct' ? 'direct' : 'via proxy'}`
    if (facts !== undefined) chips.push({ id: 'revision', text: facts.revision, title: 'Revision of the protocol that was agreed on' })
    chips.push({
      id: 'transport',
      text: transportName(connection.target, connection.facts?.transport) + way,
      title: connection.route?.why ?? 'How the server is reached',
    })
    if (connection.status === 'connected' && connection.latency !== undefined)
      chips.push({ id: 'latency', text: duration(connection.latency), title: 'The last ping, or the handshake' })
  }
  return (
    <div
      className={style.connection}
      data-testid="connection"
      data-connection={id}
      data-status={connection?.status ?? 'idle'}
      data-era={facts?.era}
      data-revision={facts?.revision}
      data-error={connection?.problem?.code}
    >
      <ServerMenu connection={connection} />
      <span className={style.chips}>
        {chips.map((chip) => (
          <span key={chip.id} title={chip.title}>
            {chip.text}
          </span>
        ))}
      </span>
    </div>
  )
}

/** Rules that answer in the person's place are never on unseen. */
function RulesOn({ server }: { server: string }) {
  const [rules] = useSetting(rulesKey(server), NO_RULES)
  if (!hasRules(rules)) return null
  return (
    <a className={style.rules} href={linkTo({ panel: 'asks' })} title="Some of what this server asks is answered by your rules">
      Rules on
    </a>
  )
}

function AsksWaiting() {
  const asks = useDesk((desk) => desk.asks)
  const open = useDesk((desk) => desk.open)
  const meant = useAskInView()
  if (meant === undefined) return null
  return (
    <span className={style.asks}>
      <span className={style.waiting}>
        {asks.length} {asks.length === 1 ? 'ask' : 'asks'} waiting
      </span>
      {open === undefined && (
        <button type="button" onClick={() => openAsk(meant.key)}>
          Answer
        </button>
      )}
    </span>
  )
}
