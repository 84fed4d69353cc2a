// The same head for every thing that a server offers: title, name, description, facts, what is odd, and the
// definition as it came.
import { useState, type ReactNode } from 'react'
import type { Json } from '#mcp/json.ts'
import type { Icon, Oddity } from '#mcp/model.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icons } from './Icons.tsx'
import { JsonView } from './JsonView.tsx'
import { reveal } from './format.ts'
import { iconAddress } from './icon-address.ts'
import { reflow } from './reflow.ts'
import style from './DefinitionHead.module.css'

export interface DefinitionHeadProps {
  name: string
  title?: string
  description?: string
  /** A URI or a template, drawn under the name. */
  address?: string
  facts?: readonly (string | undefined)[]
  icons?: readonly Icon[]
  oddities?: readonly Oddity[]
  raw?: Json
  children?: ReactNode
}

/** Longer descriptions are cut until asked for. */
const LONG = 600

export function DefinitionHead({
  name,
  title,
  description,
  address,
  facts = [],
  icons = [],
  oddities = [],
  raw,
  children,
}: DefinitionHeadProps) {
  const [open, setOpen] = useState(false)
  const [whole, setWhole] = useState(false)
  const said = facts.filter((fact) => fact !== undefined && fact !== '')
  const icon = iconAddress(icons)
  const cut = description !== undefined && description.length > LONG && !whole
  return (
    <>
      <div className={style.bar}>
        {icon !== undefined && <img className={style.icon} src={icon} alt="" />}
        <h2 title={name}>{reveal(title ?? name) || '(no name)'}</h2>
        {title !== undefined && title !== name && <span className={style.name}>{reveal(name)}</span>}
        {raw !== undefined && (
          <Button look="quiet" className={style.raw} aria-pressed={open} onClick={() => setOpen(!open)}>
            Definition
          </Button>
        )}
      </div>
      <div className={style.head}>
        {icon === undefined && <Icons icons={icons} />}
        {address !== undefined && (
          <div className={style.address}>
            <code>{reveal(address)}</code> <CopyButton aria-label="Copy URI" text={address} />
          </div>
        )}
        {description !== undefined && description !== '' && (
          <p className={style.description}>
            {reveal(reflow(cut ? description.slice(0, LONG) : description))}
            {cut && (
              <Button look="quiet" onClick={() => setWhole(true)}>
                … more
              </Button>
            )}
          </p>
        )}
        {said.length > 0 && <p className={style.facts}>{said.join(' · ')}</p>}
        {oddities.length > 0 && (
          <ul className={style.oddities} aria-label="Notes on the definition">
            {oddities.map(({ at, says }) => (
              <li key={at + says}>{says}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
      {open && raw !== undefined && <JsonView value={raw} label="Definition" />}
    </>
  )
}
