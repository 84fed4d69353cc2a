// One ping by hand, with its latency; how often one is sent by itself is a setting.
import { useState } from 'react'
import type { ConnectionState } from '../session/connection-state.ts'
import { request, EngineFailure } from '../session/engine.ts'
import { completeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { linkTo } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { duration } from '../ui/format.ts'
import { Said } from '../ui/Said.tsx'
import { useSetting } from '../ui/use-setting.ts'
import style from './OverviewPanel.module.css'

export function Ping({ connection }: { connection: ConnectionState }) {
  const [stored] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const [said, say] = useState<{ text: string; bad?: boolean }>()
  const { keepAlive } = completeSettings(stored)
  const ping = async () => {
    say({ text: '…' })
    try {
      const { ms } = await request(connection.id, 'ping')
      say({ text: `answered in ${duration(ms)}` })
    } catch (error) {
      say({ text: error instanceof EngineFailure ? error.message : String(error), bad: true })
    }
  }
  return (
    <div className={style.ping}>
      <Button onClick={() => void ping()} disabled={connection.status !== 'connected'}>
        Ping
      </Button>
      <Said className={said?.bad === true ? style.bad : undefined}>{said?.text}</Said>
      <a className={style.keep} href={linkTo({ panel: 'settings' })}>
        {keepAlive === 0 || connection.facts?.pings === false ? 'No keep-alive' : `Keep-alive every ${keepAlive} s`}
      </a>
    </div>
  )
}
