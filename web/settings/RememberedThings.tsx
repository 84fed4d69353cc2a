// Everything that this browser keeps for Loupe, by kind, each with a button that forgets it.
import { useEffect, useState } from 'react'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'
import { count, size } from '../ui/format.ts'
import { forgetSetting, rememberedSettings } from './remembered.ts'
import style from './RememberedThings.module.css'

/** Kinds by the beginning of their names; what fits none is 'Other'. */
const KINDS: { title: string; says: string; prefixes: string[] }[] = [
  { title: 'Servers', says: 'Commands and URLs; secrets only if you asked for it.', prefixes: ['servers'] },
  {
    title: 'Authorization',
    says: 'How each server is authorized; tokens and secrets where you chose to keep them in this browser.',
    prefixes: ['auth', 'tokens'],
  },
  { title: 'Settings', says: 'What stands on this page.', prefixes: ['settings', 'own'] },
  {
    title: 'Answers',
    says: 'Rules, kept answers, and providers without their keys.',
    prefixes: ['rules', 'answers', 'providers', 'provider'],
  },
  {
    title: 'Arguments and drafts',
    says: 'What you typed into forms, and saved calls.',
    prefixes: ['draft', 'args', 'saved', 'calls', 'meta', 'tools', 'prompts', 'resources', 'asks'],
  },
  { title: 'Sizes and folds of panes', says: 'How you arranged the page.', prefixes: ['split', 'dock'] },
]

export function RememberedThings() {
  const [, again] = useState(0)
  const [kept, setKept] = useState(0)
  useEffect(() => {
    call('keptSize', []).then(setKept, () => undefined)
  }, [])
  const all = rememberedSettings()
  const belongs = (name: string, prefixes: string[]) =>
    prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}.`) || name.startsWith(`${prefix}/`))
  const rest = all.filter(({ name }) => !KINDS.some(({ prefixes }) => belongs(name, prefixes)))
  const kinds = [
    ...KINDS.map((kind) => ({ ...kind, entries: all.filter(({ name }) => belongs(name, kind.prefixes)) })),
    { title: 'Other', says: 'Filters, pins and the like.', entries: rest },
  ].filter(({ entries }) => entries.length > 0)
  if (kinds.length === 0 && kept === 0) return <p className={style.none}>Nothing yet.</p>
  return (
    <ul className={style.kinds}>
      {kinds.map(({ title, says, entries }) => (
        <li key={title}>
          <span>
            <b>{title}</b> <span className={style.none}>{says}</span>
          </span>
          <span className={style.size}>
            {count(entries.length, 'entry', 'entries')}, {size(entries.reduce((sum, { length }) => sum + length, 0))}
          </span>
          <Button
            look="danger"
            aria-label={`Forget ${title.toLowerCase()}`}
            onClick={() => {
              for (const { name } of entries) forgetSetting(name)
              again((n) => n + 1)
            }}
          >
            Forget
          </Button>
        </li>
      ))}
      {kept > 0 && (
        <li>
          <span>
            <b>Records</b>{' '}
            <span className={style.none}>
              Traffic of the last seven days, without secrets: a tab that is loaded again has its own back.
            </span>
          </span>
          <span className={style.size}>{size(kept)}</span>
          <Button
            look="danger"
            aria-label="Forget records"
            onClick={() =>
              void call('forgetKept', []).then(
                () => setKept(0),
                () => undefined,
              )
            }
          >
            Forget
          </Button>
        </li>
      )}
    </ul>
  )
}
