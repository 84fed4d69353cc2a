// One resource, template or free URI: what it is, what to fill in, and what reading it brought.
import { useEffect, useMemo, useState } from 'react'
import { readContents } from '#mcp/content-read.ts'
import { isObject } from '#mcp/json.ts'
import type { Wish } from '#mcp/wish.ts'
import { go, linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { remedyFor } from '../session/missing-capability.ts'
import { useLastWords } from '../session/last-words.ts'
import { useCancelKey, useShortcut } from '../session/shortcuts.ts'
import { setSubscribed, useSubscription } from '../session/subscriptions.ts'
import { useRun } from '../session/use-run.ts'
import { annotationFacts, ResourceView } from '../ui/ContentView.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { BackBar } from '../ui/BackBar.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DiffView } from '../ui/DiffView.tsx'
import { DefinitionHead } from '../ui/DefinitionHead.tsx'
import { Field } from '../ui/Field.tsx'
import { freshOf } from '../ui/Freshness.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { ResultFrame } from '../ui/ResultFrame.tsx'
import { clock, reveal } from '../ui/format.ts'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'
import { Said } from '../ui/Said.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import { contentsText } from './contents-text.ts'
import type { Selection } from './selection.ts'
import { fillTemplate, TemplateForm } from './TemplateForm.tsx'
import { readTemplate } from './uri-template.ts'
import style from './ResourcesPanel.module.css'

export interface ResourceDetailProps {
  connection: ConnectionState
  selection: Exclude<Selection, { kind: 'none' }>
  announced: string | undefined
}

const BLANK: Draft = {}
const CHANGED: Wish = { by: 'loupe', why: 'it is subscribed to, and may have changed' }

