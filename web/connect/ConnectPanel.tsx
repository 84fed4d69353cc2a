// Where a connection begins: the form, the servers remembered here, the demo for a newcomer, the link that led here.
import { suggestName } from '#mcp/transport/suggest-name.ts'
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import { useEffect, useMemo, useState, type DragEvent } from 'react'
import { readDeepLink } from '../route/deep-link.ts'
import { currentRoute, go, useRoute } from '../route/route.ts'
import { storeAuthSettings } from '../session/auth-settings.ts'
import { connectionsNow } from '../session/connections.ts'
import { openedServer, openServer } from '../session/opening.ts'
import { pickRecords } from '../session/records-wanted.ts'
import { useProxy } from '../session/proxy-state.ts'
import { serverId } from '../session/server-id.ts'
import { withoutSecrets, type Remembered, type Server } from '../session/server.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { deferred } from '../ui/deferred.tsx'
import pane from '../ui/Pane.module.css'
import { ConnectForm } from './ConnectForm.tsx'
import { wholeDraftOf, withoutAuthSecrets } from './auth-draft.ts'
import { EMPTY_DRAFT, faultsOf, serverOf, targetToDraft, type Draft } from './draft.ts'
import { bringAuthBack, forgetAuth } from './forget-auth.ts'
import { readHostConfig, useHostConfigs } from './host-configs.ts'
import type { ExportDialogProps } from './ExportDialog.tsx'
import type { Imported, ImportDialogProps } from './ImportDialog.tsx'
import { useRemembered, whole, withSecrets } from './remembered.ts'
import { Newcomer, type Goal } from './Newcomer.tsx'
import { ServerList } from './ServerList.tsx'
import style from './ConnectPanel.module.css'

const ImportDialog = deferred<ImportDialogProps>(async () => (await import('./ImportDialog.tsx')).ImportDialog)

const ExportDialog = deferred<ExportDialogProps>(async () => (await import('./ExportDialog.tsx')).ExportDialog)

const DRAFT = 'loupe.connect.draft'

function storedDraft(): Draft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(window.sessionStorage.getItem(DRAFT) ?? '{}') as Partial<Draft>) }
  } catch {
    return EMPTY_DRAFT
  }
}

const placeOf = ({ target }: Server) => JSON.stringify(withoutSecrets(target))

function stillWithheld(server: Remembered): string[] {
  const whole = withSecrets(server)
  return 'withheld' in whole ? whole.withheld : []
}

/** Connect was pressed, and the page is about to go there: the second press of a double one is none. */
let going = false

