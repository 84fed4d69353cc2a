// Rules of one server: for each kind of ask, whether the person is asked, and what is answered else.
import { hasRules, NO_RULES, rulesKey, type Rule, type RuleKind, type Rules } from '../session/ask-rules.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { NO_PROVIDERS, PROVIDERS, type StoredProvider } from './providers.ts'
import { NO_TEMPLATES, TEMPLATES, type Template } from './templates.ts'
import style from './Asks.module.css'

type Kind = keyof Rules

const CHOICES: { [K in Kind]: [RuleKind, string][] } = {
  sampling: [
    ['fixed', 'Always this answer'],
    ['echo', 'Echo the last message'],
    ['provider', 'Let a provider answer'],
    ['decline', 'Decline'],
  ],
  elicitation: [
    ['fixed', 'Always this answer'],
    ['echo', 'Accept the defaults'],
    ['provider', 'Let a provider fill it in'],
    ['decline', 'Decline'],
  ],
}

const FIRST: { [K in Kind]: string } = {
  sampling:
    '{\n  "role": "assistant",\n  "content": { "type": "text", "text": "Yes." },\n  "model": "a-rule",\n  "stopReason": "endTurn"\n}',
  elicitation: '{\n  "action": "accept",\n  "content": {}\n}',
}

export function RulesEditor({ server }: { server: string }) {
  const [rules, setRules] = useSetting<Rules>(rulesKey(server), NO_RULES)
  const set = (kind: Kind, rule: Rule | undefined) =>
    setRules((before) => {
      const { [kind]: _, ...rest } = before
      return rule === undefined ? rest : { ...rest, [kind]: rule }
    })
  return (
    <div className={style.rulesOn} role="group" aria-label="Rules">
      <h2>Rules for {reveal(server)}</h2>
      <p className={style.hint}>
        Without a rule you are asked. What a rule answers is said when it does, and stands below and in the record; it rests after 30
        answers within a minute.
      </p>
      {(['sampling', 'elicitation'] as const).map((kind) => (
        <RuleRow key={kind} kind={kind} rule={rules[kind]} onChange={(rule) => set(kind, rule)} />
      ))}
      {hasRules(rules) && (
        <div>
          <Button onClick={() => setRules(NO_RULES)}>Ask me everything</Button>
        </div>
      )}
    </div>
  )
}

function RuleRow({ kind, rule, onChange }: { kind: Kind; rule: Rule | undefined; onChange: (rule: Rule | undefined) => void }) {
  const [providers] = useSetting<StoredProvider[]>(PROVIDERS, NO_PROVIDERS)
  const [templates] = useSetting<Template[]>(TEMPLATES, NO_TEMPLATES)
  const title = kind === 'sampling' ? 'Sampling' : 'Elicitation'
  const choose = (value: string) => {
    if (value === '') return onChange(undefined)
    const next: Rule = { kind: value as RuleKind }
    if (next.kind === 'fixed') next.result = FIRST[kind]
    if (next.kind === 'provider' && providers[0] !== undefined) next.provider = providers[0].id
    onChange(next)
  }
  return (
    <div className={style.rule}>
      <span>{title}</span>
      <select aria-label={`Rule for ${kind}`} value={rule?.kind ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">Ask me</option>
        {CHOICES[kind].map(([id, says]) => (
          <option key={id} value={id}>
            {says}
          </option>
        ))}
      </select>
      {rule?.kind === 'fixed' && (
        <JsonEditor
          label={`Answer of the rule for ${kind}`}
          blank={false}
          text={rule.result ?? ''}
          onChange={(result) => onChange({ ...rule, result })}
        />
      )}
      {rule?.only !== undefined && (
        <span className={style.hint}>
          Only the form of <code>{reveal(rule.only)}</code>.{' '}
          <Button look="quiet" onClick={() => onChange({ kind: rule.kind, result: rule.result ?? '' })}>
            Any form
          </Button>
        </span>
      )}
      {rule?.kind === 'fixed' && kind === 'sampling' && templates.length > 0 && (
        <select aria-label="Take a kept answer" value="" onChange={(event) => onChange({ ...rule, result: event.target.value })}>
          <option value="">Take a kept answer…</option>
          {templates.map(({ name, result }) => (
            <option key={name} value={result}>
              {name}
            </option>
          ))}
        </select>
      )}
      {rule?.kind === 'provider' &&
        (providers.length === 0 ? (
          <span className={style.warn}>There is none yet: it is made where you answer a request.</span>
        ) : (
          <select
            aria-label="Provider of the rule"
            value={rule.provider ?? ''}
            onChange={(event) => onChange({ ...rule, provider: event.target.value })}
          >
            {rule.provider === undefined && <option value="">Choose one</option>}
            {providers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ))}
    </div>
  )
}