export function ResourceDetail({ connection, selection, announced }: ResourceDetailProps) {
  const narrow = useNarrow()
  const { id } = connection
  const template = selection.kind === 'template' ? selection.template.uriTemplate : ''
  const [draft, setDraft] = useSetting(`template-draft.${id}.${template}`, BLANK)
  const filled = selection.kind === 'template' ? fillTemplate(template, draft) : { uri: '' }
  const [free, setFree] = useSetting(`uri.${id}`, '')
  const given = selection.kind === 'uri' ? selection.uri : ''
  const uri = selection.kind === 'resource' ? selection.resource.uri : selection.kind === 'template' ? filled.uri : given || free
  const broken = selection.kind === 'template' && readTemplate(template).kind === 'broken'
  const { run, start, cancel } = useRun(`${id} resources/read ${uri}`)
  const words = useLastWords(id, run?.seq, run?.error)
  const remedy = remedyFor(connection, run?.error)
  const { subscribed, updatedAt, changedAt } = useSubscription(connection, uri)
  const [tab, setTab] = useState('content')
  const [fault, setFault] = useState<string>()
  const ready = connection.status === 'connected'
  const read = () => {
    if (ready && uri !== '') start(id, 'resources/read', { uri })
  }
  useShortcut('mod+enter', 'Read the resource', read)
  useCancelKey('Cancel the read', () => (run?.state === 'running' ? cancel() : false))

  // A subscription is a person's word that they want to see what changed, also where nothing was read yet.
  const stale = subscribed && changedAt > 0 && run?.state !== 'running' && (run?.endedAt ?? 0) < changedAt
  useEffect(() => {
    if (!stale || !ready) return
    const timer = setTimeout(() => start(id, 'resources/read', { uri }, CHANGED), 150)
    return () => clearTimeout(timer)
  }, [stale, ready, start, id, uri])

  const why = !ready
    ? 'Not connected'
    : uri !== ''
      ? undefined
      : broken
        ? 'The template cannot be expanded'
        : (filled.fault ?? 'There is no URI yet')
  const subscribe = async () => {
    setFault(undefined)
    try {
      await setSubscribed(connection, uri, !subscribed)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  const capability = connection.facts?.capabilities.resources
  const canSubscribe = typeof capability === 'object' && capability !== null && 'subscribe' in capability && capability.subscribe === true
  const contents = run?.answer === undefined ? [] : readContents(run.answer.result)
  const { previous, answer } = run ?? {}
  const was = useMemo(() => (previous === undefined ? '' : contentsText(previous.answer.result)), [previous])
  const is = useMemo(() => (previous === undefined || answer === undefined ? '' : contentsText(answer.result)), [previous, answer])
  const same = was === is
  return (
    <div className={style.detail}>
      {narrow && <BackBar onBack={() => go({ item: undefined, query: {} })} />}
      <div className={style.top} data-work={selection.kind === 'template' ? template : uri}>
        {selection.kind === 'uri' ? (
          <>
            <DefinitionHead name="Any URI" />
            <div className={`${style.form} ${style.free}`}>
              <Field label="URI" hint={given === '' ? 'It need not be in the list.' : 'This URI is in no list of the server.'}>
                {(field) => (
                  <input
                    {...field}
                    className="mono"
                    value={uri}
                    spellCheck={false}
                    onChange={(event) => {
                      setFree(event.target.value)
                      if (given !== '') go({ item: '', query: {} }, 'replace')
                    }}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') read()
                    }}
                  />
                )}
              </Field>
            </div>
          </>
        ) : selection.kind === 'resource' ? (
          <DefinitionHead
            {...selection.resource}

            address={selection.resource.uri}
            facts={[selection.resource.mimeType, announced, ...annotationFacts(selection.resource.annotations)]}
          />
        ) : (
          <>
            <DefinitionHead
              {...selection.template}

              address={template}
              facts={[selection.template.mimeType, ...annotationFacts(selection.template.annotations)]}
            />
            <TemplateForm key={template} template={template} draft={draft} onDraft={setDraft} uri={uri} onRun={read} />
          </>
        )}
        <div className={style.acts}>
          <Button data-call="" look="primary" why={why} onClick={read}>
            Read
          </Button>
          <Button
            why={why ?? (canSubscribe || subscribed ? undefined : 'The server does not declare resources.subscribe')}
            title="Tells the server to say when it changes; it is then read again"
            onClick={() => void subscribe()}
          >
            {subscribed ? 'Unsubscribe' : 'Subscribe'}
          </Button>
          <Said className={style.quietly}>
            {[
              subscribed ? `subscribed${updatedAt === undefined ? ', no change heard of yet' : ''}` : '',
              updatedAt === undefined ? '' : `updated ${clock(updatedAt).slice(0, 8)}`,
              previous === undefined || answer === undefined || previous.answer === answer
                ? ''
                : `its contents ${same ? 'are the same' : 'differ'}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Said>
        </div>
        {fault !== undefined && (
          <Note tone="bad" role="alert" title={`${subscribed ? 'Unsubscribing' : 'Subscribing'} failed`}>
            {fault}
          </Note>
        )}
      </div>
      <ResultFrame
        state={run?.state ?? 'idle'}
        startedAt={run?.startedAt}
        progress={run?.progress}
        clock={run?.clock}
        stray={run?.stray}
        late={run?.late}
        again="Read"
        onAgain={connection.status === 'connected' ? run?.again : undefined}
        remedy={remedy}
        answer={run?.answer}
        error={run?.error}
        words={words}
        seq={run?.seq}
        linkToRow={(seq) => linkTo({ panel: 'traffic', item: String(seq) })}
        tabs={[
          { id: 'content', title: 'Content', ...(contents.length > 1 ? { note: contents.length } : {}) },
          ...(run?.previous === undefined || run.previous.answer === run.answer
            ? []
            : [{ id: 'changes', title: 'Changes', ...(same ? {} : { note: '•' }) }]),
          { id: 'raw', title: 'Raw' },
        ]}
        tab={tab}
        onTab={setTab}
        onCancel={cancel}
        fresh={run?.answer === undefined || run.endedAt === undefined ? undefined : freshOf(run.answer.result, run.endedAt)}
        acts={run?.answer !== undefined && tab === 'raw' && <CopyButton text={() => wholeJson(run.answer!.result)} />}
        idle={<p className={style.quiet}>{uri !== '' ? 'Not read yet.' : broken ? 'It cannot be read.' : 'Type a URI first.'}</p>}
      >
        {tab === 'raw' && run?.answer !== undefined ? (
          <JsonView value={run.answer.result} label="Result" />
        ) : tab === 'changes' && run?.previous !== undefined && run.answer !== undefined ? (
          <>
            <p className={style.quiet}>
              Read at {clock(run.previous.at).slice(0, 8)} and at {clock(run.endedAt ?? run.startedAt).slice(0, 8)}.
            </p>
            <DiffView before={was} after={is} label="The contents" />
          </>
        ) : contents.length === 0 ? (
          <p className={style.quiet}>
            {isObject(run?.answer?.result) && Array.isArray(run.answer.result.contents)
              ? 'The server answered with an empty list of contents.'
              : 'The answer has no list “contents”, which every answer must have. “Raw” shows it as it came.'}
          </p>
        ) : (
          contents.map((one, at) => (
            <div key={at} className={style.part}>
              <Boundary what={`Part ${at + 1}`}>
                {(contents.length > 1 || one.uri !== uri) && (
                  <div className={style.partUri}>{one.uri === '' ? 'It has no “uri”.' : reveal(one.uri)}</div>
                )}
                <ResourceView contents={one} raw={one.raw} />
              </Boundary>
            </div>
          ))
        )}
      </ResultFrame>
    </div>
  )
}