export function ConnectPanel() {
  const route = useRoute()
  const { servers, secrets, setSecrets, keep, keepImported, forget, bringBack } = useRemembered()
  const proxy = useProxy((store) => store.state)
  const link = useMemo(() => readDeepLink(window.location.href), [])
  const open = openedServer(route.connection)
  const kept = servers.find(({ id }) => id === route.connection)
  const named = open ?? (kept === undefined ? undefined : withSecrets(kept))
  const [draft, setDraft] = useState<Draft>(() => {
    if (link !== undefined)
      return {
        ...EMPTY_DRAFT,
        kind: 'http',
        url: link.url,
        via: link.via,
        era: link.era,
        ...(link.transport === 'ws' ? {} : { transport: link.transport }),
      }
    return named === undefined ? storedDraft() : wholeDraftOf(named)
  })
  useEffect(() => {
    try {
      window.sessionStorage.setItem(DRAFT, JSON.stringify(withoutAuthSecrets(draft)))
    } catch {
      // Then it lives as long as the panel.
    }
  }, [draft])

  const connect = (server: Server, goal: Goal = link?.goal ?? currentRoute(), first?: () => void) => {
    // A link may say where to go once connected; so may an address without a connection in it.
    const { panel, item, query } = goal
    if (going) return
    going = true
    void openServer(server)
    // In a turn of its own: the press would else hold up the page for longer than a person takes for at once.
    setTimeout(() => {
      going = false
      first?.()
      go({ connection: server.id, panel, item, query })
    })
  }
  const submit = (draft: Draft) => {
    const typed = serverOf(draft, [...servers.map(({ id }) => id), ...connectionsNow().keys()])
    // Typed once more, it is still the same server.
    const same = servers.find((one) => one.name === typed.name && placeOf(one) === placeOf(typed))
    const server = draft.id === undefined && same !== undefined ? { ...typed, id: same.id } : typed
    // What was never touched does not take the place of what is known under that name.
    if (draft.id !== undefined || Object.keys(draft.auth).length > 0) storeAuthSettings(server.name, draft.auth)
    connect(server, undefined, () => {
      keep(server)
      setDraft(EMPTY_DRAFT)
      window.sessionStorage.removeItem(DRAFT)
    })
  }
  const connectRemembered = (remembered: Remembered) => {
    const server = whole(remembered)
    // Without its secrets, or with masks in their place, it would only fail: the form asks for them first.
    if (server === undefined || faultsOf(wholeDraftOf(server)).masked !== undefined) return setDraft(wholeDraftOf(withSecrets(remembered)))
    keep(server)
    connect(server)
  }
  const [importing, setImporting] = useState<{ text: string; fileName: string; fault?: string }>()
  const { import: wanted } = route.query
  useEffect(() => {
    if (wanted === undefined) return
    setImporting({ text: '', fileName: '' })
    // Closed, it stays closed over a reload.
    go({ query: {} }, 'replace')
  }, [wanted])
  const [exporting, setExporting] = useState<Remembered>()
  const use = ({ name, target }: Imported) => {
    setDraft({ ...EMPTY_DRAFT, ...targetToDraft(target), name })
    setImporting(undefined)
  }
  /** One server that leaves nothing open fills the form at once; all else is chosen in the dialog. */
  const takeConfig = async (text: string) => {
    try {
      const [{ readConfig }, { placeholdersOf }] = await Promise.all([import('#mcp/config/read.ts'), import('#mcp/config/placeholders.ts')])
      const [first, ...more] = readConfig(text).servers
      if (first?.target !== undefined && more.length === 0 && first.notes.length === 0 && placeholdersOf(first.target).length === 0)
        return use({ name: first.name, target: first.target })
    } catch {
      // The dialog says what is wrong, beside the text.
    }
    setImporting({ text, fileName: '' })
  }
  const isKnown = (one: Imported) => {
    const place = JSON.stringify(withoutSecrets(one.target))
    return servers.some((server) => server.name === one.name && placeOf(server) === place)
  }
  const keepAll = (imported: Imported[]) => {
    const taken = new Set([...servers.map(({ id }) => id), ...connectionsNow().keys()])
    // Each kept one goes to the top: the last first, so that they stand in their own order.
    for (const { name, target } of imported.toReversed()) {
      const shown = name || suggestName(target) || 'server'
      const id = serverId(shown, taken)
      taken.add(id)
      keepImported({ id, name: shown, target, era: 'auto' })
    }
    setImporting(undefined)
  }
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (file === undefined) return
    event.preventDefault()
    void file.text().then((text) => setImporting({ text, fileName: file.name }))
  }
  const demo = proxy.kind === 'open' ? proxy.demo : undefined
  const openDemo = (goal?: Goal) => {
    if (demo === undefined) return
    connect({ id: serverId(demo.name, []), name: demo.name, target: demo.target, era: 'auto' }, goal)
  }
  const newcomer = servers.length === 0
  // From the start, so that the form does not move from under a pointer when the proxy has answered.
  const offerDemo = newcomer && (demo !== undefined || proxy.kind === 'opening')
  const found = useHostConfigs()
  const openFound = (file: string) =>
    void readHostConfig(file).then(
      (text) => setImporting({ text, fileName: file }),
      (error: Error) => setImporting({ text: '', fileName: '', fault: error.message }),
    )
  return (
    <div
      className={style.panel}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={onDrop}
    >
      {importing !== undefined && (
        <ImportDialog
          {...importing}
          onText={(text, fileName) => setImporting({ text, fileName })}
          found={found}
          onFound={openFound}
          isKnown={isKnown}
          onKeep={keepAll}
          secrets={secrets}
          onSecrets={setSecrets}
          onUse={use}
          onClose={() => setImporting(undefined)}
        />
      )}
      {exporting !== undefined && (
        <ExportDialog server={withSecrets(exporting)} withheld={stillWithheld(exporting)} onClose={() => setExporting(undefined)} />
      )}
      {(!newcomer || offerDemo || found.length > 0) && (
        <aside className={style.servers} aria-label="Remembered servers">
          <div className={pane.bar}>
            <h2>{newcomer ? 'New here?' : 'Remembered servers'}</h2>
          </div>
          {newcomer && (
            <Newcomer {...(offerDemo ? { onDemo: demo === undefined ? null : openDemo } : {})} found={found} onFound={openFound} />
          )}
          {!newcomer && (
            <ServerList
              servers={servers}
              edited={draft.id}
              onConnect={connectRemembered}
              onEdit={(server) => setDraft(wholeDraftOf(withSecrets(server)))}
              onExport={setExporting}
              onForget={(server) => {
                forgetAuth(server, servers)
                forget(server.id)
              }}
              onBringBack={(server) => {
                bringAuthBack(server)
                bringBack(server)
              }}
            />
          )}
        </aside>
      )}
      <section className={style.form} aria-label="Connection">
        <div className={pane.bar}>
          <h2>{draft.id === undefined ? 'New connection' : `Edit “${draft.name || draft.id}”`}</h2>
          <span className={pane.end}>
            {draft.id !== undefined && (
              <Button look="quiet" onClick={() => setDraft(EMPTY_DRAFT)}>
                New instead
              </Button>
            )}
            <Button look="quiet" title="From the configuration of another program" onClick={() => setImporting({ text: '', fileName: '' })}>
              Import…
            </Button>
            <Button look="quiet" title="A file that was exported from Traffic" onClick={pickRecords}>
              Open record…
            </Button>
          </span>
        </div>
        {link !== undefined && (
          <Note tone="info" role="status" title="A link filled this form">
            It wants to connect to <b className="mono">{maskUrl(link.url)}</b>. Nothing was sent. Press Connect if you trust the server it
            names.
          </Note>
        )}
        {link !== undefined && link.notes.length > 0 && (
          <Note tone="warn" role="status" title="Not all that the link wishes can be followed">
            {link.notes.map((note) => (
              <div key={note}>{note}</div>
            ))}
          </Note>
        )}
        {link === undefined && route.connection !== '' && (
          <Note tone="info" role="status" title={`“${route.connection}” is not connected in this tab`}>
            {named === undefined
              ? 'This address names a connection that this browser does not know. Connect to a server to go on.'
              : 'Its details are filled in below. Press Connect to go where this address leads.'}
          </Note>
        )}
        <ConnectForm
          key={draft.id ?? ''}
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          onConnect={submit}
          onConfig={(text) => void takeConfig(text)}
          secrets={secrets}
          onSecrets={setSecrets}
        />
      </section>
    </div>
  )
}
