// The level from which a server sends log messages: asked of it only when it says that it can.
import { useState } from 'react'
import { LOG_LEVELS } from '#mcp/traffic-row.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { call } from '../session/engine.ts'
import style from './ConsolePanel.module.css'

export function ServerLevel({ connection }: { connection: ConnectionState }) {
  const [asked, setAsked] = useState({ level: '', at: '' })
  const [fault, setFault] = useState<string>()
  const { facts, status, generation, logLevel } = connection
  const modern = facts?.era === 'modern'
  const able = facts !== undefined && 'logging' in facts.capabilities
  const why =
    status !== 'connected'
      ? 'Not connected.'
      : able
        ? modern
          ? 'Said with each request, also after a reconnect'
          : 'Sends logging/setLevel, and again after a reconnect'
        : 'The server does not declare the capability “logging”, so it is not asked.'
  // What was asked for is shown until the engine tells what holds.
  const at = `${generation} ${status} ${logLevel}`
  const level = asked.at === at ? asked.level : (logLevel ?? '')
  const send = async (next: string) => {
    setAsked({ level: next, at })
    setFault(undefined)
    try {
      await call('setLogLevel', [connection.id, next === '' ? null : next])
    } catch (error) {
      setFault((error as Error).message)
      setAsked({ level: '', at: '' })
    }
  }
  return (
    <>
      {fault !== undefined && (
        <span role="alert" className={style.bad}>
          {fault}
        </span>
      )}
      <label className={style.label} title={why}>
        Server sends
        <select value={level} disabled={!able || status !== 'connected'} onChange={(event) => void send(event.target.value)}>
          {(level === '' || modern) && <option value="">{modern ? 'nothing' : able ? 'its default' : 'no levels'}</option>}
          {LOG_LEVELS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      {!able && facts !== undefined && <span className="visually-hidden">{why}</span>}
    </>
  )
}
