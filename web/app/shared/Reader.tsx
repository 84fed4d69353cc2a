// A shared record as a page of its own: what it is, and its traffic as the panel shows it.
import { useEffect, useState } from 'react'
import { useConnection } from '../../session/connections.ts'
import { useShortcut, useShortcuts } from '../../session/shortcuts.ts'
import { TrafficPanel } from '../../traffic/TrafficPanel.tsx'
import { onAnnounce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { reveal } from '../../ui/format.ts'
import { sharedKeys } from '../help-keys.ts'
import { KeyList } from '../KeyList.tsx'
import { focusSearch, nextPane } from '../keys.ts'
import { RecordBanner } from '../RecordBanner.tsx'
import style from './Reader.module.css'

export function Reader({ by, unjudged }: { by: string; unjudged: number }) {
  const connection = useConnection()
  const [said, setSaid] = useState('')
  const [help, setHelp] = useState(false)
  const shortcuts = useShortcuts()
  useShortcut('?', 'These keys', () => setHelp(true))
  useShortcut('/', 'To the search field', focusSearch)
  useShortcut('f6', 'To the next pane', () => nextPane(1))
  useShortcut('shift+f6', 'To the pane before', () => nextPane(-1))
  useEffect(() => onAnnounce(setSaid), [])
  if (connection === undefined) return null
  const { name, facts, record, dropped } = connection
  const server = facts?.serverInfo
  const about = [server === undefined ? undefined : `${server.name} ${server.version}`, facts?.revision, facts?.transport, by]
  if (record?.redacted === undefined) about.push('saved with its secrets')
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{reveal(name)}</h1>
        <span className={style.about}>{reveal(about.filter(Boolean).join(' · '))}</span>
        <Button look="quiet" hint="?" onClick={() => setHelp(true)}>
          Keys
        </Button>
      </header>
      {help && (
        <Dialog title="Keys" open wide onClose={() => setHelp(false)}>
          <KeyList keys={sharedKeys(shortcuts)} />
        </Dialog>
      )}
      {record !== undefined && <RecordBanner record={record} dropped={dropped} unjudged={unjudged} />}
      <main>
        <TrafficPanel />
      </main>
      <div className="visually-hidden" role="log" aria-label="Announcements">
        {said}
      </div>
    </div>
  )
}
