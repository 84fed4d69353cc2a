// Capabilities as a table: what each side declared, in words; what nobody here knows is shown as it came.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { completeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { reveal } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import style from './OverviewPanel.module.css'

const KNOWN: { name: string; says: string; members: { [member: string]: string } }[] = [
  { name: 'tools', says: 'Tools', members: { listChanged: 'tells of changes' } },
  { name: 'resources', says: 'Resources', members: { subscribe: 'can be subscribed to', listChanged: 'tells of changes' } },
  { name: 'prompts', says: 'Prompts', members: { listChanged: 'tells of changes' } },
  { name: 'completions', says: 'Completion of arguments', members: {} },
  { name: 'logging', says: 'Log messages', members: {} },
  { name: 'tasks', says: 'Tasks', members: {} },
]

export function Abilities({ theirs }: { theirs: { [name: string]: Json } }) {
  const [stored] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const ours = completeSettings(stored).capabilities
  const unknown = Object.keys(theirs).filter((name) => !KNOWN.some((known) => known.name === name))
  return (
    <table className={style.abilities}>
      <thead>
        <tr>
          <th scope="col">The server</th>
          <th scope="col">declares</th>
          <th scope="col">that it</th>
        </tr>
      </thead>
      <tbody>
        {KNOWN.map(({ name, says, members }) => (
          <Row key={name} title={says} value={theirs[name]} members={members} />
        ))}
        {unknown.map((name) => (
          <Row key={name} title={reveal(name)} value={theirs[name]} members={{}} />
        ))}
      </tbody>
      <thead>
        <tr>
          <th scope="col">We</th>
          <th scope="col">declare</th>
          <th scope="col">by</th>
        </tr>
      </thead>
      <tbody>
        {(['sampling', 'elicitation', 'roots'] as const).map((name) => (
          <tr key={name}>
            <th scope="row">{{ sampling: 'Sampling', elicitation: 'Elicitation', roots: 'Roots' }[name]}</th>
            <td>{ours[name] ? <Yes /> : <No />}</td>
            <td className={style.dim}>{ours[name] ? 'the settings' : 'switched off in the settings'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Yes = () => <span className={style.yes}>✓ yes</span>
const No = () => <span className={style.no}>no</span>

function Row({ title, value, members }: { title: string; value: Json | undefined; members: { [member: string]: string } }) {
  const declared = isObject(value) ? value : {}
  const words = Object.entries(declared).map(([member, said]) => {
    if (typeof said === 'boolean' && members[member] !== undefined) return said ? members[member] : `${members[member]}: no`
    return `${reveal(member)}: ${reveal(writeJson(said))}`
  })
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{value === undefined ? <No /> : <Yes />}</td>
      <td className={style.dim}>
        {value !== undefined && !isObject(value) ? `as ${reveal(writeJson(value))}, which is no object` : words.join(', ')}
      </td>
    </tr>
  )
}
