// Pages that a server wants visited before it carries out a call (error -32042): each whole, opened by a click alone.
import { isObject, type Json } from '#mcp/json.ts'
import { AddressView } from '../ui/AddressView.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { readAddress } from '../ui/web-address.ts'
import style from './Tools.module.css'

const CODE = -32042

/** Null for any other failure. */
export function PagesFirst({ code, data }: { code: number | undefined; data: Json | undefined }) {
  const wanted = code === CODE && isObject(data) && Array.isArray(data.elicitations) ? data.elicitations : []
  const pages = wanted.flatMap((one) => (isObject(one) && typeof one.url === 'string' ? [{ url: one.url, message: one.message }] : []))
  if (pages.length === 0) return null
  return (
    <section className={style.pages} aria-label="Pages to visit first">
      {pages.map(({ url, message }) => (
        <div key={url} className={style.page}>
          {typeof message === 'string' && <p>{reveal(message)}</p>}
          {readAddress(url).notes.map((note) => (
            <Note key={note} tone="warn">
              {note}
            </Note>
          ))}
          <AddressView url={url} />
        </div>
      ))}
    </section>
  )
}
