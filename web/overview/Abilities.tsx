// Capabilities as a table: what each side declared, in words; what nobody here knows is shown as it came.
import type { ReactNode } from 'react'
import { standing } from '#mcp/extensions.ts'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { linkTo } from '../route/route.ts'
import type { SentGreeting } from '../session/sent-greeting.ts'
import { NOTHING_OWN, ownKey, withOwn, type OwnSettings } from '../session/own-settings.ts'
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

const OURS: { [name: string]: string } = { sampling: 'Sampling', elicitation: 'Elicitation', roots: 'Roots' }

/** Extensions that we know, by what switches them. */
const EXTENSIONS: { [id: string]: { says: string; by: string } } = {
  'io.modelcontextprotocol/ui': { says: 'Apps', by: 'apps' },
  'io.modelcontextprotocol/skills': { says: 'Skills', by: 'skills' },
  'io.modelcontextprotocol/tasks': { says: 'Tasks, the extension', by: 'tasks' },
}

/** Each extension is a row of its own; one that nobody here knows is named as it is. */
function extensionsOf({ extensions }: { [name: string]: Json }): [id: string, value: Json][] {
  return isObject(extensions) ? Object.entries(extensions) : []
}

function isSpread(name: string, of: { [name: string]: Json }): boolean {
  return name === 'extensions' && isObject(of.extensions)
}

export interface AbilitiesProps {
  theirs: { [name: string]: Json }
  /** Its name, by which it may have settings of its own. */
  server: string
  /** What we said of ourselves; undefined while it is not known, null when the record no longer holds it. */
  greeting: SentGreeting | null | undefined
}

export function Abilities({ theirs, greeting, server }: AbilitiesProps) {
  const unknown = Object.keys(theirs).filter((name) => !KNOWN.some((known) => known.name === name) && !isSpread(name, theirs))
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
        {extensionsOf(theirs).map(([id, value]) => (
          <Row key={id} title={EXTENSIONS[id]?.says ?? reveal(id)} value={value} members={{}}>
            {standing(id, theirs, greeting?.capabilities) === 'theirs' && 'we did not declare it, so it is not in use'}
          </Row>
        ))}
      </tbody>
      <thead>
        <tr>
          <th scope="col">We</th>
          <th scope="col">declared</th>
          <th scope="col">
            {greeting != null && (
              <>
                in <a href={linkTo({ panel: 'traffic', item: String(greeting.seq) })}>{greeting.method}</a>
              </>
            )}
          </th>
        </tr>
      </thead>
      <Ours greeting={greeting} server={server} />
    </table>
  )
}

/** What was sent, not what the settings say: those may have changed since. */
function Ours({ greeting, server }: Pick<AbilitiesProps, 'greeting' | 'server'>) {
  const [stored] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const [own] = useSetting<OwnSettings>(ownKey(server), NOTHING_OWN)
  const wanted: { [name: string]: boolean } = withOwn(completeSettings(stored), own).capabilities
  if (greeting == null)
    return (
      <tbody>
        <tr>
          <td colSpan={3} className={style.dim}>
            {greeting === null ? 'The message that said so is no longer in the record.' : 'Not known while the server is not connected.'}
          </td>
        </tr>
      </tbody>
    )
  const sent = greeting.capabilities
  const names = [...Object.keys(OURS), ...Object.keys(sent).filter((name) => !(name in OURS) && !isSpread(name, sent))]
  return (
    <tbody>
      {names.map((name) => {
        const differs = name in wanted && wanted[name] !== (sent[name] !== undefined)
        return (
          <Row key={name} title={OURS[name] ?? reveal(name)} value={sent[name]} members={{ listChanged: 'tells of changes' }}>
            {differs &&
              `switched ${wanted[name] === true ? 'on' : 'off'} in the settings since: ${greeting.method === 'initialize' ? 'reconnect' : 'each request says it now'}`}
          </Row>
        )
      })}
      {extensionsOf(sent).map(([id, value]) => (
        <Row key={id} title={EXTENSIONS[id]?.says ?? reveal(id)} value={value} members={{}}>
          {wanted[EXTENSIONS[id]?.by ?? ''] === false && 'switched off in the settings since'}
        </Row>
      ))}
    </tbody>
  )
}

const Yes = () => <span className={style.yes}>✓ yes</span>
const No = () => <span className={style.no}>no</span>

interface RowProps {
  title: string
  value: Json | undefined
  members: { [member: string]: string }
  children?: ReactNode
}

function Row({ title, value, members, children }: RowProps) {
  const declared = isObject(value) ? value : {}
  const words = Object.entries(declared).map(([member, said]) => {
    if (typeof said === 'boolean' && members[member] !== undefined) return said ? members[member] : `${members[member]}: no`
    if (isObject(said) && Object.keys(said).length === 0) return reveal(member)
    return `${reveal(member)}: ${reveal(writeJson(said))}`
  })
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{value === undefined ? <No /> : <Yes />}</td>
      <td className={style.dim}>
        {value !== undefined && !isObject(value) ? `as ${reveal(writeJson(value))}, which is no object` : words.join(', ')} {children}
      </td>
    </tr>
  )
}
