// One skill: what its entry says, the tree of its files, and each file as it was read and judged.
import { useState } from 'react'
import { bytesOf, rootOf, type SkillEntry, type SkillFile } from '#mcp/skills/skill-entry.ts'
import { readContents } from '#mcp/content-read.ts'
import { isObject, writeJson } from '#mcp/json.ts'
import { linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { request } from '../session/engine.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { count, reveal, size } from '../ui/format.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import pane from '../ui/Pane.module.css'
import { hold, readFile, skillKey, useHeldSkills, type FileState, type HeldSkill } from './held-skills.ts'
import { fileRows } from './file-rows.ts'
import { getSkill } from './skills-query.ts'
import style from './Skills.module.css'

export interface SkillDetailProps {
  connection: ConnectionState
  skill: SkillEntry
  /** The server lists directories. */
  directories: boolean
  onBack: (() => void) | undefined
}

export function SkillDetail({ connection, skill, directories, onBack }: SkillDetailProps) {
  // A list may have the same URI twice, and each entry its own fate.
  const key = skillKey(connection.id, `${skill.uri}\n${skill.index}`)
  const held = useHeldSkills((state) => state.held[key])
  const [shown, setShown] = useState<string>()
  const [news, setNews] = useState<string>()
  const entry = held?.entry ?? skill
  const up = connection.status === 'connected'
  const read = (file: Pick<SkillFile, 'uri'> & Partial<SkillFile>) => {
    if (useHeldSkills.getState().held[key] === undefined) hold(key, entry)
    setShown(file.uri)
    void readFile(key, connection.id, file)
  }
  const manifest = entry.files === 'dynamic' ? { uri: entry.uri } : entry.files.find(({ uri }) => uri === entry.uri)
  const refresh = () => {
    setNews(undefined)
    getSkill(connection.id, skill.uri).then(
      (now) => {
        const changed = writeJson(now.raw) !== writeJson(entry.raw)
        hold(key, now)
        setNews(changed ? 'The skill has changed: what was read of it before counts no more.' : 'Its entry is as it was.')
      },
      (error: unknown) => setNews(`skills/get failed: ${(error as Error).message}`),
    )
  }
  const stops = !up
    ? 'Not connected'
    : entry.faults.length > 0
      ? 'Its entry breaks a rule'
      : held?.broken !== undefined
        ? 'It was refused'
        : undefined
  const state = shown === undefined ? undefined : held?.files[shown]
  return (
    <section className={pane.pane} aria-label={`Skill ${skill.name}`} data-state={stateOf(held, entry)}>
      <div className={pane.bar}>
        {onBack !== undefined && (
          <Button look="quiet" aria-label="Back to the list" onClick={onBack}>
            ‹ Back
          </Button>
        )}
        <h2 className="mono">{reveal(skill.name || skill.uri)}</h2>
        <span className={pane.end}>
          <Button look="quiet" why={up ? undefined : 'Not connected'} onClick={refresh}>
            Refresh entry
          </Button>
          <Button look="primary" why={stops} onClick={() => manifest !== undefined && read(manifest)}>
            Load
          </Button>
        </span>
      </div>
      <div className={`${pane.body} ${style.detail}`}>
        {entry.faults.length > 0 && (
          <Note tone="bad" title="This skill is not loaded: its entry breaks the rules">
            <Lines lines={entry.faults} />
          </Note>
        )}
        {entry.notes.length > 0 && (
          <Note tone="warn">
            <Lines lines={entry.notes} />
          </Note>
        )}
        {held?.broken !== undefined && (
          <Note
            tone="bad"
            role="alert"
            title="Refused: what was read is not what the entry says"
            actions={<Button onClick={refresh}>Refresh entry</Button>}
          >
            {reveal(held.broken)} Nothing more of this skill is read under this entry.
          </Note>
        )}
        {news !== undefined && (
          <Note tone="info" role="status">
            {reveal(news)}
          </Note>
        )}
        <p>{reveal(entry.description)}</p>
        <p className={style.quiet}>
          <span className="mono">{reveal(entry.uri)}</span> ·{' '}
          {entry.files === 'dynamic'
            ? 'made anew with each reading: nothing can be verified'
            : `${count(entry.files.length, 'file')}, ${size(bytesOf(entry.files))}`}
        </p>
        <details>
          <summary>Frontmatter, as the entry has it</summary>
          <JsonView value={entry.frontmatter} label="Frontmatter" />
        </details>
        <h3>Files</h3>
        {entry.files === 'dynamic' ? (
          <DynamicFiles
            connection={connection}
            root={rootOf(entry.uri)}
            directories={directories}
            loaded={held?.loaded === true}
            stops={stops}
            states={held?.files ?? {}}
            onRead={(uri) => read({ uri })}
          />
        ) : (
          <ul className={style.files} aria-label="Files of the skill">
            {fileRows(entry.files).map(({ name, depth, file }) => (
              <li key={file?.uri ?? `${depth} ${name}`} style={{ paddingLeft: depth * 16 }}>
                {file === undefined ? (
                  <span className={style.folder}>{reveal(name)}/</span>
                ) : (
                  <FileRow
                    name={name}
                    note={size(file.size)}
                    state={held?.files[file.uri]}
                    stops={stops ?? (file.uri !== entry.uri && held?.loaded !== true ? 'Load the skill first' : undefined)}
                    onRead={() => read(file)}
                    onShow={() => setShown(file.uri)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {shown !== undefined && state !== undefined && (
          <Boundary key={shown} what="The file">
            <h3 className="mono">{reveal(shown)}</h3>
            <FileView state={state} />
          </Boundary>
        )}
      </div>
    </section>
  )
}

function stateOf(held: HeldSkill | undefined, entry: SkillEntry): string {
  if (entry.faults.length > 0) return 'invalid'
  if (held?.broken !== undefined) return 'refused'
  return held?.loaded === true ? 'loaded' : 'listed'
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.slice(0, 50).map((line) => (
        <li key={line}>{reveal(line)}</li>
      ))}
      {lines.length > 50 && <li>and {lines.length - 50} more</li>}
    </ul>
  )
}

const WORDS = { reading: 'reading …', refused: 'refused' }

function FileRow(props: {
  name: string
  note: string
  state: FileState | undefined
  stops: string | undefined
  onRead: () => void
  onShow: () => void
}) {
  const { name, note, state, stops, onRead, onShow } = props
  return (
    <span className={style.file}>
      <span className="mono">{reveal(name)}</span>
      <span className={style.quiet}>{note}</span>
      {state !== undefined && (
        <span className={style[state.kind]}>
          {state.kind === 'good' ? (state.checked ? 'verified' : 'read, not verifiable') : WORDS[state.kind]}
        </span>
      )}
      {state?.kind === 'good' || (state?.kind === 'refused' && state.seq !== undefined) ? (
        <Button look="quiet" aria-label={`Show ${name}`} onClick={onShow}>
          Show
        </Button>
      ) : (
        <Button look="quiet" aria-label={`Read ${name}`} why={stops} onClick={onRead}>
          Read
        </Button>
      )}
    </span>
  )
}

function FileView({ state }: { state: FileState }) {
  if (state.kind === 'reading') return <p className={style.quiet}>Reading…</p>
  const row = state.seq === undefined ? null : <a href={linkTo({ panel: 'traffic', item: String(state.seq) })}>Answer #{state.seq}</a>
  if (state.kind === 'refused')
    return (
      <Note tone="bad" title="Not used">
        {reveal(state.why)} {row}
      </Note>
    )
  const blocks = readContents({ contents: state.contents }).map((resource) => ({
    kind: 'resource' as const,
    resource,
    raw: resource.raw,
    annotations: {},
  }))
  return (
    <>
      <p className={style.quiet}>
        {state.checked ? 'Size and digest are those of the entry; that says nothing of who wrote it.' : 'It has no digest to be held to.'}{' '}
        {row}
      </p>
      <ContentBlocks blocks={blocks} />
    </>
  )
}

interface DynamicFilesProps {
  connection: ConnectionState
  root: string
  directories: boolean
  loaded: boolean
  stops: string | undefined
  states: { [uri: string]: FileState }
  onRead: (uri: string) => void
}

/** What such a skill holds is known by asking its directories alone. */
function DynamicFiles({ connection, root, directories, loaded, stops, states, onRead }: DynamicFilesProps) {
  const [found, setFound] = useState<{ uri: string; name: string; folder: boolean }[]>([])
  const [fault, setFault] = useState<string>()
  if (!directories) return <p className={style.quiet}>The server does not list directories, so only what SKILL.md names can be read.</p>
  const look = (uri: string) =>
    void request(connection.id, 'resources/directory/read', { uri }).then(
      ({ result }) => {
        const children = isObject(result) && Array.isArray(result.resources) ? result.resources : []
        const rows = children
          .filter(isObject)
          .map((one) => ({
            uri: String(one.uri ?? ''),
            name: String(one.uri ?? '').slice(root.length + 1),
            folder: one.mimeType === 'inode/directory',
          }))
          .filter((one) => one.uri.startsWith(`${root}/`))
        setFault(undefined)
        setFound((before) =>
          [...before.filter((old) => !rows.some((row) => row.uri === old.uri)), ...rows].toSorted((a, b) => (a.uri < b.uri ? -1 : 1)),
        )
      },
      (error: unknown) => setFault((error as Error).message),
    )
  return (
    <>
      <div>
        <Button why={stops} onClick={() => look(root)}>
          List its directory
        </Button>
      </div>
      {fault !== undefined && <Note tone="bad">{reveal(fault)}</Note>}
      <ul className={style.files} aria-label="Files of the skill">
        {found.map(({ uri, name, folder }) => (
          <li key={uri}>
            {folder ? (
              <span className={style.file}>
                <span className={style.folder}>{reveal(name)}/</span>
                <Button look="quiet" aria-label={`List ${name}`} why={stops} onClick={() => look(uri)}>
                  List
                </Button>
              </span>
            ) : (
              <FileRow
                name={name}
                note=""
                state={states[uri]}
                stops={stops ?? (loaded ? undefined : 'Load the skill first')}
                onRead={() => onRead(uri)}
                onShow={() => onRead(uri)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
