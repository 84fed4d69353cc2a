// A shared record as a page of its own: what it is, and its traffic as the panel shows it.
import { useEffect, useState } from 'react'
import { useConnection } from '../../session/connections.ts'
import { useShortcut } from '../../session/shortcuts.ts'
import { TrafficPanel } from '../../traffic/TrafficPanel.tsx'
import { onAnnounce } from '../../ui/announce.ts'
import { reveal } from '../../ui/format.ts'
import { focusSearch } from '../keys.ts'
import { RecordBanner } from '../RecordBanner.tsx'
import style from './Reader.module.css'

export function Reader({ by, unjudged }: { by: string; unjudged: number }) {
  const connection = useConnection()
  const [said, setSaid] = useState('')
  useShortcut('/', 'To the search field', focusSearch)
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
        <span>{reveal(about.filter(Boolean).join(' · '))}</span>
      </header>
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
