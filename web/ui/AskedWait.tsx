// A server that asks to be left alone for a while: how long yet. Nothing is sent by itself when the time has come.
import { timeLeft } from './format.ts'
import { Said } from './Said.tsx'
import { useNow } from './use-now.ts'
import style from './LimitClock.module.css'

/** `until`: milliseconds since the epoch. `act`: what a person may do then, as in “Call again”. */
export function AskedWait({ until, act }: { until: number; act: string }) {
  const now = useNow(250)
  return (
    <div className={style.clock}>
      {until > now ? (
        <span role="timer">
          The server asks to wait {timeLeft(until - now)} more. “{act}” works at any time, and nothing is sent by itself.
        </span>
      ) : (
        <Said appears>The wait that the server asked for is over.</Said>
      )}
    </div>
  )
}
