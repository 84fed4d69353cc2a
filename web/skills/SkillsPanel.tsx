// Skills of a server: the list, and the chosen one. Asking for the list reads none of their files.
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isObject } from '#mcp/json.ts'
import { SKILLS_EXTENSION } from '#mcp/skills/names.ts'
import type { SkillEntry } from '#mcp/skills/skill-entry.ts'
import { go, useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { declaredTo } from '../session/opening.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { ItemList } from '../ui/ItemList.tsx'
import type { ListItem } from '../ui/item-rows.ts'
import { Note } from '../ui/Note.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { count } from '../ui/format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { SkillDetail } from './SkillDetail.tsx'
import { getSkill, skillsQuery } from './skills-query.ts'
import style from './Skills.module.css'

export function SkillsPanel() {
  const connection = useConnection()
  const { item, query } = useRoute()
  const narrow = useNarrow()
  const [search, setSearch] = useState('')
  const id = connection?.id ?? ''
  const extensions = connection?.facts?.capabilities.extensions
  const settings = isObject(extensions) ? extensions[SKILLS_EXTENSION] : undefined
  // What we do not declare is not used unasked.
  const declared = connection !== undefined && declaredTo(connection.name).skills === true
  const up = connection?.status === 'connected'
  const list = useQuery({ ...skillsQuery(id, connection?.generation ?? 0), enabled: up && settings !== undefined && declared })
  const skills = useMemo(() => list.data?.skills ?? [], [list.data])
  const items = useMemo(() => itemsOf(skills), [skills])
  const [fetched, setFetched] = useState<{ connection: string; skill: SkillEntry }>()
  if (connection === undefined) return null
  const sameUri = skills.filter(({ uri }) => uri === item)
  const listed = sameUri[Number(query.twin ?? 0)] ?? sameUri[0]
  const skill = listed ?? (fetched?.connection === id && fetched.skill.uri === item ? fetched.skill : undefined)
  const ask = () => void list.refetch()
  const head = (
    <>
      {list.error !== null && (
        <Note tone="bad" role="alert" title="skills/list failed" actions={<Button onClick={ask}>Ask again</Button>}>
          {list.error.message}
        </Note>
      )}
      {list.data !== undefined && list.data.notes.length > 0 && <Note tone="warn">{list.data.notes.join(' ')}</Note>}
    </>
  )
  const empty =
    settings !== undefined && !declared && list.data === undefined && !list.isFetching ? (
      <EmptyState
        title="Skills are not declared to this server"
        actions={up ? <Button onClick={ask}>Ask for the list anyway</Button> : undefined}
      >
        The switch is off in Settings.
      </EmptyState>
    ) : settings === undefined && list.data === undefined ? (
      <EmptyState title="This server declares no skills" actions={up ? <Button onClick={ask}>Ask for the list anyway</Button> : undefined}>
        Its capabilities name no extension <code>{SKILLS_EXTENSION}</code>.
      </EmptyState>
    ) : list.isFetching ? (
      <p className={style.quiet}>Asking for the list…</p>
    ) : !up ? (
      <p className={style.quiet}>The list will be here when the server is connected.</p>
    ) : list.error === null ? (
      <EmptyState title="The list is empty" actions={<Button onClick={ask}>Ask again</Button>}>
        That is no proof that there are none: a skill can be got by its URI.
      </EmptyState>
    ) : undefined
  return (
    <SplitView
      name="skills.list"
      label="Width of the list"
      direction="row"
      fixed="first"
      initial={248}
      min={160}
      only={narrow ? (skill === undefined ? 'first' : 'second') : undefined}
      first={
        <ItemList
          label="Skills"
          noun="skill"
          items={items}
          selected={listed?.index}
          onSelect={(index) => {
            const uri = skills[index]?.uri ?? ''
            const twin = skills.slice(0, index).filter((one) => one.uri === uri).length
            go({ item: uri, query: twin === 0 ? {} : { twin: String(twin) } })
          }}
          search={search}
          onSearch={setSearch}
          head={head}
          foot={
            <ByUri
              connection={id}
              up={up}
              onGot={(got) => {
                setFetched({ connection: id, skill: got })
                go({ item: got.uri, query: {} })
              }}
            />
          }
          empty={empty}
        />
      }
      second={
        skill === undefined ? (
          <EmptyState title="Choose a skill">None of its files is read until you load it.</EmptyState>
        ) : (
          <SkillDetail
            key={`${skill.index} ${skill.uri}`}
            connection={connection}
            skill={skill}
            directories={isObject(settings) && settings.directoryRead === true}
            onBack={narrow ? () => go({ item: undefined, query: {} }) : undefined}
          />
        )
      }
    />
  )
}

function itemsOf(skills: readonly SkillEntry[]): ListItem[] {
  const names = new Map<string, number>()
  for (const { name } of skills) names.set(name, (names.get(name) ?? 0) + 1)
  return skills.map(({ index, name, uri, description, faults, notes, files }) => ({
    index,
    name: name === '' ? uri : name,
    // Names may be the same; URIs are not.
    ...((names.get(name) ?? 0) > 1 ? { title: uri } : {}),
    description,
    ...(faults.length > 0
      ? { mark: 'invalid', tone: 'bad' as const }
      : notes.length > 0
        ? { mark: count(notes.length, 'note'), tone: 'warn' as const }
        : { mark: files === 'dynamic' ? 'dynamic' : count(files.length, 'file') }),
  }))
}

function ByUri({ connection, up, onGot }: { connection: string; up: boolean; onGot: (skill: SkillEntry) => void }) {
  const [uri, setUri] = useState('')
  const [fault, setFault] = useState<string>()
  const get = () => {
    setFault(undefined)
    getSkill(connection, uri.trim()).then(onGot, (error: unknown) => setFault((error as Error).message))
  }
  return (
    <form
      className={style.byUri}
      onSubmit={(event) => {
        event.preventDefault()
        if (up && uri.trim() !== '') get()
      }}
    >
      <Field label="Get a skill by its URI" error={fault}>
        {(field) => <input {...field} value={uri} placeholder="skill://name/SKILL.md" onChange={(event) => setUri(event.target.value)} />}
      </Field>
      <Button type="submit" why={!up ? 'Not connected' : uri.trim() === '' ? 'Write its URI first' : undefined}>
        Get skill
      </Button>
    </form>
  )
}
